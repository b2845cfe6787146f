import fc from "fast-check";
import { isNode, type Node } from "../../contracts/generate/document.ts";
import type { Answer } from "./answers.ts";
import { type Parts, partsOf } from "./parts.ts";
import { type OperationRequests, operations } from "./requests.ts";

export interface Page {
	readonly items: readonly Node[];
	readonly nextCursor: string | null;
	/** The most items it might have had. */
	readonly limit: number;
}

/** The operations that answer page by page. */
export const paged: readonly OperationRequests[] = operations.filter(
	({ paging }) => paging !== undefined,
);

/** The longest pages that may be asked for, whatever the operation. */
export const MAX_LIMIT: number = Math.min(
	...paged.map(({ paging }) => paging?.maxLimit ?? 1),
);

/** Limits to read with, one page after the other; undefined for the default. */
export const limitsArbitrary: fc.Arbitrary<(number | undefined)[]> = fc.array(
	fc.option(
		fc.oneof(
			fc.integer({ min: 1, max: 4 }),
			fc.integer({ min: 1, max: MAX_LIMIT }),
		),
		{ nil: undefined },
	),
	{ minLength: 1, maxLength: 4 },
);

/** A request with these members, in the query or in the body as the operation has its cursor. */
export function partsWith(
	operation: OperationRequests,
	members: Readonly<Record<string, unknown>>,
): Parts {
	if (operation.paging?.cursorIn === "body") return partsOf(operation, members);
	const { method, path } = operation;
	const given = Object.entries(members).filter(
		([, value]) => value !== undefined,
	);
	return {
		method,
		path,
		query: given.map(([name, value]) => [name, String(value)]),
	};
}

function readPage(body: unknown): Omit<Page, "limit"> {
	const { items, nextCursor } = isNode(body) ? body : {};
	if (
		!Array.isArray(items) ||
		!items.every(isNode) ||
		(typeof nextCursor !== "string" && nextCursor !== null)
	)
		throw new Error(`This is no page: ${JSON.stringify(body)}`);
	return { items, nextCursor };
}

/** Reads page after page to the last, with these limits in turn; undefined leaves the limit out. */
export async function* readPages(
	send: (parts: Parts) => Promise<Answer>,
	operation: OperationRequests,
	limits: readonly (number | undefined)[],
	conditions: Readonly<Record<string, unknown>> = {},
): AsyncGenerator<Page> {
	let cursor: string | null | undefined;
	for (let turn = 0; cursor !== null; turn++) {
		const limit = limits[turn % limits.length];
		const { body } = await send(
			partsWith(operation, { ...conditions, limit, cursor }),
		);
		const page = readPage(body);
		yield { ...page, limit: limit ?? operation.paging?.defaultLimit ?? 0 };
		cursor = page.nextCursor;
	}
}
