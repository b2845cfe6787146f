import { join } from "node:path";
import fc from "fast-check";
import {
	type ContractDocument,
	child,
	type DocumentOperation,
	entries,
	type Node,
	readDocument,
	readString,
} from "../../../../contracts/generate/document.ts";
import { createSchemaReader } from "../schema/create-schema-reader.ts";
import {
	type ErrorLocation,
	invalidQueries,
	type Parameter,
	validQuery,
} from "./query-parameters.ts";
import type { RequestParts } from "./request-parts.ts";

/** A request with exactly one error. */
export interface InvalidRequest {
	readonly parts: RequestParts;
	readonly location: ErrorLocation;
}

/** An operation of the OpenAPI document with valid and invalid requests for it. */
export interface OperationRequests {
	readonly id: string;
	readonly method: string;
	readonly path: string;
	readonly successStatus: number;
	/** The status of responses to invalid requests, or undefined if every request is valid. */
	readonly invalidStatus: number | undefined;
	/** Whether the operation stores a record, and an audit record with it. */
	readonly writes: boolean;
	readonly hasBody: boolean;
	/** The default and maximum page size of a paged operation. */
	readonly paging?: {
		readonly defaultLimit: number;
		readonly maxLimit: number;
	};
	readonly valid: fc.Arbitrary<RequestParts>;
	readonly violations: readonly {
		readonly title: string;
		/** The invalid property, if it is one of the whole body. */
		readonly property?: string | undefined;
		readonly requests: fc.Arbitrary<InvalidRequest>;
	}[];
}

const CURSOR = "cursor";
/** Forbids cursors in generated requests, because a made-up cursor was never issued. */
const forbidCursor = (name: string, schema: Node): Node =>
	name === CURSOR ? { not: {} } : schema;
const contentType = fc.constantFrom(
	"application/json",
	"application/json; charset=utf-8",
	"Application/JSON;x=y",
);

const forbidCursorProperty = (schema: Node): Node => ({
	...schema,
	properties: Object.fromEntries(
		entries(child(schema, "properties")).map(([name, property]) => [
			name,
			forbidCursor(name, property),
		]),
	),
});

function createOperationRequests(
	{ resolve }: ContractDocument,
	operation: DocumentOperation,
): OperationRequests {
	const { id, method, path, node, requestContent, responses } = operation;
	const read = createSchemaReader(resolve);
	const readSchema = (content: Node): Node => resolve(child(content, "schema"));
	const parameters: Parameter[] = operation.parameters.map((parameter) => {
		const name = readString(parameter, "name");
		return { name, schema: forbidCursor(name, readSchema(parameter)) };
	});
	const [requestSchema] = requestContent.map(([, each]) => readSchema(each));
	const bodySchema = requestSchema && forbidCursorProperty(requestSchema);
	const body = bodySchema && read(bodySchema);
	const status = responses.find(([each]) => each.startsWith("2"))?.[0];
	const [invalid] =
		responses.find(([, { $ref }]) => String($ref).endsWith("/Invalid")) ?? [];

	const limit =
		parameters.find(({ name }) => name === "limit")?.schema ??
		resolve(child(child(requestSchema ?? {}, "properties"), "limit"));
	const { default: defaultLimit, maximum: maxLimit } = limit;

	const query = validQuery(parameters, read);
	const valid: fc.Arbitrary<RequestParts> = body?.valid
		? fc.record({
				method: fc.constant(method),
				path: fc.constant(path),
				query,
				body: body.valid.map((json) => JSON.stringify(json)),
				contentType,
			})
		: query.map((each) => ({ method, path, query: each }));

	const bodyViolations = (body?.violations ?? []).map(
		({ pointerPattern, description, values }) => ({
			title: `${pointerPattern || "the body"} ${description}`,
			property: /^\/([a-zA-Z]+)$/.exec(pointerPattern)?.[1],
			requests: fc.tuple(valid, values).map(([parts, { value, pointer }]) => ({
				parts: { ...parts, body: JSON.stringify(value) },
				location: { pointer },
			})),
		}),
	);
	const queryViolations = invalidQueries(parameters, read).map(
		({ title, queries }) => ({
			title,
			requests: fc
				.tuple(valid, queries)
				.map(([parts, { query: invalidQuery, location }]) => ({
					parts: { ...parts, query: invalidQuery },
					location,
				})),
		}),
	);
	return {
		id,
		method,
		path,
		successStatus: Number(status),
		invalidStatus: invalid === undefined ? undefined : Number(invalid),
		writes: "x-audit" in node,
		hasBody: body !== undefined,
		...(typeof defaultLimit === "number" &&
			typeof maxLimit === "number" && {
				paging: { defaultLimit, maxLimit },
			}),
		valid,
		violations: [...bodyViolations, ...queryViolations],
	};
}

export const document: ContractDocument = await readDocument(
	join(import.meta.dirname, "../../../.."),
);

/** All operations of the OpenAPI document. */
export const operations: readonly OperationRequests[] = document.operations.map(
	(operation) => createOperationRequests(document, operation),
);

export const operationsWithBody: readonly OperationRequests[] =
	operations.filter(({ hasBody }) => hasBody);
