import fc from "fast-check";
import { expect, test } from "vitest";
import { isNode } from "../../../src/document/node.ts";
import { createMock } from "../../../src/entries/index.ts";
import { countRuns } from "../../support/exhaustive.ts";
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

const character = fc.constantFrom(..."ABCXYZabcxyz0129-_+/= ~");

/** Creates strings that differ from the cursor in a few characters. */
const createMutations = (cursor: string): fc.Arbitrary<string> =>
	fc
		.tuple(
			fc.nat(cursor.length),
			fc.nat(2),
			fc.string({ unit: character, maxLength: 3 }),
		)
		.map(
			([position, removed, inserted]) =>
				cursor.slice(0, position) + inserted + cursor.slice(position + removed),
		)
		.filter((other) => other !== cursor && other !== "");

/** Lists other spellings of the cursor. */
const respell = (cursor: string): string[] => [
	...["=", "==", "A", "\n"].map((end) => cursor + end),
	` ${cursor}`,
	cursor.toLowerCase(),
];

test.each(pagedOperations)(
	"$id rejects a cursor that it never issued",
	async (operation) => {
		const issued = await listIssued(operation);
		const others = pagedOperations.filter(({ id }) => id !== operation.id);
		const ofOthers = await Promise.all(
			others.map((other) => listIssued(other)),
		);
		const cursors = fc.oneof(
			fc.constantFrom(...issued).chain(createMutations),
			fc.constantFrom(...issued.flatMap(respell)),
			fc.constantFrom(...ofOthers.flat()),
			fc.constantFrom(...(await listIssued(operation, 2))),
		);
		const mock = createMock();
		const location =
			operation.bodies.length > 0
				? { pointer: "/cursor" }
				: { parameter: "cursor" };
		const property = fc.asyncProperty(cursors, (cursor) =>
			expectRejection(
				mock,
				operation,
				createPageRequest(operation, { cursor }),
				location,
			),
		);
		await fc.assert(property, { numRuns: countRuns(250) });
	},
);
