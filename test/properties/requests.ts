import { join } from "node:path";
import fc from "fast-check";
import {
	type ContractDocument,
	child,
	entries,
	isNode,
	type Node,
	readDocument,
	readString,
} from "../../contracts/generate/document.ts";
import { createSchemaArbitraries } from "./json-schema-arbitrary.ts";
import type { Parts } from "./parts.ts";
import {
	invalidQueries,
	type Parameter,
	type Place,
	validQuery,
} from "./queries.ts";

/** A request that is wrong in one place. */
export interface BrokenParts {
	readonly parts: Parts;
	readonly place: Place;
}

/** One operation of the document, and the requests that can be made of it. */
export interface OperationRequests {
	readonly id: string;
	readonly method: string;
	readonly path: string;
	readonly success: number;
	/** The status of the refusal of what is invalid; none where nothing can be. */
	readonly invalid: number | undefined;
	/** Whether it writes, and with it one audit record. */
	readonly writes: boolean;
	/** The schemas of the request's body and of the answer of success, references followed at the top. */
	readonly schemas: { readonly request: Node; readonly response: Node };
	/** Where an operation that answers page by page is given cursors, and how long its pages are by default and at the most. */
	readonly paging?: {
		readonly cursorIn: "query" | "body";
		readonly defaultLimit: number;
		readonly maxLimit: number;
	};
	readonly valid: fc.Arbitrary<Parts>;
	readonly faults: readonly {
		readonly title: string;
		readonly requests: fc.Arbitrary<BrokenParts>;
	}[];
}

const CURSOR = "cursor";
/** No value made up is a cursor that was issued. */
const withoutCursor = (name: string, schema: Node): Node =>
	name === CURSOR ? { not: {} } : schema;
const contentType = fc.constantFrom(
	"application/json",
	"application/json; charset=utf-8",
	"Application/JSON;x=y",
);

const bodySchemaOf = (
	{ resolve }: ContractDocument,
	message: Node,
): Node | undefined => {
	const [content] = entries(child(resolve(message), "content"));
	return content && resolve(child(content[1], "schema"));
};

function withoutCursors(schema: Node): Node {
	const properties = entries(child(schema, "properties"));
	return properties.length === 0
		? schema
		: {
				...schema,
				properties: Object.fromEntries(
					properties.map(([name, property]) => [
						name,
						withoutCursor(name, property),
					]),
				),
			};
}

function requestsOf(
	document: ContractDocument,
	{ id, method, path, node }: ContractDocument["operations"][number],
): OperationRequests {
	const { resolve } = document;
	const schemas = createSchemaArbitraries(resolve);
	const parameters: Parameter[] = (
		Array.isArray(node.parameters)
			? node.parameters.filter(isNode).map(resolve)
			: []
	).map((parameter) => ({
		name: readString(parameter, "name"),
		schema: resolve(
			withoutCursor(readString(parameter, "name"), child(parameter, "schema")),
		),
	}));
	const requestSchema = isNode(node.requestBody)
		? bodySchemaOf(document, node.requestBody)
		: undefined;
	const bodySchema = requestSchema && withoutCursors(requestSchema);
	const responses = entries(child(node, "responses"));
	const [status, answer] =
		responses.find(([each]) => each.startsWith("2")) ?? [];
	const [invalid] =
		responses.find(([, { $ref }]) => String($ref).endsWith("/Invalid")) ?? [];
	if (!status || !answer)
		throw new Error(`openapi.yaml: ${id} lists no success`);

	const limit =
		parameters.find(({ name }) => name === "limit")?.schema ??
		resolve(child(child(requestSchema ?? {}, "properties"), "limit"));
	const { default: defaultLimit, maximum: maxLimit } = limit;

	const query = validQuery(parameters, schemas);
	const withBody = (body: fc.Arbitrary<unknown>): fc.Arbitrary<Parts> =>
		fc.record({
			method: fc.constant(method),
			path: fc.constant(path),
			query,
			body: body.map((value) => JSON.stringify(value)),
			contentType,
		});
	const valid = bodySchema
		? withBody(schemas.valid(bodySchema))
		: query.map((each): Parts => ({ method, path, query: each }));

	const bodyFaults = (bodySchema ? schemas.invalid(bodySchema) : []).map(
		({ where, what, broken }) => ({
			title: `${where === "" ? "the body" : where} ${what}`,
			requests: fc.tuple(valid, broken).map(([parts, { value, pointer }]) => ({
				parts: { ...parts, body: JSON.stringify(value) },
				place: { pointer },
			})),
		}),
	);
	const queryFaults = invalidQueries(parameters, schemas).map(
		({ title, queries }) => ({
			title,
			requests: fc
				.tuple(valid, queries)
				.map(([parts, { query: broken, place }]) => ({
					parts: { ...parts, query: broken },
					place,
				})),
		}),
	);
	return {
		id,
		method,
		path,
		success: Number(status),
		invalid: invalid === undefined ? undefined : Number(invalid),
		writes: "x-audit" in node,
		schemas: {
			request: requestSchema ?? {},
			response: bodySchemaOf(document, answer) ?? {},
		},
		...(typeof defaultLimit === "number" &&
			typeof maxLimit === "number" && {
				paging: {
					cursorIn: bodySchema ? ("body" as const) : ("query" as const),
					defaultLimit,
					maxLimit,
				},
			}),
		valid,
		faults: [...bodyFaults, ...queryFaults],
	};
}

export const document: ContractDocument = await readDocument(
	join(import.meta.dirname, "../.."),
);

/** Every operation of the document. */
export const operations: readonly OperationRequests[] = document.operations.map(
	(operation) => requestsOf(document, operation),
);
