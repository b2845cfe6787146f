import { describe, expect, test } from "vitest";
import type { Fault } from "../../src/faults/fault.ts";
import { capabilities } from "./capabilities.ts";
import { controlOf } from "./requests.ts";
import { transports } from "./transports.ts";
import { askOnWire, type Wire } from "./wire.ts";

/** With a socket that can be looked at from its other end. */
describe.each(["serve", "express"] as const)("%s", (name) => {
	/** What comes in answer to a request for the zaps, as it is and with the fault. */
	async function ask(fault: object): Promise<{ whole: string; came: Wire }> {
		await using staged = await transports[name]();
		const whole = await (
			await staged.fetch(`${staged.baseUrl}/v1/zaps`)
		).text();
		const faults = [{ operation: "listZaps", ...fault } as Fault];
		await controlOf(staged).setFaults(faults);
		const came = await askOnWire(staged.baseUrl, "/v1/zaps");
		const health = await staged.fetch(`${staged.baseUrl}/v1/health`);
		expect(health.status).toBe(200);
		return { whole, came };
	}

	test("resets a connection where it can, and sends nothing", async () => {
		const { came } = await ask({ kind: "reset" });
		const canReset = capabilities[name].broken === "reset or closed";
		expect(came).toEqual({
			head: "",
			body: "",
			reads: 0,
			ending: canReset ? "ECONNRESET" : "FIN",
		});
	});

	test.each([{ kind: "empty" }, { kind: "timeout", ms: 20 }])(
		"closes a connection, and sends nothing, for %j",
		async (fault) => {
			const { came } = await ask(fault);
			expect(came).toEqual({ head: "", body: "", reads: 0, ending: "FIN" });
		},
	);

	test.each([1, 1000])(
		"sends exactly the %i bytes that it breaks off after",
		async (bytes) => {
			const { whole, came } = await ask({ kind: "truncate", bytes });
			expect(came.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
			expect(came.head.toLowerCase()).toContain(
				`content-length: ${whole.length}`,
			);
			expect(came.body).toBe(whole.slice(0, bytes));
			expect(came.ending).toBe("FIN");
		},
	);

	test("sends a body that drips in as many parts as it says", async () => {
		const { whole, came } = await ask({ kind: "drip", bytesPerSecond: 6_000 });
		expect(came.body).toBe(whole);
		// 600 bytes at a time, of which the system may join some.
		expect(came.reads).toBeGreaterThanOrEqual(4);
	});
});

describe("serve", () => {
	test("sends the head of an answer that breaks off before its first byte", async () => {
		await using staged = await transports.serve();
		await controlOf(staged).setFaults([
			{ operation: "listZaps", kind: "truncate", bytes: 0 },
		]);
		const came = await askOnWire(staged.baseUrl, "/v1/zaps");
		expect(came.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
		expect(came.body).toBe("");
	});

	test("ends its waits when it closes: what is late comes at once, what drips comes whole", async () => {
		const staged = await transports.serve();
		const whole = await (
			await staged.fetch(`${staged.baseUrl}/v1/zaps`)
		).text();
		await controlOf(staged).setFaults([
			{ operation: "listZaps", kind: "drip", bytesPerSecond: 10 },
			{ operation: "getHealth", kind: "delay", ms: 600_000 },
		]);
		const late = staged.fetch(`${staged.baseUrl}/v1/health`);
		const dripping = await staged.fetch(`${staged.baseUrl}/v1/zaps`);
		const [text, health] = await Promise.all([
			dripping.text(),
			late,
			staged[Symbol.asyncDispose](),
		]);
		expect(text).toBe(whole);
		expect(health.status).toBe(200);
	});
});
