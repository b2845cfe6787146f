import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits } from "../../contracts/generated/operations.ts";
import { createMock } from "../../src/index.ts";
import { readAnswer } from "./answers.ts";
import { escapeSegment, memberName } from "./json-values.ts";
import { type Parts, toRequest } from "./parts.ts";
import { expectRefusal } from "./refusal.ts";
import { operations } from "./requests.ts";

interface WithBody extends Parts {
	readonly body: string;
}

const RUNS = 30;
const WHOLE = { pointer: "" };
const loneHalf = fc
	.integer({ min: 0xd800, max: 0xdfff })
	.map((half) => String.fromCharCode(half));
/** No operation knows a member of such a name. */
const unknownName = memberName.map((name) => `x ${name}`);
const nested = (levels: number): string =>
	"[".repeat(levels) + "]".repeat(levels);

/** The JSON object with one more member, both of which are JSON text. */
const withMember = (object: string, name: string, value: string): string =>
	`${object === "{}" ? "{" : `${object.slice(0, -1)},`}${JSON.stringify(name)}:${value}}`;

const bodied = operations.filter(({ schemas }) => "type" in schemas.request);

describe.each(bodied.map((operation) => [operation.id, operation] as const))(
	"a body for %s is refused, and changes nothing",
	(_, operation) => {
		const valid = operation.valid.filter(
			(parts): parts is WithBody => parts.body !== undefined,
		);
		const mock = createMock();
		const check = <Values extends unknown[]>(
			values: fc.Arbitrary<Values>,
			examine: (parts: WithBody, ...values: Values) => Promise<void>,
		) =>
			fc.assert(
				fc.asyncProperty(valid, values, (parts, drawn) =>
					examine(parts, ...drawn),
				),
				{ numRuns: RUNS },
			);

		test("where it nests too deeply, but not where it nests as deeply as it may", async () => {
			await check(
				fc.tuple(unknownName, fc.integer({ min: 1, max: 50 })),
				async (parts, name, more) => {
					// The body itself is the first level.
					const most = limits.maxDepth - 1;
					const deepest = {
						...parts,
						body: withMember(parts.body, name, nested(most)),
					};
					const { status } = await readAnswer(
						operation.id,
						await mock.fetch(toRequest(deepest)),
					);
					expect(status).toBe(operation.success);
					const tooDeep = {
						...parts,
						body: withMember(parts.body, name, nested(most + more)),
					};
					const pointer = `/${escapeSegment(name)}${"/0".repeat(most)}`;
					await expectRefusal(mock, operation, tooDeep, { pointer });
				},
			);
		});

		test("where it has half of a surrogate pair", async () => {
			await check(
				fc.tuple(unknownName, fc.string(), loneHalf, fc.string()),
				async (parts, name, before, half, after) => {
					const text = before + half + after;
					const pointer = `/${escapeSegment(name)}`;
					await expectRefusal(
						mock,
						operation,
						{
							...parts,
							body: withMember(parts.body, name, JSON.stringify([text])),
						},
						{ pointer: `${pointer}/0` },
					);
					await expectRefusal(
						mock,
						operation,
						{
							...parts,
							body: withMember(parts.body, name, JSON.stringify({ [text]: 1 })),
						},
						{ pointer },
					);
				},
			);
		});

		test("where it has a number beyond a double", async () => {
			const exponent = fc.oneof(
				fc.integer({ min: 309, max: 5000 }),
				fc
					.maxSafeInteger()
					.map(Math.abs)
					.filter((value) => value > 309),
			);
			await check(
				fc.tuple(unknownName, fc.constantFrom("", "-"), exponent),
				async (parts, name, sign, power) => {
					const body = withMember(parts.body, name, `${sign}1e${power}`);
					await expectRefusal(
						mock,
						operation,
						{ ...parts, body },
						{ pointer: `/${escapeSegment(name)}` },
					);
				},
			);
		});

		test("where it is cut off, or goes on", async () => {
			await check(
				fc.tuple(fc.nat(), fc.constantFrom("x", "{}", ",", "]", "}", "\0")),
				async (parts, length, more) => {
					await expectRefusal(
						mock,
						operation,
						{ ...parts, body: parts.body.slice(0, length % parts.body.length) },
						WHOLE,
					);
					await expectRefusal(
						mock,
						operation,
						{ ...parts, body: parts.body + more },
						WHOLE,
					);
				},
			);
		});

		test("where it is not UTF-8", async () => {
			await check(
				fc.tuple(unknownName, fc.constantFrom(0x80, 0xbf, 0xc0, 0xe9, 0xff)),
				async (parts, name, stray) => {
					const bytes = Buffer.from(withMember(parts.body, name, '"?"'));
					bytes[bytes.length - '?"}'.length] = stray;
					const { headers, url, method } = toRequest(parts);
					await expectRefusal(
						mock,
						operation,
						new Request(url, { method, headers, body: bytes }),
						WHOLE,
					);
				},
			);
		});
	},
);
