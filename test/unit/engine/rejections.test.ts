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

test.each([
	["gzip", 415, "identity"],
	["identity, gzip", 415, "identity"],
	["Identity", 202, null],
])(
	"responds to the Content-Encoding %s with %i",
	async (encoding, expected, accepted) => {
		await using mock = createTestMock();
		const sent = { "content-encoding": encoding };
		const body = { command: "zap.run" };
		const { status, headers } = await mock.post("/v1/command", body, sent);
		expect(status).toBe(expected);
		expect(headers.get("accept-encoding")).toBe(accepted);
		const assumptions = headers.get("mock-assumptions")?.split(", ");
		expect(assumptions?.includes("errors.encoding")).toBe(expected === 415);
	},
);

test.each(["1e1", "0x1", "+1", "1.0"])(
	"rejects the limit %s",
	async (limit) => {
		await using mock = createTestMock();
		const query = new URLSearchParams({ limit });
		expect(await mock.get(`/v1/zaps?${query}`)).toMatchObject({ status: 400 });
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
