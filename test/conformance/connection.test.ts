import { describe, expect, test } from "vitest";
import type { Fault } from "../../src/faults/fault.ts";
import { capabilities } from "./capabilities.ts";
import { requestOnSocket, type SocketResponse } from "./request-on-socket.ts";
import { requireControl } from "./requests.ts";
import { transports } from "./transports.ts";

/** Transports whose connections a client can observe. */
describe.each(["serve", "express"] as const)("%s", (name) => {
	/** Requests the zaps without and with the fault. */
	async function requestWith(
		fault: object,
	): Promise<{ complete: string; received: SocketResponse }> {
		await using mock = await transports[name]();
		const complete = await (await mock.fetch(`${mock.baseUrl}/v1/zaps`)).text();
		const faults = [{ operation: "listZaps", ...fault } as Fault];
		await requireControl(mock).setFaults(faults);
		const received = await requestOnSocket(mock.baseUrl, "/v1/zaps");
		const health = await mock.fetch(`${mock.baseUrl}/v1/health`);
		expect(health.status).toBe(200);
		return { complete, received };
	}

	test("resets the connection if the transport can, and sends nothing", async () => {
		const { received } = await requestWith({ kind: "reset" });
		const canReset = capabilities[name].broken === "reset or closed";
		expect(received).toEqual({
			head: "",
			body: "",
			reads: 0,
			ending: canReset ? "ECONNRESET" : "FIN",
		});
	});

	test.each([{ kind: "empty" }, { kind: "timeout", ms: 20 }])(
		"closes the connection and sends nothing for %j",
		async (fault) => {
			const { received } = await requestWith(fault);
			expect(received).toEqual({ head: "", body: "", reads: 0, ending: "FIN" });
		},
	);

	test.each([1, 1000])(
		"sends exactly %i bytes of a truncated body",
		async (bytes) => {
			const { complete, received } = await requestWith({
				kind: "truncate",
				bytes,
			});
			expect(received.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
			expect(received.head.toLowerCase()).toContain(
				`content-length: ${complete.length}`,
			);
			expect(received.body).toBe(complete.slice(0, bytes));
			expect(received.ending).toBe("FIN");
		},
	);

	test("sends a slow body in as many chunks as configured", async () => {
		const { complete, received } = await requestWith({
			kind: "drip",
			bytesPerSecond: 6_000,
		});
		expect(received.body).toBe(complete);
		// 600 bytes per chunk, some of which the system may join.
		expect(received.reads).toBeGreaterThanOrEqual(4);
	});
});

describe("serve", () => {
	test("sends the head of a response whose body is truncated to 0 bytes", async () => {
		await using mock = await transports.serve();
		await requireControl(mock).setFaults([
			{ operation: "listZaps", kind: "truncate", bytes: 0 },
		]);
		const received = await requestOnSocket(mock.baseUrl, "/v1/zaps");
		expect(received.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
		expect(received.body).toBe("");
	});

	test("completes delayed and slow responses at once when it closes", async () => {
		const mock = await transports.serve();
		const complete = await (await mock.fetch(`${mock.baseUrl}/v1/zaps`)).text();
		await requireControl(mock).setFaults([
			{ operation: "listZaps", kind: "drip", bytesPerSecond: 10 },
			{ operation: "getHealth", kind: "delay", ms: 600_000 },
		]);
		const delayed = mock.fetch(`${mock.baseUrl}/v1/health`);
		const dripping = await mock.fetch(`${mock.baseUrl}/v1/zaps`);
		const [text, health] = await Promise.all([
			dripping.text(),
			delayed,
			mock[Symbol.asyncDispose](),
		]);
		expect(text).toBe(complete);
		expect(health.status).toBe(200);
	});
});
