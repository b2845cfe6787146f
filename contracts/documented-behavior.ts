import { errorMessage } from "../src/values/error-message.ts";
import { isObject } from "../src/values/is-object.ts";
import type {
	DocumentedBehavior,
	DocumentedResponse,
	ProviderResponse,
} from "../src/verification/contract.ts";
import {
	expectStatus,
	findJsonViolation,
	findRequestViolation,
} from "./find-request-violation.ts";
import { examples } from "./generated/examples.ts";
import { names } from "./generated/names.ts";
import {
	idPrefixes,
	metricFamilies,
	operations,
	unmatchedResponses,
} from "./generated/operations.ts";
import { responseSchemas } from "./generated/response-schemas.ts";
import { validators } from "./generated/response-validators.ts";
import { readExposition } from "./probes/read-exposition.ts";

const { unknownPath, undefinedMethod } = unmatchedResponses;

/** The documented responses by operation id or unmatched target, then by status. */
const responses: Readonly<
	Record<string, Readonly<Record<string, { readonly mediaType: string }>>>
> = {
	...Object.fromEntries(
		Object.values(operations).map((each) => [each.id, each.responses]),
	),
	unknownPath: { [unknownPath.status]: unknownPath },
	undefinedMethod: { [undefinedMethod.status]: undefinedMethod },
};

const { limit, cursor, ...filters } = names.auditQuery;

const splitMediaType = (mediaType: string): string[] =>
	mediaType
		.toLowerCase()
		.split(";")
		.map((part) => part.trim());

/** Whether the media type is the documented one, with at least its parameters. */
function isMediaType(actual: string, documented: string): boolean {
	const [essence, ...given] = splitMediaType(actual);
	const [expected, ...parameters] = splitMediaType(documented);
	return (
		essence === expected &&
		parameters.every(
			(each) =>
				given.includes(each) ||
				// A missing charset leaves UTF-8 as the default.
				(each.startsWith("charset=") &&
					!given.some((other) => other.startsWith("charset="))),
		)
	);
}

function findBodyViolation(
	validator: string,
	status: number,
	text: string,
): string | undefined {
	const validate = validators[validator];
	const violation =
		validate && findJsonViolation("response body", text, validate);
	if (violation !== undefined || status < 400) return violation;
	const body: unknown = JSON.parse(text);
	// RFC 9457, section 3.1.2: a problem repeats the status of its response.
	const repeated = isObject(body) ? body[names.problem.status] : undefined;
	return typeof repeated === "number" && repeated !== status
		? `the problem has the status ${repeated}`
		: undefined;
}

function findMetricsViolation(text: string): string | undefined {
	try {
		const { types } = readExposition(text);
		const wrong = Object.values(metricFamilies).find(
			({ name, type }) => types.get(name) !== type,
		);
		return wrong && `the metric family ${wrong.name} is not a ${wrong.type}`;
	} catch (error) {
		return errorMessage(error);
	}
}

function findResponseViolation(
	target: string,
	method: string,
	{ status, headers, body }: ProviderResponse,
): string | undefined {
	const documented = responses[target]?.[status];
	if (!documented) return `the status ${status} is not documented`;
	const { mediaType } = documented;
	const actual = headers["content-type"] ?? "none";
	if (!isMediaType(actual, mediaType))
		return `the content type is ${actual} instead of ${mediaType}`;
	if (method === "HEAD") return undefined;
	const text = body.toString("utf8");
	return splitMediaType(mediaType)[0]?.endsWith("json")
		? findBodyViolation(nameOf(target, status), status, text)
		: findMetricsViolation(text);
}

const findViolation: DocumentedBehavior["findViolation"] = (
	target,
	request,
	response,
) =>
	(responses[target]?.[response.status] &&
		findRequestViolation(target, request, response.status)) ??
	findResponseViolation(target, request.method, response);

/** The name of the response's validator and schema. */
const nameOf = (target: string, status: number): string =>
	target in unmatchedResponses ? target : `${target} ${status}`;

type Schema = NonNullable<DocumentedResponse["schema"]>;

/** Of the alternatives below the schema, keeps the one that requires the property. */
function chooseAlternative(schema: Schema, property: string): Schema {
	const chosen = schema.anyOf?.find(({ required }) =>
		required?.includes(property),
	);
	if (chosen) return chosen;
	const { properties, items } = schema;
	const choose = (each: Schema): Schema => chooseAlternative(each, property);
	return {
		...schema,
		...(items && { items: choose(items) }),
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, each]) => [name, choose(each)]),
			),
		}),
	};
}

const withBody: ReadonlySet<string> = new Set(
	Object.values(operations)
		.filter(({ body }) => body !== null)
		.map(({ id }) => id),
);

/** An operation with a body locates errors in it, and any other one in the query. */
const schemas: Readonly<Record<string, Schema>> = Object.fromEntries(
	Object.entries<Schema>(responseSchemas).map(([name, schema]) => {
		const isBody = withBody.has(name.split(" ")[0] ?? "");
		const { bodyError, queryError } = names;
		return [
			name,
			chooseAlternative(
				schema,
				isBody ? bodyError.pointer : queryError.parameter,
			),
		];
	}),
);

function findResponse(
	target: string,
	status: number,
): DocumentedResponse | undefined {
	const documented = responses[target]?.[status];
	return (
		documented && {
			...documented,
			schema: schemas[nameOf(target, status)],
			example: examples[target]?.[status],
		}
	);
}

/** What the OpenAPI document says about requests and responses. */
export const documentedBehavior: DocumentedBehavior = {
	listStatuses: (target) => Object.keys(responses[target] ?? {}).map(Number),
	pages: {
		listZaps: {
			...names.zapPage,
			...names.zapQuery,
			in: "query",
			filters: [],
		},
		searchAudit: {
			...names.auditPage,
			limit,
			cursor,
			in: "body",
			filters: Object.values(filters),
		},
	},
	idPrefixes: Object.values(idPrefixes),
	metricFamilies: Object.values(metricFamilies).map(({ name }) => name),
	expectStatus: (target, request) =>
		expectStatus(target, request) ?? {
			status: Number(Object.keys(responses[target] ?? {})[0]),
		},
	findResponse,
	findResponseViolation,
	findViolation,
};
