import { expect, test } from "vitest";
import { serveStage } from "../../support/serve-stage.ts";

const JSON_TYPE = { "content-type": "application/json" };
const KIB = 1024;

test.each([
	["POST", "/reset", "{", "", "is not valid JSON"],
	["PUT", "/faults", "[1e999]", "/0", "is outside the range of a double"],
	["PUT", "/scenario", "", "/name", "is required"],
	["PUT", "/scenario", "{}", "/name", "is required"],
	["PUT", "/scenario", "[]", "", "must be an object"],
	["PUT", "/scenario", '{"name":7}', "/name", "must be a string"],
	[
		"PUT",
		"/scenario",
		'{"name":"slow","a/b":1}',
		"/a~1b",
		"is an unknown property. Available: name",
	],
	[
		"POST",
		"/reset",
		'{"datset":"empty"}',
		"/datset",
		'is an unknown property. Did you mean "dataset"? Available: dataset, seed, all',
	],
	["POST", "/reset", '{"seed":"7"}', "/seed", "must be a whole number"],
	["POST", "/reset", "null", "", "must be an object"],
	[
		"POST",
		"/snapshots",
		'{"id":"x"}',
		"/id",
		"is an unknown property. None is available",
	],
	[
		"POST",
		"/requests/count",
		'{"limit":1}',
		"/limit",
		"is an unknown property. Available: operation, method, path, status, query, body",
	],
	[
		"POST",
		"/requests/find",
		'{"status":"200"}',
		"/status",
		"must be a whole number",
	],
	["PUT", "/faults", "{}", "", "must be an array"],
	["PUT", "/state", "[]", "", "must be an object"],
	["PUT", "/state", "", "", "must be an object"],
])(
	"rejects %s %s with %j and names the place",
	async (method, path, body, pointer, detail) => {
		await using stage = await serveStage();
		const response = await stage.send(`/__mock${path}`, {
			method,
			headers: JSON_TYPE,
			body,
		});
		expect(response.status).toBe(400);
		expect(response.headers.get("content-type")).toBe(
			"application/problem+json",
		);
		expect((await response.json()).errors).toEqual([
			{ pointer, detail: expect.stringContaining(detail) },
		]);
	},
);

test.each([
	"text/plain",
	"application/json5",
	"application/x-www-form-urlencoded",
])("rejects a body of the type %s", async (type) => {
	await using stage = await serveStage();
	const response = await stage.send("/__mock/scenario", {
		method: "PUT",
		headers: { "content-type": type },
		body: '{"name":"slow"}',
	});
	expect(response.status).toBe(415);
	expect((await response.json()).detail).toBe(
		`The Content-Type of the body is ${type}. Send JSON, with Content-Type: application/json.`,
	);
	expect((await stage.control.scenarios()).active).toBe("normal");
});

test("rejects a body without a Content-Type", async () => {
	await using stage = await serveStage();
	const body = new TextEncoder().encode('{"name":"slow"}');
	const response = await stage.send("/__mock/scenario", {
		method: "PUT",
		body,
	});
	expect(response.status).toBe(415);
	expect((await response.json()).detail).toContain(
		"Content-Type of the body is missing",
	);
});

test("accepts JSON types with parameters, in any case", async () => {
	await using stage = await serveStage();
	const response = await stage.send("/__mock/scenario", {
		method: "PUT",
		headers: { "content-type": "Application/JSON; charset=utf-8" },
		body: '{"name":"slow"}',
	});
	expect(await response.json()).toMatchObject({ active: "slow" });
});

test.each([
	["PUT", "/faults", 1024 * KIB],
	["POST", "/snapshots", 1024 * KIB],
	["POST", "/login", 4 * KIB],
	["PUT", "/state", 64 * 1024 * KIB],
])(
	"rejects a body of %s %s over the size limit",
	async (method, path, most) => {
		await using stage = await serveStage();
		const send = (length: number) =>
			stage.send(`/__mock${path}`, {
				method,
				headers: JSON_TYPE,
				body: `"${"x".repeat(length - 2)}"`,
			});
		const tooLong = await send(most + 1);
		expect(tooLong.status).toBe(413);
		expect((await tooLong.json()).detail).toBe(
			`The body is larger than ${most} bytes. Send a smaller one.`,
		);
		expect((await send(most)).status).toBe(400);
	},
);
