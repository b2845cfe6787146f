import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMock } from "../../../src/index.ts";
import {
	type OperationRequests,
	operations,
} from "./requests/operation-requests.ts";
import {
	createRequest,
	pagedOperations,
	readPages,
} from "./requests/read-pages.ts";
import { type RequestParts, toRequest } from "./requests/request-parts.ts";
import { expectRejection } from "./responses/expect-rejection.ts";
import { parseResponse } from "./responses/parsed-response.ts";

const RUNS = 25;

describe.each(operations.filter(({ violations }) => violations.length > 0))(
	"$id rejects a request with one error",
	(operation) => {
		const violations = operation.violations.map(
			({ title, requests }) => [title, requests] as const,
		);
		test.each(violations)("if %s", async (_title, requests) => {
			const mock = createMock();
			const property = fc.asyncProperty(requests, ({ parts, location }) =>
				expectRejection(mock, operation, parts, location),
			);
			await fc.assert(property, { numRuns: RUNS });
		});
	},
);

const listPropertyViolations = ({ violations }: OperationRequests) =>
	violations.filter(({ property = "cursor" }) => property !== "cursor");

test.each(
	operations.filter(
		(operation) =>
			new Set(listPropertyViolations(operation).map(({ property }) => property))
				.size > 1,
	),
)("$id reports both errors of a request with two errors", async (operation) => {
	const violation = fc.constantFrom(...listPropertyViolations(operation));
	const twoViolations = fc
		.tuple(violation, violation)
		.filter(([one, other]) => one.property !== other.property)
		.chain(([one, other]) =>
			fc.tuple(
				one.requests,
				other.requests,
				fc.constant(String(other.property)),
			),
		);
	const mock = createMock();
	const property = fc.asyncProperty(
		twoViolations,
		async ([one, other, name]) => {
			const { [name]: _valid, ...rest } = JSON.parse(one.parts.body ?? "");
			const { [name]: invalid } = JSON.parse(other.parts.body ?? "");
			const body = JSON.stringify({ ...rest, [name]: invalid });
			await expectRejection(
				mock,
				operation,
				{ ...one.parts, body },
				one.location,
				other.location,
			);
		},
	);
	await fc.assert(property);
});

/** Returns every cursor of the operation in a mock with this seed. */
async function readCursors(
	operation: OperationRequests,
	seed = 1,
): Promise<string[]> {
	const mock = createMock({ seed });
	const send = async (parts: RequestParts) =>
		parseResponse(operation.id, await mock.fetch(toRequest(parts)));
	const cursors: string[] = [];
	for await (const { nextCursor } of readPages(send, operation, [1]))
		if (nextCursor !== null) cursors.push(nextCursor);
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

describe.each(pagedOperations)(
	"$id rejects a cursor that it never issued",
	(operation) => {
		const location = operation.hasBody
			? { pointer: "/cursor" }
			: { parameter: "cursor" };
		const expectRejections = async (
			cursors: fc.Arbitrary<string>,
		): Promise<void> => {
			const mock = createMock();
			const property = fc.asyncProperty(cursors, (cursor) =>
				expectRejection(
					mock,
					operation,
					createRequest(operation, { cursor }),
					location,
				),
			);
			await fc.assert(property);
		};

		test("similar to an issued cursor", async () => {
			const issued = await readCursors(operation);
			await expectRejections(fc.constantFrom(...issued).chain(createMutations));
		});

		test("another spelling of an issued cursor", async () => {
			const issued = await readCursors(operation);
			const respell = (cursor: string): string[] => [
				`${cursor}=`,
				`${cursor}==`,
				` ${cursor}`,
				`${cursor}\n`,
				cursor.toLowerCase(),
				`${cursor}A`,
			];
			await expectRejections(fc.constantFrom(...issued.flatMap(respell)));
		});

		const others = pagedOperations.filter(({ id }) => id !== operation.id);
		test.each(others)("issued by $id", async (other) => {
			await expectRejections(fc.constantFrom(...(await readCursors(other))));
		});

		test("issued for other data", async () => {
			await expectRejections(
				fc.constantFrom(...(await readCursors(operation, 2))),
			);
		});
	},
);
