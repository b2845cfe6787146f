import { attempt } from "../values/errors.ts";
import {
	essenceOf,
	HEADER_NAME,
	HEADER_VALUE,
	isXmlType,
} from "../values/http.ts";
import { escapeSegment } from "../values/json.ts";
import { findMalformed, type Searched } from "./find-malformed.ts";
import {
	child,
	createFollow,
	DocumentError,
	type DocumentOperation,
	type DocumentParts,
	entries,
	type Node,
} from "./node.ts";
import { isOwnPath, OWN_PATHS } from "./path-template.ts";
import { findUnreadable } from "./read-parameters.ts";
import { isIgnored, schemaOf } from "./schemas.ts";
import { readSecurity } from "./security.ts";

/** Whether the mock can neither read nor write a media type. */
const isForeign = (type: string): boolean =>
	isXmlType(type) || essenceOf(type) === "application/json-patch+json";

/** Returns the part of an operation of which the mock supports no media type; undefined if there is no such part. */
function findForeign(
	{ resolve }: DocumentParts,
	{ requestContent, responses }: DocumentOperation,
): { readonly part: string; readonly types: string } | undefined {
	const [status, success = {}] =
		responses.find(([each]) => /^2/.test(each)) ?? [];
	return [
		{ part: "requestBody", types: requestContent.map(([type]) => type) },
		{
			part: `responses/${status}`,
			types: Object.keys(Object(resolve(success).content)),
		},
	]
		.filter(({ types }) => types.length > 0 && types.every(isForeign))
		.map(({ part, types }) => ({ part, types: types.join(", ") }))[0];
}

/** Returns the schemas of a body by media type, each with its path below the operation. */
const schemasOf = (
	part: string,
	content: readonly (readonly [type: string, content: Node])[],
): [path: string, schema: unknown][] =>
	content
		.filter(([, each]) => each.schema !== undefined)
		.map(([type, each]) => [
			`${part}/content/${escapeSegment(type)}/schema`,
			each.schema,
		]);

/** Returns a sentence about the first keyword of a schema with a value that JSON Schema does not allow. */
function findMalformedSchema(
	{ resolve }: DocumentParts,
	{ id, pointer, parameters, requestContent, responses }: DocumentOperation,
	follow: (reference: string) => Node,
	searched: Searched,
): string | undefined {
	const schemas = [
		...parameters
			.filter((each) => !isIgnored(each))
			.map(
				(each) => [`parameters/${each.name}/schema`, schemaOf(each)] as const,
			),
		...schemasOf("requestBody", requestContent),
		...responses.flatMap(([status, response]) =>
			schemasOf(
				`responses/${status}`,
				entries(child(resolve(response), "content")),
			),
		),
	];
	for (const [part, schema] of schemas) {
		const found = findMalformed(follow, schema, searched);
		const start = found?.pointer.startsWith("#") ? "" : `${pointer}/${part}`;
		const name = found?.pointer.split("/").at(-1) || "schema";
		if (found)
			return `${id} (${start}${found.pointer}): ${name} ${found.detail}.`;
	}
	return undefined;
}

/** Returns why a header of a response cannot be sent, with its place and the remedy; undefined if all can be sent. */
function findUnsendable(
	{ resolve }: DocumentParts,
	{ pointer, responses }: DocumentOperation,
): string | undefined {
	for (const [status, given] of responses) {
		const { headers, content } = resolve(given);
		const place = `${pointer}/responses/${status}`;
		const type = Object.keys(Object(content)).find(
			(each) => !HEADER_VALUE.test(each),
		);
		if (type !== undefined)
			return `(${place}/content): ${JSON.stringify(type)} is no media type. Use one such as application/json`;
		const examples = entries(Object(content)).flatMap(([, each]) =>
			entries(child(each, "examples")),
		);
		const lost = examples.find(([, each]) => !attempt(() => resolve(each)));
		if (lost)
			return `(${place}/content): the example ${lost[0]} has a $ref without a target. Fix the $ref, or add its target`;
		for (const [name, each] of entries(Object(headers))) {
			if (!HEADER_NAME.test(name))
				return `(${place}/headers): the header ${JSON.stringify(name)} has a name that no header can have. Use a name such as X-Trace`;
			const header = resolve(each);
			const { const: fixed, example = fixed } = resolve(
				child(header, "schema"),
			);
			const wrong = [fixed, header.example, example].find(
				(value) => typeof value === "string" && !HEADER_VALUE.test(value),
			);
			if (wrong !== undefined)
				return `(${place}/headers): the header ${name} has the value ${JSON.stringify(wrong)}, which no header can have. Use characters of Latin-1, without line breaks`;
		}
	}
	return undefined;
}

/** Returns why an operation cannot be served, with the place and the remedy; undefined if it can be served. */
function findRefusal(
	document: DocumentParts,
	operation: DocumentOperation,
	follow: (reference: string) => Node,
	searched: Searched,
): string | undefined {
	const { id, pointer, path, parameters, inputs } = operation;
	for (const each of inputs) document.resolve(each);
	try {
		readSecurity(document, operation);
	} catch (error) {
		if (!(error instanceof DocumentError)) throw error;
		return `${id} (${pointer}/security): ${error.message}`;
	}
	const [mark] = /[?#]/.exec(path) ?? [];
	if (mark)
		return `${id} (${pointer}): its path has a ${mark}, which the path of a request never has. Use a path without it.`;
	if (isOwnPath(path))
		return `${id} (${pointer}): no request reaches it, since ${OWN_PATHS}. Use another path.`;
	const foreign = findForeign(document, operation);
	if (foreign)
		return `${id} (${pointer}/${foreign.part}/content): ${foreign.types} is not supported. Add application/json, or a handler for the operation.`;
	for (const each of parameters) {
		const reason = findUnreadable(document.resolve, each);
		if (reason) return `${id} (${pointer}/parameters): ${reason}.`;
	}
	const unsendable = findUnsendable(document, operation);
	if (unsendable) return `${id} ${unsendable}.`;
	return findMalformedSchema(document, operation, follow, searched);
}

/**
 * Leaves out the operations that cannot be served.
 * @throws DocumentError if none is left, and one of them has a `$ref` without a target
 */
export function selectServed(all: DocumentParts): {
	readonly document: DocumentParts;
	/** The reasons as sentences, one for each operation that was left out. */
	readonly refused: readonly string[];
} {
	const searched: Searched = new Map();
	const follow = createFollow(all.resolve);
	const ids = new Set<string>();
	const dangling: DocumentError[] = [];
	const refusals = all.operations.map((each) => {
		const { id, pointer } = each;
		if (ids.has(id))
			return `${id} (${pointer}/operationId): the operationId ${id} appears twice. Give each operation its own.`;
		ids.add(id);
		try {
			return findRefusal(all, each, follow, searched);
		} catch (error) {
			if (!(error instanceof DocumentError)) throw error;
			dangling.push(error);
			return `${id} (${pointer}): ${error.message}.`;
		}
	});
	if (dangling[0] && refusals.every((each) => each !== undefined))
		throw dangling[0];
	const isServed = (_: unknown, index: number): boolean =>
		refusals[index] === undefined;
	const document: DocumentParts = {
		...all,
		operations: all.operations.filter(isServed),
		// Those of the operations come first, in the same order.
		targets: all.targets.filter(isServed),
	};
	return { document, refused: refusals.flatMap((each) => each ?? []) };
}
