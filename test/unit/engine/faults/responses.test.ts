import { expect, test, vi } from "vitest";
import { Waits } from "../../../../src/faults/damage-body.ts";
import { zapsFault } from "../../../support/zaps-fault.ts";
import { createTestMock } from "../test-mock.ts";

/** Returns the response of listZaps to a fault of the kind `status`. */
async function respondWith(status: number, properties: object = {}) {
	await using mock = createTestMock();
	const fault = zapsFault({ kind: "status", status, ...properties });
	await mock.setFaults([fault]);
	return mock.get("/v1/zaps");
}

test("responds with a listed status exactly as for Prefer, assumptions included", async () => {
	await using mock = createTestMock();
	const injected = await respondWith(429);
	const preferred = await mock.get("/v1/zaps", { prefer: "code=429" });
	expect(injected.body).toEqual(preferred.body);
	expect(injected.headers.get("mock-assumptions")).toBe(
		preferred.headers.get("mock-assumptions"),
	);
});

test("lists no assumptions for a custom body, and prefers the headers of the fault, whatever their case", async () => {
	const plain = await respondWith(429, { body: { own: true } });
	expect(plain.headers.get("content-type")).toBe("application/problem+json");
	expect(plain.body).toEqual({ own: true });
	const own = { "RETRY-After": "7", "Content-Type": "text/x", "X-A": "1" };
	const { headers } = await respondWith(429, { body: "x", headers: own });
	expect(Object.fromEntries(headers)).toEqual({
		...{ "content-type": "text/x", "retry-after": "7", "x-a": "1" },
		// A browser may take this type for a page.
		"content-security-policy": "sandbox",
	});
});

test("closes the connection after a body that violates the document if the request is too long", async () => {
	await using mock = createTestMock();
	const body = { id: 1 };
	await mock.setFaults([
		{ operation: "createZap", kind: "status", status: 201, body },
	]);
	const { status, headers } = await mock.post("/v1/zaps", "x".repeat(2 ** 21));
	expect(status).toBe(201);
	expect(headers.get("connection")).toBe("close");
	expect(await mock.countRequests({ violations: true })).toBe(1);
});

test.each([
	["a string as is", "getMetrics", "/metrics", "zaps 3\n", "zaps 3\n"],
	["an object as JSON", "getMetrics", "/metrics", { a: [1] }, '{"a":[1]}'],
	["a string as JSON", "listZaps", "/v1/zaps", "text", '"text"'],
	["null as JSON", "listZaps", "/v1/zaps", null, "null"],
])("sends %s for the operation %s", async (_, operation, path, body, text) => {
	await using mock = createTestMock();
	const fault = { operation, kind: "status", status: 200, body } as const;
	await mock.setFaults([fault]);
	const request = new Request(`http://zaps.test${path}`);
	expect(await (await mock.core.fetch(request)).text()).toBe(text);
});

test.each([
	[418, "I'm a Teapot"],
	[299, "Status 299"],
	[599, "Status 599"],
])("sends the reason phrase of the status %i, %s", async (status, reason) => {
	const response = await respondWith(status, { force: true });
	expect(response.statusText).toBe(reason);
	expect(response.headers.get("mock-assumptions")).toBeNull();
	const detail = `A fault of the mock responds with ${status}.`;
	expect(response.body).toMatchObject({ status, title: reason, detail });
});

test.each([
	[401, "www-authenticate", "Bearer"],
	[413, "connection", "close"],
])("sends the header that %i requires, %s", async (status, name, value) => {
	await using mock = createTestMock();
	const fault = { operation: "createZap", kind: "status", status } as const;
	await mock.setFaults([fault]);
	expect((await mock.create("x")).headers.get(name)).toBe(value);
});

test("counts injected responses in the metrics, and no broken connections", async () => {
	await using mock = createTestMock();
	await mock.setFaults([
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

test("waits for delays that are together longer than a timer can be", async () => {
	const ended = vi.fn();
	const waits = new Waits();
	const waiting = waits.wait(2 ** 31).then(ended);
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect(ended).not.toHaveBeenCalled();
	waits.cancel();
	await waiting;
});

test.each([
	["a delay", { kind: "delay", ms: 60_000 }, 200],
	["a timeout", { kind: "timeout" }, 0],
] as const)(
	"the journal has a request while its client waits because of %s",
	async (_, effect, status) => {
		await using mock = createTestMock();
		await mock.setFaults([{ operation: "listZaps", ...effect }]);
		const pending = mock.get("/v1/zaps").catch(() => ({ status: 0 }));
		await vi.waitFor(async () => {
			const { requests } = await mock.requests({ operation: "listZaps" });
			expect(requests).toMatchObject([{ status, fault: effect.kind }]);
			expect(requests[0]?.durationMs).toBeGreaterThanOrEqual(60_000);
		});
		mock.core.cancelWaits();
		expect((await pending).status).toBe(status);
	},
);
