import fc from "fast-check";
import { isNode } from "../../../../src/document/node.ts";
import { contract } from "../../../support/shipped-contract.ts";
import { type OperationRequests, operations } from "./operation-requests.ts";
import { createJsonRequest, type RequestParts } from "./request-parts.ts";

/** The operations that return pages. */
export const pagedOperations: readonly OperationRequests[] = operations.filter(
	({ maxLimit }) => maxLimit !== undefined,
);

/** The maximum `limit` that all paged operations accept. */
const MAX_LIMIT: number = Math.min(
	...pagedOperations.map(({ maxLimit = 1 }) => maxLimit),
);

/** The limit of each page in turn, or undefined for the default. */
export const pageLimits: fc.Arbitrary<(number | undefined)[]> = fc.array(
	fc.option(
		fc.oneof(
			fc.integer({ min: 1, max: 4 }),
			fc.integer({ min: 1, max: MAX_LIMIT }),
		),
		{ nil: undefined },
	),
	{ minLength: 1, maxLength: 4 },
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

/** Reads all pages with these limits in turn. An undefined limit is left out. */
export async function* readPages(
	send: (request: RequestParts) => Promise<{ readonly body: unknown }>,
	operation: OperationRequests,
	limits: readonly (number | undefined)[],
	conditions: Readonly<Record<string, unknown>> = {},
) {
	const names = contract.documented.pages[operation.id];
	if (!names) throw new Error(`${operation.id} returns no pages`);
	let cursor: string | null | undefined;
	for (let index = 0; cursor !== null; index++) {
		const limit = limits[index % limits.length];
		const { body } = await send(
			createRequest(operation, {
				...conditions,
				[names.limit]: limit,
				[names.cursor]: cursor,
			}),
		);
		const page = isNode(body) ? body : {};
		const { [names.items]: items, [names.nextCursor]: next } = page;
		if (next !== null && typeof next !== "string")
			throw new Error(`A page has no ${names.nextCursor}`);
		cursor = next;
		yield {
			items: Array.isArray(items) ? items.filter(isNode) : [],
			nextCursor: cursor,
			/** The maximum number of items of the page. */
			limit: limit ?? operation.defaultLimit ?? 0,
		};
	}
}
