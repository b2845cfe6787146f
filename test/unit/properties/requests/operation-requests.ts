import { join } from "node:path";
import fc from "fast-check";
import { readDocument } from "../../../../contracts/generate/read-sources.ts";
import {
	child,
	type DocumentOperation,
	type DocumentParts,
	type Node,
	readOperations,
	readString,
} from "../../../../src/document/node.ts";
import { createSchemaReader } from "../schema/create-schema-reader.ts";
import { readNumber } from "../schema/schema-arbitraries.ts";
import {
	type ErrorLocation,
	invalidQueries,
	validQuery,
} from "./query-parameters.ts";
import type { RequestParts } from "./request-parts.ts";

const contentType = fc.constantFrom(
	"application/json",
	"application/json; charset=utf-8",
	"Application/JSON;x=y",
);

/** Creates valid and invalid requests for an operation. */
function createOperationRequests(
	{ resolve }: DocumentParts,
	operation: DocumentOperation,
) {
	const { id, method, path, node, requestContent, responses } = operation;
	/** Forbids cursors, because a made-up cursor was never issued. */
	const resolveInput = (schema: Node): Node =>
		String(schema.$ref).endsWith("/Cursor") ? { not: {} } : resolve(schema);
	const read = createSchemaReader(resolveInput);
	const parameters = operation.parameters.map((parameter) => ({
		name: readString(parameter, "name"),
		schema: resolveInput(child(parameter, "schema")),
	}));
	const [bodySchema] = requestContent.map(([, content]) =>
		resolve(child(content, "schema")),
	);
	const body = bodySchema && read(bodySchema);
	const status = responses.find(([each]) => each.startsWith("2"))?.[0];
	const [invalid] =
		responses.find(([, { $ref }]) => String($ref).endsWith("/Invalid")) ?? [];
	const limit =
		parameters.find(({ name }) => name === "limit")?.schema ??
		resolve(child(child(bodySchema ?? {}, "properties"), "limit"));

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
			requests: values.map(({ value, pointer }) => ({
				change: { body: JSON.stringify(value) },
				location: { pointer },
			})),
		}),
	);
	const violations = [...bodyViolations, ...invalidQueries(parameters, read)];
	return {
		id,
		method,
		path,
		successStatus: Number(status),
		/** The status of responses to invalid requests, or undefined if every request is valid. */
		invalidStatus: invalid === undefined ? undefined : Number(invalid),
		/** Whether the operation stores a record, and an audit record with it. */
		writes: "x-audit" in node,
		hasBody: body !== undefined,
		/** The default and maximum page size; undefined if the operation is not paged. */

		maxLimit: readNumber(limit, "maximum"),
		valid,
		/** Requests with exactly one error. */
		violations: violations.map(({ title, property, requests }) => ({
			title,
			/** The invalid property, if it is one of the whole body. */
			property,
			requests: fc.tuple(valid, requests).map(
				([parts, { change, location }]): InvalidRequest => ({
					parts: { ...parts, ...change },
					location,
				}),
			),
		})),
	};
}

interface InvalidRequest {
	readonly parts: RequestParts;
	readonly location: ErrorLocation;
}

/** An operation of the OpenAPI document with valid and invalid requests for it. */
export type OperationRequests = ReturnType<typeof createOperationRequests>;

export const document: DocumentParts = readOperations(
	await readDocument(join(import.meta.dirname, "../../../..")),
);

/** All operations of the OpenAPI document. */
export const operations: readonly OperationRequests[] = document.operations.map(
	(operation) => createOperationRequests(document, operation),
);

export const operationsWithBody: readonly OperationRequests[] =
	operations.filter(({ hasBody }) => hasBody);
