import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits } from "../../../contracts/generated/operations.ts";
import { createMock } from "../../../src/index.ts";
import { escapeSegment } from "../../../src/values/json-pointer.ts";
import { operationsWithBody } from "./requests/operation-requests.ts";
import { toRequest } from "./requests/request-parts.ts";
import { expectRejection } from "./responses/expect-rejection.ts";
import { parseResponse } from "./responses/parsed-response.ts";
import { propertyName } from "./schema/json-values.ts";

/** The JSON text of a value, and the pointer from it to the error. */
interface InvalidJson {
	readonly json: string;
	readonly pointer: string;
}

const RUNS = 30;
const WHOLE_BODY = { pointer: "" };
/** Excludes the body itself, which is the first level. */
const MAX_LEVELS = limits.maxDepth - 1;
/** The space makes the name unknown to every operation. */
const unknownProperty = propertyName.map((name) => `x ${name}`);
const createNestedArray = (levels: number): string =>
	"[".repeat(levels) + "]".repeat(levels);
const illFormed = fc
	.tuple(fc.string(), fc.integer({ min: 0xd800, max: 0xdfff }), fc.string())
	.map(([before, half, after]) => before + String.fromCharCode(half) + after);

const invalidValues: [string, fc.Arbitrary<InvalidJson>][] = [
	[
		"nested deeper than allowed",
		fc.integer({ min: 1, max: 50 }).map((more) => ({
			json: createNestedArray(MAX_LEVELS + more),
			pointer: "/0".repeat(MAX_LEVELS),
		})),
	],
	[
		"with a lone surrogate in a string",
		illFormed.map((text) => ({ json: JSON.stringify([text]), pointer: "/0" })),
	],
	[
		"with a lone surrogate in a name",
		illFormed.map((text) => ({
			json: JSON.stringify({ [text]: 1 }),
			pointer: "",
		})),
	],
	[
		"with a number too large for a double",
		fc
			.tuple(
				fc.constantFrom("", "-"),
				fc.oneof(
					fc.integer({ min: 309, max: 5000 }),
					fc.integer({ min: 309, max: Number.MAX_SAFE_INTEGER }),
				),
			)
			.map(([sign, power]) => ({ json: `${sign}1e${power}`, pointer: "" })),
	],
];

/** Adds a property to a JSON object. The object and the value are JSON text. */
const addProperty = (object: string, name: string, value: string): string =>
	`${object === "{}" ? "{" : `${object.slice(0, -1)},`}${JSON.stringify(name)}:${value}}`;

describe.each(operationsWithBody)("$id", (operation) => {
	const mock = createMock();
	/** Checks bodies made from a valid one. */
	const check = <Value>(
		values: fc.Arbitrary<Value>,
		run: (
			valid: string,
			value: Value,
			withBody: (body: BodyInit) => Request,
		) => Promise<void>,
	) =>
		fc.assert(
			fc.asyncProperty(operation.valid, values, (parts, value) => {
				const request = toRequest(parts);
				const withBody = (body: BodyInit) => new Request(request, { body });
				return run(parts.body ?? "", value, withBody);
			}),
			{ numRuns: RUNS },
		);

	test.each(invalidValues)("rejects a body %s", async (_, values) => {
		await check(
			fc.tuple(unknownProperty, values),
			(valid, [name, { json, pointer }], withBody) => {
				const request = withBody(addProperty(valid, name, json));
				const place = { pointer: `/${escapeSegment(name)}${pointer}` };
				return expectRejection(mock, operation, request, place);
			},
		);
	});

	test("accepts a body of the maximum depth", async () => {
		await check(unknownProperty, async (valid, name, withBody) => {
			const body = addProperty(valid, name, createNestedArray(MAX_LEVELS));
			const response = await mock.fetch(withBody(body));
			const { status } = await parseResponse(operation.id, response);
			expect(status).toBe(operation.successStatus);
		});
	});

	test("rejects a body that is truncated or has trailing text", async () => {
		await check(
			fc.tuple(fc.nat(), fc.constantFrom("x", "{}", ",", "]", "}", "\0")),
			async (valid, [length, more], withBody) => {
				for (const body of [
					valid.slice(0, length % valid.length),
					valid + more,
				])
					await expectRejection(mock, operation, withBody(body), WHOLE_BODY);
			},
		);
	});

	test("rejects a body that is not UTF-8", async () => {
		await check(
			fc.tuple(unknownProperty, fc.constantFrom(0x80, 0xbf, 0xc0, 0xe9, 0xff)),
			(valid, [name, invalidByte], withBody) => {
				const body = Buffer.from(addProperty(valid, name, '"?"'));
				body[body.length - '?"}'.length] = invalidByte;
				return expectRejection(mock, operation, withBody(body), WHOLE_BODY);
			},
		);
	});
});
