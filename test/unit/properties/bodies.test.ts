import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../../contracts/generated/operations.ts";
import { createMock } from "../../../src/entries/index.ts";
import { escapeSegment } from "../../../src/values/json.ts";
import { countRuns } from "../../support/exhaustive.ts";
import {
	createJsonRequest,
	operations,
	pagedOperations,
} from "./operations.ts";
import { byteChange, changeBytes, isJson } from "./raw-requests.ts";
import {
	countRecords,
	expectRejection,
	parseResponse,
	sendAnyRequest,
} from "./responses.ts";

/** Excludes the body itself, which is the first level. */
const MAX_LEVELS = limits.maxDepth - 1;
/** The space makes the name unknown to every operation. */
const unknownProperty = fc
	.string({ unit: "grapheme" })
	.map((name) => `x ${name}`);
const createNestedArray = (levels: number): string =>
	"[".repeat(levels) + "]".repeat(levels);
const illFormed = fc
	.tuple(fc.string(), fc.integer({ min: 0xd800, max: 0xdfff }), fc.string())
	.map(([before, half, after]) => before + String.fromCharCode(half) + after);
const power = fc.oneof(
	fc.integer({ min: 309, max: 5000 }),
	fc.integer({ min: 309, max: Number.MAX_SAFE_INTEGER }),
);

/** The JSON text of invalid values, and the pointer from them to the error. */
const invalidValues = {
	"nested deeper than allowed": fc
		.integer({ min: 1, max: 50 })
		.map((more) => createNestedArray(MAX_LEVELS + more))
		.map((json) => [json, "/0".repeat(MAX_LEVELS)] as const),
	"with a lone surrogate in a string": illFormed.map(
		(text) => [JSON.stringify([text]), "/0"] as const,
	),
	"with a lone surrogate in a name": illFormed.map(
		(text) => [JSON.stringify({ [text]: 1 }), ""] as const,
	),
	"with a number too large for a double": fc
		.tuple(fc.constantFrom("", "-"), power)
		.map((number) => [number.join("1e"), ""] as const),
};

/** Adds a property to a JSON object. The object and the value are JSON text. */
const addProperty = (object: string, name: string, value: string): string =>
	`${object === "{}" ? "{" : `${object.slice(0, -1)},`}${JSON.stringify(name)}:${value}}`;

/** Yields the bytes in chunks of this size, and then fails if `breaks` is set. */
async function* inChunks(bytes: Uint8Array, size: number, breaks: boolean) {
	for (let offset = 0; offset < bytes.length; offset += size)
		yield bytes.slice(offset, offset + size);
	if (breaks) throw new Error("The client closed the connection");
}

type Body = BodyInit | AsyncIterable<Uint8Array>;

const operationsWithBody = operations.filter(({ bodies }) => bodies.length > 0);

describe.each(operationsWithBody)("$id", (operation) => {
	const { id, success, problems, example } = operation;
	const writes = pagedOperations.every((each) => each.id !== id);
	const valid = JSON.stringify(example.body);
	let mock = createMock();
	beforeEach(() => {
		mock = createMock();
	});

	const withBody = (body: Body) =>
		new Request(createJsonRequest(operation, {}), {
			...({ body, duplex: "half" } as RequestInit),
		});
	const check = <Value>(
		values: fc.Arbitrary<Value>,
		run: (value: Value) => Promise<void>,
		numRuns = countRuns(60),
	) => fc.assert(fc.asyncProperty(values, run), { numRuns });

	test.each(Object.entries(invalidValues))(
		"rejects a body %s",
		async (_, values) => {
			await check(
				fc.tuple(unknownProperty, values),
				([name, [json, pointer]]) => {
					const request = withBody(addProperty(valid, name, json));
					const place = { pointer: `/${escapeSegment(name)}${pointer}` };
					return expectRejection(mock, operation, request, place);
				},
			);
		},
	);

	test("accepts a body of the maximum depth", async () => {
		await check(unknownProperty, async (name) => {
			const body = addProperty(valid, name, createNestedArray(MAX_LEVELS));
			const response = await mock.fetch(withBody(body));
			const { status } = await parseResponse(id, response);
			expect(status).toBe(success);
		});
	});

	test("rejects a body that is truncated, has trailing text, or is not UTF-8", async () => {
		await check(
			fc.tuple(
				fc.nat(),
				fc.constantFrom("x", "{}", ",", "]", "}", "\0"),
				fc.constantFrom(0x80, 0xbf, 0xc0, 0xe9, 0xff),
			),
			async ([length, more, invalidByte]) => {
				const notUtf8 = Buffer.from(addProperty(valid, "x y", '"?"'));
				notUtf8[notUtf8.length - '?"}'.length] = invalidByte;
				const truncated = valid.slice(0, length % valid.length);
				for (const body of [truncated, valid + more, notUtf8])
					await expectRejection(mock, operation, withBody(body), {
						pointer: "",
					});
			},
		);
	});

	test("accepts a body in chunks, but none that breaks off, and one with changed bytes only if it is JSON", async () => {
		await check(
			fc.record({
				changes: fc.array(byteChange, { maxLength: 2 }),
				size: fc.integer({ min: 1, max: 64 }),
				breaks: fc.boolean(),
			}),
			async ({ changes, size, breaks }) => {
				const bytes = new TextEncoder().encode(valid);
				const body = changes.reduce(changeBytes, bytes);
				const before = await countRecords(mock);
				const stream = inChunks(body, size, breaks);
				const status = await sendAnyRequest(mock, withBody(stream));
				const isAccepted = status === success;
				if (breaks || !isJson(body)) expect(status).toBe(problems.invalid);
				else if (changes.length === 0) expect(status).toBe(success);
				else expect([success, problems.invalid]).toContain(status);
				const written = isAccepted && writes ? 1 : 0;
				expect(await countRecords(mock)).toEqual({
					resources: before.resources + written,
					auditRecords: before.auditRecords + written,
				});
			},
			countRuns(200),
		);
	});
});

test.each([
	["createZap", { name: "a" }, "more"],
	["submitCommand", { command: "a" }, "args"],
])("%s returns any JSON value as it was sent", async (id, body, name) => {
	const mock = createMock();
	const operation = operations.find((each) => each.id === id);
	if (!operation) throw new Error(`The document has no ${id}.`);
	const property = fc.asyncProperty(fc.json(), async (json) => {
		const value: unknown = JSON.parse(json);
		const request = createJsonRequest(operation, { ...body, [name]: value });
		const { body: received } = await parseResponse(
			id,
			await mock.fetch(request),
		);
		// As JSON, because `toEqual` does not distinguish an own `__proto__` from the prototype.
		expect(JSON.stringify(Object(received)[name])).toBe(JSON.stringify(value));
	});
	const examples: [string][] = [['{"__proto__":{"__proto__":1}}']];
	await fc.assert(property, { numRuns: countRuns(300), examples });
});
