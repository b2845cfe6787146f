import { isNode } from "../../../../src/document/node.ts";
import { contract } from "../../../support/shipped-contract.ts";
import { type OperationRequests, operations } from "./operation-requests.ts";
import { createJsonRequest, type RequestParts } from "./request-parts.ts";

/** The operations that return pages. */
export const pagedOperations: readonly OperationRequests[] = operations.filter(
	({ maxLimit }) => maxLimit !== undefined,
);

/** Creates a request with these values in the query or the body, wherever the operation expects its cursor. */
export function createRequest(
	operation: OperationRequests,
	values: Readonly<Record<string, unknown>>,
): RequestParts {
	if (operation.hasBody) return createJsonRequest(operation, values);
	const { method, path } = operation;
	const pairs = Object.entries(values).filter(
		([, value]) => value !== undefined,
	);
	return {
		method,
		path,
		query: pairs.map(([name, value]) => [name, String(value)]),
	};
}

/** Reads all pages of one item each, and returns their cursors. */
export async function readCursors(
	send: (request: RequestParts) => Promise<{ readonly body: unknown }>,
	operation: OperationRequests,
): Promise<readonly string[]> {
	const names = contract.documented.pages[operation.id];
	if (!names) throw new Error(`${operation.id} returns no pages`);
	const cursors: string[] = [];
	for (;;) {
		const asked = { [names.limit]: 1, [names.cursor]: cursors.at(-1) };
		const { body } = await send(createRequest(operation, asked));
		const next = isNode(body) ? body[names.nextCursor] : undefined;
		if (next === null) return cursors;
		if (typeof next !== "string")
			throw new Error(`A page has no ${names.nextCursor}`);
		cursors.push(next);
	}
}
