import { errorMessage } from "../src/values/error-message.ts";
import type {
	DocumentedBehavior,
	OutgoingRequest,
	PageNames,
	ProviderResponse,
} from "../src/verification/contract.ts";
import {
	idPrefixes,
	metricFamilies,
	operations,
	unmatchedResponses,
} from "./generated/operations.ts";
import { validators } from "./generated/response-validators.ts";
import type { components, paths } from "./generated/types.ts";
import { readExposition } from "./probes/exposition-reader.ts";
import { requestRefused } from "./request-refused.ts";

interface DescribedAnswer {
	readonly mediaType: string;
}

const { unknownPath, undefinedMethod } = unmatchedResponses;
const beyond: DocumentedBehavior["unmatchedStatuses"] = {
	unknownPath: unknownPath.status,
	undefinedMethod: undefinedMethod.status,
};

/** The responses of an operation, or of what lies beyond operations, by status. */
const answers = new Map<string, ReadonlyMap<number, DescribedAnswer>>([
	...Object.values(operations).map(
		({ id, responses }) =>
			[
				id,
				new Map(
					Object.entries(responses).map(([status, each]) => [
						Number(status),
						each,
					]),
				),
			] as const,
	),
	["unknownPath", new Map([[unknownPath.status, unknownPath]])],
	["undefinedMethod", new Map([[undefinedMethod.status, undefinedMethod]])],
]);

type Page<Items, Request> = PageNames & {
	readonly items: keyof Items;
	readonly nextCursor: keyof Items;
	readonly limit: keyof Request;
	readonly cursor: keyof Request;
	readonly filters: readonly (keyof Request)[];
};
type Get = paths[typeof operations.listZaps.path]["get"];
type Search = paths[typeof operations.searchAudit.path]["post"];

const zapPage: Page<
	Get["responses"][200]["content"]["application/json"],
	NonNullable<Get["parameters"]["query"]>
> = {
	items: "items",
	nextCursor: "nextCursor",
	in: "query",
	limit: "limit",
	cursor: "cursor",
	filters: [],
};

const auditPage: Page<
	Search["responses"][200]["content"]["application/json"],
	components["schemas"]["AuditQuery"]
> = {
	items: "items",
	nextCursor: "nextCursor",
	in: "body",
	limit: "limit",
	cursor: "cursor",
	filters: ["action", "subjectType", "subjectId", "from", "to", "text"],
};

const partsOf = (mediaType: string): string[] =>
	mediaType
		.toLowerCase()
		.split(";")
		.map((part) => part.trim());

/** Whether the media type is the one described, with at least its parameters. */
function isMediaType(actual: string, expected: string): boolean {
	const [essence, ...given] = partsOf(actual);
	const [described, ...parameters] = partsOf(expected);
	return (
		essence === described && parameters.every((each) => given.includes(each))
	);
}

function jsonRefused(
	validator: string,
	status: number,
	text: string,
): string | undefined {
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		return "the body is no JSON";
	}
	const validate = validators[validator];
	if (validate && !validate(body)) {
		const [error] = validate.errors ?? [];
		return `the body's ${error?.instancePath || "whole"} ${error?.message}`;
	}
	const { status: told = status } = body as { status?: unknown };
	// RFC 9457, section 3.1.2: the same as the answer's own.
	return status >= 400 && typeof told === "number" && told !== status
		? `the problem tells of the status ${told}`
		: undefined;
}

function metricsRefused(text: string): string | undefined {
	try {
		const { types } = readExposition(text);
		const wrong = Object.values(metricFamilies).find(
			({ name, type }) => types.get(name) !== type,
		);
		return wrong && `the family ${wrong.name} is no ${wrong.type}`;
	} catch (error) {
		return errorMessage(error);
	}
}

function refuses(
	target: string,
	request: OutgoingRequest,
	{ status, headers, body }: ProviderResponse,
): string | undefined {
	const answer = answers.get(target)?.get(status);
	if (!answer) return `the status ${status} is not listed`;
	const refused = requestRefused(target, request, status);
	if (refused !== undefined) return refused;
	const { mediaType } = answer;
	const actual = headers["content-type"] ?? "none";
	if (!isMediaType(actual, mediaType))
		return `the content type is ${actual}, and not ${mediaType}`;
	if (request.method === "HEAD") return undefined;
	const text = body.toString("utf8");
	return partsOf(mediaType)[0]?.endsWith("json")
		? jsonRefused(
				target in beyond ? target : `${target} ${status}`,
				status,
				text,
			)
		: metricsRefused(text);
}

/** What the document says of exchanges. */
export const described: DocumentedBehavior = {
	unmatchedStatuses: beyond,
	listStatuses: (target) => [...(answers.get(target)?.keys() ?? [])],
	pages: { listZaps: zapPage, searchAudit: auditPage },
	idPrefixes: Object.values(idPrefixes),
	metricFamilies: Object.values(metricFamilies).map(({ name }) => name),
	findViolation: refuses,
};
