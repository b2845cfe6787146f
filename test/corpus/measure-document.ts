import { type Answer, Client } from "./client.ts";
import { findViolation } from "./find-violation.ts";
import { measureResources, type Share } from "./measure-resources.ts";
import type { PublicDocument, PublicOperation } from "./public-document.ts";
import type { DocumentServer } from "./serve-document.ts";

/** The measured behavior of a server of a public document. */
export interface Measured {
	/** Operations that are not refused, as those that speak only XML are. */
	readonly served: Share;
	/** Operations that answer a valid request with a documented status of success. */
	readonly success: Share;
	/** The share of responses with a valid body among those with JSON. */
	readonly valid: Share;
	/** The share of responses with a documented success, the right media type, and a valid body. */
	readonly right: Share;
	/** Requests with a single violation that are rejected. */
	readonly rejected: Share;
	/** Resources that are created, read, listed, changed and removed, as far as the document has operations for it. */
	readonly coherent: Share;
	/** Descriptions of the failures, for people. */
	readonly failures: readonly string[];
}

const isJson = (mediaType: string): boolean => /[/+]json(;|$)/.test(mediaType);

const essence = (mediaType: string): string =>
	mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";

/** Returns what is wrong with a media type of a response; undefined if it is documented. */
function judgeType(
	answer: Answer,
	contents: readonly { readonly mediaType: string }[],
): string | undefined {
	if (contents.length === 0) return undefined;
	const type = essence(answer.type);
	const isListed = contents.some(({ mediaType }) => {
		const listed = essence(mediaType);
		return (
			listed === type ||
			(listed.endsWith("/*") && type.startsWith(listed.slice(0, -1))) ||
			listed === "*/*"
		);
	});
	return isListed ? undefined : `responds with ${answer.type || "no type"}`;
}

/** Whether an empty value says less than its schema, which describes properties or items. */
const saysTooLittle = (value: unknown, schema: object): boolean =>
	(JSON.stringify(value) === "{}" &&
		Object.keys(Object(Reflect.get(schema, "properties"))).length > 0) ||
	(JSON.stringify(value) === "[]" &&
		"items" in schema &&
		JSON.stringify(schema.items) !== "{}");

function judgeBody(
	document: PublicDocument,
	answer: Answer,
	operation: PublicOperation,
): string | undefined {
	const contents = document.contentsOf(operation, answer.status) ?? [];
	const content =
		contents.find(
			({ mediaType }) => essence(mediaType) === essence(answer.type),
		) ?? contents[0];
	if (!content?.schema || !isJson(answer.type)) return undefined;
	const validate = document.compile(content.schema);
	if (!validate) return undefined;
	if (!validate(answer.body)) {
		const [error] = validate.errors ?? [];
		return `has an invalid body: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
	}
	return saysTooLittle(answer.body, document.resolve(content.schema))
		? "has an empty body"
		: undefined;
}

/** Measures at most so many operations of a document. */
export async function measureDocument(
	document: PublicDocument,
	server: DocumentServer,
	most = 12,
): Promise<Measured> {
	const client = new Client(document, server);
	const counts = { success: 0, valid: 0, json: 0, right: 0, rejected: 0 };
	const failures: string[] = [];
	let sent = 0;
	let violations = 0;
	const chosen = document.operations.slice(0, most);
	for (const operation of chosen) {
		const name = `${operation.method} ${operation.path}`;
		if (!server.serves(operation.method, operation.path)) continue;
		const request = await client.createRequest(operation);
		if (!request) continue;
		const violation = findViolation(document, operation, request);
		if (violation) {
			violations += 1;
			const { status } = await client.send(violation.request);
			if (status >= 400 && status < 500) counts.rejected += 1;
			else failures.push(`${name} accepts ${violation.about}: ${status}`);
		}
		sent += 1;
		const answer = await client.send(request);
		const contents = document.contentsOf(operation, answer.status);
		if (answer.status >= 300 || !contents) {
			failures.push(
				`${name} answers ${answer.status} ${answer.text.slice(0, 200)}`,
			);
			continue;
		}
		counts.success += 1;
		// The record is gone, whose id others would use.
		if (operation.method === "DELETE")
			client.forget(request.path.replace(/\/[^/]*$/, ""));
		const wrongType = judgeType(answer, contents);
		if (isJson(answer.type)) counts.json += 1;
		const wrongBody = judgeBody(document, answer, operation);
		if (isJson(answer.type) && !wrongBody) counts.valid += 1;
		if (!wrongType && !wrongBody) counts.right += 1;
		else failures.push(`${name} ${wrongType ?? wrongBody}`);
	}
	const resources = await measureResources(document, client, server.serves);
	return {
		served: {
			passed: chosen.filter(({ method, path }) => server.serves(method, path))
				.length,
			of: chosen.length,
		},
		success: { passed: counts.success, of: sent },
		valid: { passed: counts.valid, of: counts.json },
		right: { passed: counts.right, of: sent },
		rejected: { passed: counts.rejected, of: violations },
		coherent: resources.coherent,
		failures: [...failures, ...resources.failures],
	};
}
