import { expect, test } from "vitest";
import { zapsFault } from "../support/zaps-fault.ts";
import { capabilities, type TransportName } from "./capabilities.ts";
import {
	listZapNames,
	postJson,
	readChunks,
	readFailure,
	readProblem,
	requireControl,
} from "./requests.ts";
import type { OpenTransport, TransportMock } from "./transports.ts";

const requestZaps = ({ baseUrl, fetch }: TransportMock): Promise<Response> =>
	fetch(`${baseUrl}/v1/zaps`);

/** Expects that the client sees a broken connection instead of a response. */
async function expectBroken(
	name: TransportName,
	kind: "reset" | "empty" | "timeout",
	mock: TransportMock,
): Promise<void> {
	const { broken } = capabilities[name];
	if (broken === "error response") {
		const response = await requestZaps(mock);
		expect([response.type, response.status]).toEqual(["error", 0]);
		return;
	}
	const { name: error, code, message } = await readFailure(mock);
	expect(error).toBe("TypeError");
	if (broken === "network error") return;
	if (broken === "reset or closed" && kind === "reset")
		expect(code).toBe("ECONNRESET");
	else expect(message).toBe("other side closed");
}

/** Adds cases for faults. */
export function addFaultCases(name: TransportName, open: OpenTransport): void {
	test("responds with the status of a fault, and does not run the operation", async () => {
		await using mock = await open({ dataset: "empty" });
		const control = requireControl(mock);
		const headers = { "x-cause": "test" };
		await control.setFaults([
			{ operation: "createZap", kind: "status", status: 429, headers },
		]);
		const response = await postJson(mock, "/v1/zaps", { name: "No" });
		expect(response.headers.get("x-cause")).toBe("test");
		expect(response.headers.get("retry-after")).toBe("1");
		expect(await readProblem(response)).toMatchObject({ status: 429 });
		await control.clearFaults();
		expect(await listZapNames(mock)).toEqual([]);
	});

	test.each([
		["JSON", 500, { why: "test" }, undefined, '{"why":"test"}'],
		["text", 502, "<p>no</p>", "text/html", "<p>no</p>"],
	])(
		"responds with a custom body of %s",
		async (_, status, body, type, text) => {
			await using mock = await open();
			const headers: Record<string, string> = type
				? { "Content-Type": type }
				: {};
			await requireControl(mock).setFaults([
				zapsFault({ kind: "status", status, force: true, body, headers }),
			]);
			const response = await requestZaps(mock);
			expect(response.status).toBe(status);
			expect(response.headers.get("content-type")).toBe(
				type ?? "application/json",
			);
			expect(await response.text()).toBe(text);
		},
	);

	test.each([204, 205, 304])(
		"responds with %i without a body, then to the next request",
		async (status) => {
			await using mock = await open();
			await requireControl(mock).setFaults([
				zapsFault({
					kind: "status",
					status,
					force: true,
					body: {},
					times: 1,
				}),
			]);
			const response = await requestZaps(mock);
			expect(response.status).toBe(status);
			expect(await response.text()).toBe("");
			expect(await listZapNames(mock)).toHaveLength(20);
		},
	);

	test("delays a response", async () => {
		await using mock = await open();
		await requireControl(mock).setFaults([
			zapsFault({ kind: "delay", ms: 60 }),
		]);
		const started = performance.now();
		expect((await requestZaps(mock)).status).toBe(200);
		expect(performance.now() - started).toBeGreaterThanOrEqual(59);
	});

	test.each(["reset", "empty", "timeout"] as const)(
		"breaks the connection with the fault %s, then responds to the next request",
		async (kind) => {
			await using mock = await open();
			const control = requireControl(mock);
			const ms = kind === "timeout" ? { ms: 40 } : {};
			await control.setFaults([zapsFault({ kind, ...ms, times: 2 })]);
			for (let count = 0; count < 2; count++) {
				const started = performance.now();
				await expectBroken(name, kind, mock);
				if (kind === "timeout")
					expect(performance.now() - started).toBeGreaterThanOrEqual(39);
			}
			expect((await requestZaps(mock)).status).toBe(200);
			const { requests } = await control.requests({ operation: "listZaps" });
			expect(requests).toMatchObject([
				{ status: 200, fault: null },
				{ status: 0, fault: kind, response: { body: null } },
				{ status: 0, fault: kind },
			]);
		},
	);

	test.each([100, undefined])(
		"truncates a body after %s bytes, but announces its full length",
		async (bytes) => {
			await using mock = await open();
			const complete = await (await requestZaps(mock)).text();
			const control = requireControl(mock);
			await control.setFaults([
				zapsFault({ kind: "truncate", ...(bytes && { bytes }), times: 1 }),
			]);
			const response = await requestZaps(mock);
			expect(response.status).toBe(200);
			expect(response.headers.get("content-length")).toBe(`${complete.length}`);
			const { chunks, error } = await readChunks(response);
			expect(error).toBeInstanceOf(Error);
			expect(Buffer.concat(chunks).toString()).toBe(
				complete.slice(0, bytes ?? Math.floor(complete.length / 2)),
			);
			expect(await (await requestZaps(mock)).text()).toBe(complete);
		},
	);

	test("does not truncate a shorter body", async () => {
		await using mock = await open();
		const complete = await (await requestZaps(mock)).text();
		await requireControl(mock).setFaults([
			zapsFault({ kind: "truncate", bytes: complete.length }),
		]);
		expect(await (await requestZaps(mock)).text()).toBe(complete);
	});

	test("sends a body slowly, chunk by chunk", async () => {
		await using mock = await open();
		const complete = await (await requestZaps(mock)).text();
		// Each chunk covers a tenth of a second.
		const step = Math.ceil(complete.length / 4);
		await requireControl(mock).setFaults([
			zapsFault({ kind: "drip", bytesPerSecond: step * 10 }),
		]);
		const started = performance.now();
		const response = await requestZaps(mock);
		const { chunks } = await readChunks(response);
		expect(Buffer.concat(chunks).toString()).toBe(complete);
		expect(chunks.length).toBeGreaterThanOrEqual(4);
		expect(performance.now() - started).toBeGreaterThanOrEqual(290);
	});

	test("applies a fault only to its operation and session", async () => {
		await using mock = await open();
		const control = requireControl(mock);
		await control.session("a").setFaults([zapsFault({ kind: "reset" })]);
		const health = await mock.fetch(`${mock.baseUrl}/v1/health`, {
			headers: { "mock-session": "a" },
		});
		expect(health.status).toBe(200);
		expect(await listZapNames(mock)).toHaveLength(20);
		await expectBroken(name, "reset", {
			...mock,
			fetch: (input, init) =>
				mock.fetch(input, { ...init, headers: { "mock-session": "a" } }),
		});
	});

	test("sends no body in response to HEAD, despite body faults", async () => {
		await using mock = await open();
		await requireControl(mock).setFaults([
			zapsFault({ kind: "truncate" }),
			zapsFault({ kind: "drip", bytesPerSecond: 1 }),
		]);
		const response = await mock.fetch(`${mock.baseUrl}/v1/zaps`, {
			method: "HEAD",
		});
		expect(response.status).toBe(200);
		expect(await response.text()).toBe("");
	});
}
