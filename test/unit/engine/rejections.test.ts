import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { validators as requests } from "../../../contracts/generated/request-validators.ts";
import { validators as responses } from "../../../contracts/generated/response-validators.ts";
import { createTestMock } from "./test-mock.ts";

test.each([
	[20, "20 places; see errors"],
	[21, "more than 20 places; the first 20 are listed"],
])("lists at most 20 of %i wrong places", async (length, text) => {
	await using mock = createTestMock();
	const steps = Array.from({ length }, () => ({}));
	const { body } = await mock.post("/v1/pipeline", { steps });
	expect(body).toMatchObject({
		detail: `The request is invalid in ${text}.`,
		errors: steps
			.slice(0, 20)
			.map((_, at) => ({ pointer: `/steps/${at}/command` })),
	});
});

test.each([
	["a request", requests["submitPipeline body"], "steps"],
	["a response", responses["listZaps 200"], "items"],
])(
	"stops validating %s after a bounded number of errors",
	(_, validate, list) => {
		const valid = validate?.({ [list]: Array(10_000).fill({}) });
		expect(valid).toBe(false);
		expect(validate?.errors?.length).toBeLessThanOrEqual(1_000);
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
