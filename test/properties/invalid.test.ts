import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMock } from "../../src/index.ts";
import { readAnswer } from "./answers.ts";
import { paged, partsWith, readPages } from "./paging.ts";
import { type Parts, toRequest } from "./parts.ts";
import { expectRefusal } from "./refusal.ts";
import { type OperationRequests, operations } from "./requests.ts";

const RUNS = 25;

const refusing = operations.filter(({ faults }) => faults.length > 0);

describe.each(refusing.map((operation) => [operation.id, operation] as const))(
	"a request of %s is refused, by the place that is wrong, and changes nothing",
	(_, operation) => {
		test.each(
			operation.faults.map(({ title, requests }) => [title, requests] as const),
		)("where %s", async (_title, requests) => {
			const mock = createMock();
			const property = fc.asyncProperty(requests, ({ parts, place }) =>
				expectRefusal(mock, operation, parts, place),
			);
			await fc.assert(property, { numRuns: RUNS });
		});
	},
);

/** A member of a body, and what is wrong with it; only members of the body itself. */
const memberFaults = ({ faults }: OperationRequests) =>
	faults.filter(
		({ title }) => /^\/[a-zA-Z]+ /.test(title) && !title.startsWith("/cursor"),
	);
const memberOf = (title: string): string => title.slice(1, title.indexOf(" "));
const severalMembers = operations.filter(
	(operation) =>
		new Set(memberFaults(operation).map(({ title }) => memberOf(title))).size >
		1,
);

test.each(
	severalMembers.map((operation) => [operation.id, operation] as const),
)(
	"a request of %s that is wrong in two places is refused by both of them",
	async (_, operation) => {
		const twoFaults = fc
			.tuple(
				fc.constantFrom(...memberFaults(operation)),
				fc.constantFrom(...memberFaults(operation)),
			)
			.filter(([one, other]) => memberOf(one.title) !== memberOf(other.title))
			.chain(([one, other]) =>
				fc.tuple(
					one.requests,
					other.requests,
					fc.constant(memberOf(other.title)),
				),
			);
		const mock = createMock();
		const property = fc.asyncProperty(
			twoFaults,
			async ([one, other, member]) => {
				const { [member]: _valid, ...rest }: Record<string, unknown> =
					JSON.parse(one.parts.body ?? "");
				const { [member]: broken }: Record<string, unknown> = JSON.parse(
					other.parts.body ?? "",
				);
				await expectRefusal(
					mock,
					operation,
					{ ...one.parts, body: JSON.stringify({ ...rest, [member]: broken }) },
					one.place,
					other.place,
				);
			},
		);
		await fc.assert(property);
	},
);

/** Every cursor of the operation, from a mock that starts from this seed. */
async function issuedCursors(
	operation: OperationRequests,
	seed = 1,
): Promise<string[]> {
	const mock = createMock({ seed });
	const send = async (parts: Parts) =>
		readAnswer(operation.id, await mock.fetch(toRequest(parts)));
	const cursors: string[] = [];
	for await (const { nextCursor } of readPages(send, operation, [1]))
		if (nextCursor !== null) cursors.push(nextCursor);
	expect(cursors.length).toBeGreaterThanOrEqual(10);
	return cursors;
}

const character = fc.constantFrom(..."ABCXYZabcxyz0129-_+/= ~");

/** Another string, near to this one. */
const mutated = (cursor: string): fc.Arbitrary<string> =>
	fc
		.tuple(
			fc.nat(cursor.length),
			fc.nat(2),
			fc.string({ unit: character, maxLength: 3 }),
		)
		.map(
			([place, removed, inserted]) =>
				cursor.slice(0, place) + inserted + cursor.slice(place + removed),
		)
		.filter((other) => other !== cursor && other !== "");

describe.each(paged.map((operation) => [operation.id, operation] as const))(
	"a cursor that %s never issued is refused, and changes nothing",
	(_, operation) => {
		const place =
			operation.paging?.cursorIn === "query"
				? { parameter: "cursor" }
				: { pointer: "/cursor" };
		const refused = async (cursors: fc.Arbitrary<string>): Promise<void> => {
			const mock = createMock();
			const property = fc.asyncProperty(cursors, (cursor) =>
				expectRefusal(mock, operation, partsWith(operation, { cursor }), place),
			);
			await fc.assert(property);
		};

		test("where it is near to one that was issued", async () => {
			const issued = await issuedCursors(operation);
			await refused(fc.constantFrom(...issued).chain(mutated));
		});

		test("where it is another spelling of one that was issued", async () => {
			const issued = await issuedCursors(operation);
			const respelt = (cursor: string): string[] => [
				`${cursor}=`,
				`${cursor}==`,
				` ${cursor}`,
				`${cursor}\n`,
				cursor.toLowerCase(),
				`${cursor}A`,
			];
			await refused(fc.constantFrom(...issued.flatMap(respelt)));
		});

		const others = paged.filter(({ id }) => id !== operation.id);
		test.each(others.map((other) => [other.id, other] as const))(
			"where it was issued by %s",
			async (_id, other) => {
				await refused(fc.constantFrom(...(await issuedCursors(other))));
			},
		);

		test("where it was issued for other data", async () => {
			await refused(fc.constantFrom(...(await issuedCursors(operation, 2))));
		});
	},
);
