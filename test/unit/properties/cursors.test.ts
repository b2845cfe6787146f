import { expect, test } from "vitest";
import { isNode } from "../../../src/document/node.ts";
import { createMock } from "../../../src/entries/index.ts";
import { createPageRequest, pagedOperations } from "./operations.ts";
import { expectRejection, parseResponse } from "./responses.ts";

type PagedOperation = (typeof pagedOperations)[number];

/** Reads all pages of one item each in a mock with this seed, and returns their cursors. */
async function listIssued(
	operation: PagedOperation,
	seed = 1,
): Promise<readonly string[]> {
	const { id, names } = operation;
	const mock = createMock({ seed });
	const cursors: string[] = [];
	for (let next: unknown = ""; typeof next === "string"; ) {
		const cursor = next === "" ? {} : { [names.cursor]: next };
		const asked = { [names.limit]: 1, ...cursor };
		const response = await mock.fetch(createPageRequest(operation, asked));
		const { body } = await parseResponse(id, response);
		next = isNode(body) ? body[names.nextCursor] : undefined;
		if (typeof next === "string") cursors.push(next);
	}
	expect(cursors.length).toBeGreaterThanOrEqual(10);
	return cursors;
}

/** Lists other spellings of a cursor, and parts of it. */
const respell = (cursor: string): string[] => [
	...["=", "A", "\n"].map((end) => cursor + end),
	...[` ${cursor}`, cursor.toLowerCase(), cursor.slice(1), cursor.slice(0, -1)],
];

test.each(pagedOperations)(
	"$id rejects a cursor that it never issued",
	async (operation) => {
		const issued = await listIssued(operation);
		const others = pagedOperations.filter(({ id }) => id !== operation.id);
		const ofOthers = await Promise.all(others.map((each) => listIssued(each)));
		const mock = createMock();
		const location =
			operation.bodies.length > 0
				? { pointer: "/cursor" }
				: { parameter: "cursor" };
		for (const cursor of [
			...issued.flatMap(respell),
			...ofOthers.flat(),
			...(await listIssued(operation, 2)),
		]) {
			const request = createPageRequest(operation, { cursor });
			await expectRejection(mock, operation, request, location);
		}
	},
);
