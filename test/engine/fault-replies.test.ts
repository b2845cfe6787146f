import { expect, test } from "vitest";
import { createStage, onZaps } from "./stage.ts";

test("answers with a listed status as the document shows it, and rests on what that rests on", async () => {
	await using stage = createStage();
	await stage.control.setFaults([onZaps({ kind: "status", status: 429 })]);
	const faulty = await stage.get("/v1/zaps");
	await stage.control.clearFaults();
	const preferred = await stage.get("/v1/zaps", { prefer: "code=429" });
	expect(faulty.body).toEqual(preferred.body);
	expect(faulty.headers.get("mock-assumptions")).toBe(
		preferred.headers.get("mock-assumptions"),
	);
	expect(faulty.headers.get("retry-after")).toBe("1");
});

test("rests on nothing where the answer is made up", async () => {
	await using stage = createStage();
	await stage.control.setFaults([
		onZaps({ kind: "status", status: 429, body: { own: true } }),
	]);
	const { headers, body } = await stage.get("/v1/zaps");
	expect(headers.get("mock-assumptions")).toBeNull();
	expect(headers.get("content-type")).toBe("application/problem+json");
	expect(body).toEqual({ own: true });
});

test("lets headers that are given win, whatever their case", async () => {
	await using stage = createStage();
	await stage.control.setFaults([
		onZaps({
			kind: "status",
			status: 429,
			headers: { "RETRY-After": "7", "Content-Type": "text/x", "X-A": "1" },
		}),
	]);
	const { headers } = await stage.get("/v1/zaps");
	expect(headers.get("retry-after")).toBe("7");
	expect(headers.get("content-type")).toBe("text/x");
	expect(headers.get("x-a")).toBe("1");
});

test.each([
	["a text, where the answer is one", "zaps 3\n", "zaps 3\n"],
	["JSON, where the answer is none", { a: [1] }, '{"a":[1]}'],
	["a text, where the answer is JSON", "text", '"text"'],
	["null, where the answer is JSON", null, "null"],
])("sends %s", async (name, body, text) => {
	await using stage = createStage();
	const isJson = name.endsWith("is JSON");
	const [operation, path] = isJson
		? ["listZaps", "/v1/zaps"]
		: ["getMetrics", "/metrics"];
	await stage.control.setFaults([
		{ operation, kind: "status", status: 200, body },
	]);
	const response = await stage.core.fetch(
		new Request(`http://zaps.test${path}`),
	);
	expect(await response.text()).toBe(text);
});

test("knows the reason of every status, and makes one up for those that have none", async () => {
	await using stage = createStage();
	for (const [status, reason] of [
		[418, "I'm a Teapot"],
		[299, "Status 299"],
		[599, "Status 599"],
	] as const) {
		await stage.control.setFaults([
			onZaps({ kind: "status", status, force: true }),
		]);
		const response = await stage.core.fetch(
			new Request("http://zaps.test/v1/zaps"),
		);
		expect(response.statusText).toBe(reason);
		expect(await response.json()).toMatchObject({ status, title: reason });
	}
});

test("asks with 401 for the credentials, and closes with 413 as the service would", async () => {
	await using stage = createStage();
	const answerOf = async (status: number) => {
		await stage.control.setFaults([
			{ operation: "createZap", kind: "status", status },
		]);
		return (await stage.create("x")).headers;
	};
	expect((await answerOf(401)).get("www-authenticate")).toBe("Bearer");
	expect((await answerOf(413)).get("connection")).toBe("close");
});

test("counts a faulty answer in the metrics, and no broken connection", async () => {
	await using stage = createStage();
	await stage.control.setFaults([
		onZaps({ kind: "status", status: 500, force: true, times: 1 }),
		onZaps({ kind: "reset", times: 1 }),
	]);
	await stage.get("/v1/zaps");
	await stage.get("/v1/zaps").catch(() => undefined);
	const { body } = await stage.get("/metrics");
	expect(body).toContain(
		'http_requests_total{operation="listZaps",status="500"} 1',
	);
	expect(body).not.toMatch(/listZaps",status="(0|200)"/);
});
