import { expect, test } from "vitest";
import { zapsFault } from "../../../support/zaps-fault.ts";
import { createTestMock } from "../test-mock.ts";

test("responds with a listed status exactly as for Prefer, assumptions included", async () => {
	await using mock = createTestMock();
	await mock.control.setFaults([zapsFault({ kind: "status", status: 429 })]);
	const injected = await mock.get("/v1/zaps");
	await mock.control.clearFaults();
	const preferred = await mock.get("/v1/zaps", { prefer: "code=429" });
	expect(injected.body).toEqual(preferred.body);
	expect(injected.headers.get("mock-assumptions")).toBe(
		preferred.headers.get("mock-assumptions"),
	);
	expect(injected.headers.get("retry-after")).toBe("1");
});

test("lists no assumptions for a custom body", async () => {
	await using mock = createTestMock();
	await mock.control.setFaults([
		zapsFault({ kind: "status", status: 429, body: { own: true } }),
	]);
	const { headers, body } = await mock.get("/v1/zaps");
	expect(headers.get("mock-assumptions")).toBeNull();
	expect(headers.get("content-type")).toBe("application/problem+json");
	expect(body).toEqual({ own: true });
});

test("prefers the headers of the fault, whatever their case", async () => {
	await using mock = createTestMock();
	await mock.control.setFaults([
		zapsFault({
			kind: "status",
			status: 429,
			headers: { "RETRY-After": "7", "Content-Type": "text/x", "X-A": "1" },
		}),
	]);
	const { headers } = await mock.get("/v1/zaps");
	expect(headers.get("retry-after")).toBe("7");
	expect(headers.get("content-type")).toBe("text/x");
	expect(headers.get("x-a")).toBe("1");
});

test.each([
	["a string as is, for a text operation", "zaps 3\n", "zaps 3\n"],
	["an object as JSON, for a text operation", { a: [1] }, '{"a":[1]}'],
	["a string as JSON, for a JSON operation", "text", '"text"'],
	["null as JSON, for a JSON operation", null, "null"],
])("sends %s", async (name, body, text) => {
	await using mock = createTestMock();
	const isJson = name.endsWith("a JSON operation");
	const [operation, path] = isJson
		? ["listZaps", "/v1/zaps"]
		: ["getMetrics", "/metrics"];
	await mock.control.setFaults([
		{ operation, kind: "status", status: 200, body },
	]);
	const response = await mock.core.fetch(
		new Request(`http://zaps.test${path}`),
	);
	expect(await response.text()).toBe(text);
});

test("sends the standard reason phrase of a status, or a generated one", async () => {
	await using mock = createTestMock();
	for (const [status, reason] of [
		[418, "I'm a Teapot"],
		[299, "Status 299"],
		[599, "Status 599"],
	] as const) {
		await mock.control.setFaults([
			zapsFault({ kind: "status", status, force: true }),
		]);
		const response = await mock.core.fetch(
			new Request("http://zaps.test/v1/zaps"),
		);
		expect(response.statusText).toBe(reason);
		expect(await response.json()).toMatchObject({ status, title: reason });
	}
});

test("sends the headers that 401 and 413 require", async () => {
	await using mock = createTestMock();
	const headersOf = async (status: number) => {
		await mock.control.setFaults([
			{ operation: "createZap", kind: "status", status },
		]);
		return (await mock.create("x")).headers;
	};
	expect((await headersOf(401)).get("www-authenticate")).toBe("Bearer");
	expect((await headersOf(413)).get("connection")).toBe("close");
});

test("counts injected responses in the metrics, and no broken connections", async () => {
	await using mock = createTestMock();
	await mock.control.setFaults([
		zapsFault({ kind: "status", status: 500, force: true, times: 1 }),
		zapsFault({ kind: "reset", times: 1 }),
	]);
	await mock.get("/v1/zaps");
	await mock.get("/v1/zaps").catch(() => undefined);
	const { body } = await mock.get("/metrics");
	expect(body).toContain(
		'http_requests_total{operation="listZaps",status="500"} 1',
	);
	expect(body).not.toMatch(/listZaps",status="(0|200)"/);
});
