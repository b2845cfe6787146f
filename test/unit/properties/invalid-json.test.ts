import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits } from "../../../contracts/generated/operations.ts";
import { createMock } from "../../../src/index.ts";
import { escapeSegment } from "../../../src/values/json-pointer.ts";
import { operationsWithBody } from "./requests/operation-requests.ts";
import { type RequestParts, toRequest } from "./requests/request-parts.ts";
import { expectRejection } from "./responses/expect-rejection.ts";
import { parseResponse } from "./responses/parsed-response.ts";
import { propertyName } from "./schema/json-values.ts";

interface RequestWithBody extends RequestParts {
	readonly body: string;
}

const RUNS = 30;
const WHOLE_BODY = { pointer: "" };
const loneSurrogate = fc
	.integer({ min: 0xd800, max: 0xdfff })
	.map((half) => String.fromCharCode(half));
/** The space makes the name unknown to every operation. */
const unknownProperty = propertyName.map((name) => `x ${name}`);
const createNestedArray = (levels: number): string =>
	"[".repeat(levels) + "]".repeat(levels);

/** Adds a property to a JSON object. The object and the value are JSON text. */
const addProperty = (object: string, name: string, value: string): string =>
	`${object === "{}" ? "{" : `${object.slice(0, -1)},`}${JSON.stringify(name)}:${value}}`;

describe.each(
	operationsWithBody.map((operation) => [operation.id, operation] as const),
)("%s rejects a body", (_, operation) => {
	const valid = operation.valid.filter(
		(parts): parts is RequestWithBody => parts.body !== undefined,
	);
	const mock = createMock();
	const check = <Values extends unknown[]>(
		values: fc.Arbitrary<Values>,
		run: (parts: RequestWithBody, ...values: Values) => Promise<void>,
	) =>
		fc.assert(
			fc.asyncProperty(valid, values, (parts, drawn) => run(parts, ...drawn)),
			{ numRuns: RUNS },
		);

	test("nested one level deeper than allowed, and accepts the maximum depth", async () => {
		await check(
			fc.tuple(unknownProperty, fc.integer({ min: 1, max: 50 })),
			async (parts, name, more) => {
				// Excludes the body itself, which is the first level.
				const maxLevels = limits.maxDepth - 1;
				const deepest = {
					...parts,
					body: addProperty(parts.body, name, createNestedArray(maxLevels)),
				};
				const { status } = await parseResponse(
					operation.id,
					await mock.fetch(toRequest(deepest)),
				);
				expect(status).toBe(operation.successStatus);
				const tooDeep = {
					...parts,
					body: addProperty(
						parts.body,
						name,
						createNestedArray(maxLevels + more),
					),
				};
				const pointer = `/${escapeSegment(name)}${"/0".repeat(maxLevels)}`;
				await expectRejection(mock, operation, tooDeep, { pointer });
			},
		);
	});

	test("with a lone surrogate", async () => {
		await check(
			fc.tuple(unknownProperty, fc.string(), loneSurrogate, fc.string()),
			async (parts, name, before, half, after) => {
				const text = before + half + after;
				const pointer = `/${escapeSegment(name)}`;
				await expectRejection(
					mock,
					operation,
					{
						...parts,
						body: addProperty(parts.body, name, JSON.stringify([text])),
					},
					{ pointer: `${pointer}/0` },
				);
				await expectRejection(
					mock,
					operation,
					{
						...parts,
						body: addProperty(parts.body, name, JSON.stringify({ [text]: 1 })),
					},
					{ pointer },
				);
			},
		);
	});

	test("with a number too large for a double", async () => {
		const exponent = fc.oneof(
			fc.integer({ min: 309, max: 5000 }),
			fc
				.maxSafeInteger()
				.map(Math.abs)
				.filter((value) => value > 309),
		);
		await check(
			fc.tuple(unknownProperty, fc.constantFrom("", "-"), exponent),
			async (parts, name, sign, power) => {
				const body = addProperty(parts.body, name, `${sign}1e${power}`);
				await expectRejection(
					mock,
					operation,
					{ ...parts, body },
					{ pointer: `/${escapeSegment(name)}` },
				);
			},
		);
	});

	test("that is truncated or has trailing text", async () => {
		await check(
			fc.tuple(fc.nat(), fc.constantFrom("x", "{}", ",", "]", "}", "\0")),
			async (parts, length, more) => {
				await expectRejection(
					mock,
					operation,
					{ ...parts, body: parts.body.slice(0, length % parts.body.length) },
					WHOLE_BODY,
				);
				await expectRejection(
					mock,
					operation,
					{ ...parts, body: parts.body + more },
					WHOLE_BODY,
				);
			},
		);
	});

	test("that is not UTF-8", async () => {
		await check(
			fc.tuple(unknownProperty, fc.constantFrom(0x80, 0xbf, 0xc0, 0xe9, 0xff)),
			async (parts, name, invalidByte) => {
				const bytes = Buffer.from(addProperty(parts.body, name, '"?"'));
				bytes[bytes.length - '?"}'.length] = invalidByte;
				const { headers, url, method } = toRequest(parts);
				await expectRejection(
					mock,
					operation,
					new Request(url, { method, headers, body: bytes }),
					WHOLE_BODY,
				);
			},
		);
	});
});
