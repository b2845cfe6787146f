import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createTestMock } from "./test-mock.ts";

test.each([
	[20, "20 places; see errors"],
	[50, "50 places; the first 20 are listed"],
])(
	"counts all of %i wrong places, and lists at most 20",
	async (length, text) => {
		await using mock = createTestMock();
		const steps = Array.from({ length }, () => ({}));
		const { body } = await mock.post("/v1/pipeline", { steps });
		expect(body).toMatchObject({
			detail: `The request is invalid in ${text}.`,
			errors: steps
				.slice(0, 20)
				.map((_, at) => ({ pointer: `/steps/${at}/command` })),
		});
	},
);

const NAME_RULE =
	'Use 1 to 100 of the characters A-Z, a-z, 0-9, ".", "_" and "-", but not "." or "..".';

test.each([
	["prefer", "Prefer", "", { prefer: "delay=x" }, 'Invalid delay "x".'],
	["session", "Mock-Session", "", { "mock-session": "a b" }, NAME_RULE],
	["session", "Mock-Session", "/__session/a:b", {}, NAME_RULE],
])(
	"marks its own rejection by Mock-Error: %s, of %s at %j",
	async (error, parameter, prefix, sent, reason) => {
		await using mock = createTestMock();
		const { status, headers, body } = await mock.get(`${prefix}/v1/zaps`, sent);
		expect(status).toBe(400);
		expect(headers.get("mock-error")).toBe(error);
		expect(headers.get("mock-assumptions")).toBeNull();
		expect(body).toMatchObject({
			type: "urn:understudy:rejected",
			errors: [{ parameter, detail: expect.stringContaining(reason) }],
		});
		const rejected = await mock.get("/v1/zaps?limit=0");
		expect(rejected.headers.get("mock-error")).toBeNull();
	},
);

test.each([
	["gzip", 415, "identity"],
	["identity, gzip", 415, "identity"],
	["Identity", 202, null],
])(
	"responds to the Content-Encoding %s with %i",
	async (encoding, expected, accepted) => {
		await using mock = createTestMock();
		const { status, headers } = await mock.post(
			"/v1/command",
			{ command: "zap.run" },
			{ "content-encoding": encoding },
		);
		expect(status).toBe(expected);
		expect(headers.get("accept-encoding")).toBe(accepted);
		expect(
			`${headers.get("mock-assumptions")}`.includes("errors.encoding"),
		).toBe(expected === 415);
	},
);

test("sends the 405 that the OpenAPI document has as its example", async () => {
	await using mock = createTestMock();
	const text = await readFile("contracts/openapi.yaml", "utf8");
	const { undefinedMethod } = parse(text)["x-beyond-operations"];
	const { content } = undefinedMethod.response;
	const { body } = await mock.send("/v1/zaps", { method: "DELETE" });
	expect(body).toEqual(content["application/problem+json"].example);
});
