import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isNode } from "../../../src/document/node.ts";
import { createMock } from "../../../src/entries/index.ts";
import { countRuns } from "../../support/exhaustive.ts";
import { contract } from "../../support/shipped-contract.ts";
import {
	type OperationRequests,
	operations,
} from "./requests/operation-requests.ts";
import {
	createJsonRequest,
	type RequestParts,
	toRequest,
} from "./requests/request-parts.ts";
import { expectRejection, parseResponse } from "./responses.ts";

/** The operations that return pages. */
const pagedOperations: readonly OperationRequests[] = operations.filter(
	({ maxLimit }) => maxLimit !== undefined,
);

/** Creates a request with these values in the query or the body, wherever the operation expects its cursor. */
function createRequest(
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
async function readCursors(
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

describe.each(operations.filter(({ violations }) => violations.length > 0))(
	"$id rejects a request with one error",
	(operation) => {
		test.each([...operation.violations])("if $title", async ({ requests }) => {
			const mock = createMock();
			const property = fc.asyncProperty(requests, ({ parts, location }) =>
				expectRejection(mock, operation, parts, location),
			);
			await fc.assert(property, { numRuns: countRuns(50) });
		});
	},
);

/** Each operation with arbitraries of requests in which one property of the body is invalid. */
const byProperty = operations.map((operation) => {
	const { violations } = operation;
	const names = violations.map(({ property = "cursor" }) => property);
	const invalid = [...new Set(names)]
		.filter((name) => name !== "cursor")
		.map((name) => {
			const ofName = violations.filter(({ property }) => property === name);
			const requests = fc.oneof(...ofName.map(({ requests }) => requests));
			return requests.map((request) => ({ ...request, name }));
		});
	return { ...operation, invalid };
});

test.each(byProperty.filter(({ invalid }) => invalid.length > 1))(
	"$id reports both errors of a request with two errors",
	async ({ invalid, ...operation }) => {
		const mock = createMock();
		const two = fc
			.shuffledSubarray(invalid, { minLength: 2, maxLength: 2 })
			.chain((both) => fc.tuple(...both));
		const property = fc.asyncProperty(two, async (both) => {
			const [body, other] = both.map(({ parts }) =>
				JSON.parse(parts.body ?? ""),
			);
			const name = both[1]?.name ?? "";
			if (!Object.hasOwn(other, name)) delete body[name];
			else body[name] = other[name];
			await expectRejection(
				mock,
				operation,
				createJsonRequest(operation, body),
				...both.map(({ location }) => location),
			);
		});
		await fc.assert(property, { numRuns: countRuns(100) });
	},
);

/** Returns every cursor of the operation in a mock with this seed. */
async function listIssued(
	operation: OperationRequests,
	seed = 1,
): Promise<readonly string[]> {
	const mock = createMock({ seed });
	const cursors = await readCursors(
		async (parts) =>
			parseResponse(operation.id, await mock.fetch(toRequest(parts))),
		operation,
	);
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
		const location = operation.hasBody
			? { pointer: "/cursor" }
			: { parameter: "cursor" };
		const property = fc.asyncProperty(cursors, (cursor) =>
			expectRejection(
				mock,
				operation,
				createRequest(operation, { cursor }),
				location,
			),
		);
		await fc.assert(property, { numRuns: countRuns(250) });
	},
);
