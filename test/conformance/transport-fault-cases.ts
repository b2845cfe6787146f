import { expect, test } from "vitest";
import { listZapsFault } from "../support/list-zaps-fault.ts";
import { capabilities, type TransportName } from "./capabilities.ts";
import {
	controlOf,
	failure,
	postJson,
	readChunks,
	readProblem,
	zapNames,
} from "./requests.ts";
import type { Open, Staged } from "./transports.ts";

const askForZaps = ({ baseUrl, fetch }: Staged): Promise<Response> =>
	fetch(`${baseUrl}/v1/zaps`);

/** What a client sees in place of an answer. */
async function expectBroken(
	name: TransportName,
	kind: "reset" | "empty" | "timeout",
	staged: Staged,
): Promise<void> {
	const { broken } = capabilities[name];
	if (broken === "error response") {
		const response = await askForZaps(staged);
		expect([response.type, response.status]).toEqual(["error", 0]);
		return;
	}
	const { name: error, code, message } = await failure(staged);
	expect(error).toBe("TypeError");
	if (broken === "network error") return;
	if (broken === "reset or closed" && kind === "reset")
		expect(code).toBe("ECONNRESET");
	else expect(message).toBe("other side closed");
}

/** What is set beforehand goes wrong, as a client sees it. */
export function addFaultCases(name: TransportName, open: Open): void {
	test("answers with another status, and does nothing", async () => {
		await using staged = await open({ dataset: "empty" });
		const control = controlOf(staged);
		const headers = { "x-cause": "test" };
		await control.setFaults([
			{ operation: "createZap", kind: "status", status: 429, headers },
		]);
		const response = await postJson(staged, "/v1/zaps", { name: "No" });
		expect(response.headers.get("x-cause")).toBe("test");
		expect(response.headers.get("retry-after")).toBe("1");
		expect(await readProblem(response)).toMatchObject({ status: 429 });
		await control.clearFaults();
		expect(await zapNames(staged)).toEqual([]);
	});

	test.each([
		["JSON", 500, { why: "test" }, undefined, '{"why":"test"}'],
		["text", 502, "<p>no</p>", "text/html", "<p>no</p>"],
	])(
		"answers with a body of %s that was given",
		async (_, status, body, type, text) => {
			await using staged = await open();
			const headers: Record<string, string> = type
				? { "Content-Type": type }
				: {};
			await controlOf(staged).setFaults([
				listZapsFault({ kind: "status", status, force: true, body, headers }),
			]);
			const response = await askForZaps(staged);
			expect(response.status).toBe(status);
			expect(response.headers.get("content-type")).toBe(
				type ?? "application/json",
			);
			expect(await response.text()).toBe(text);
		},
	);

	test.each([204, 205, 304])(
		"answers %i without a body, and the next request after it",
		async (status) => {
			await using staged = await open();
			await controlOf(staged).setFaults([
				listZapsFault({
					kind: "status",
					status,
					force: true,
					body: {},
					times: 1,
				}),
			]);
			const response = await askForZaps(staged);
			expect(response.status).toBe(status);
			expect(await response.text()).toBe("");
			expect(await zapNames(staged)).toHaveLength(20);
		},
	);

	test("answers later", async () => {
		await using staged = await open();
		await controlOf(staged).setFaults([
			listZapsFault({ kind: "delay", ms: 60 }),
		]);
		const begun = performance.now();
		expect((await askForZaps(staged)).status).toBe(200);
		expect(performance.now() - begun).toBeGreaterThanOrEqual(59);
	});

	test.each(["reset", "empty", "timeout"] as const)(
		"breaks the connection by %s, and answers the next request",
		async (kind) => {
			await using staged = await open();
			const control = controlOf(staged);
			const ms = kind === "timeout" ? { ms: 40 } : {};
			await control.setFaults([listZapsFault({ kind, ...ms, times: 2 })]);
			for (let count = 0; count < 2; count++) {
				const begun = performance.now();
				await expectBroken(name, kind, staged);
				if (kind === "timeout")
					expect(performance.now() - begun).toBeGreaterThanOrEqual(39);
			}
			expect((await askForZaps(staged)).status).toBe(200);
			const { requests } = await control.requests({ operation: "listZaps" });
			expect(requests).toMatchObject([
				{ status: 200, fault: null },
				{ status: 0, fault: kind, response: { body: null } },
				{ status: 0, fault: kind },
			]);
		},
	);

	test.each([100, undefined])(
		"breaks off a body after %s bytes, of which the length was announced",
		async (bytes) => {
			await using staged = await open();
			const whole = await (await askForZaps(staged)).text();
			const control = controlOf(staged);
			await control.setFaults([
				listZapsFault({ kind: "truncate", ...(bytes && { bytes }), times: 1 }),
			]);
			const response = await askForZaps(staged);
			expect(response.status).toBe(200);
			expect(response.headers.get("content-length")).toBe(`${whole.length}`);
			const { chunks, error } = await readChunks(response);
			expect(error).toBeInstanceOf(Error);
			expect(Buffer.concat(chunks).toString()).toBe(
				whole.slice(0, bytes ?? Math.floor(whole.length / 2)),
			);
			expect(await (await askForZaps(staged)).text()).toBe(whole);
		},
	);

	test("leaves a body whole that is shorter than what it would break off after", async () => {
		await using staged = await open();
		const whole = await (await askForZaps(staged)).text();
		await controlOf(staged).setFaults([
			listZapsFault({ kind: "truncate", bytes: whole.length }),
		]);
		expect(await (await askForZaps(staged)).text()).toBe(whole);
	});

	test("lets a body come bit by bit", async () => {
		await using staged = await open();
		const whole = await (await askForZaps(staged)).text();
		// A tenth of a second's worth at a time.
		const step = Math.ceil(whole.length / 4);
		await controlOf(staged).setFaults([
			listZapsFault({ kind: "drip", bytesPerSecond: step * 10 }),
		]);
		const begun = performance.now();
		const response = await askForZaps(staged);
		const { chunks } = await readChunks(response);
		expect(Buffer.concat(chunks).toString()).toBe(whole);
		expect(chunks.length).toBeGreaterThanOrEqual(4);
		expect(performance.now() - begun).toBeGreaterThanOrEqual(290);
	});

	test("disturbs only the operation, and the session, that it is for", async () => {
		await using staged = await open();
		const control = controlOf(staged);
		await control.session("a").setFaults([listZapsFault({ kind: "reset" })]);
		const health = await staged.fetch(`${staged.baseUrl}/v1/health`, {
			headers: { "mock-session": "a" },
		});
		expect(health.status).toBe(200);
		expect(await zapNames(staged)).toHaveLength(20);
		await expectBroken(name, "reset", {
			...staged,
			fetch: (input, init) =>
				staged.fetch(input, { ...init, headers: { "mock-session": "a" } }),
		});
	});

	test("sends no body in answer to HEAD, whatever would befall it", async () => {
		await using staged = await open();
		await controlOf(staged).setFaults([
			listZapsFault({ kind: "truncate" }),
			listZapsFault({ kind: "drip", bytesPerSecond: 1 }),
		]);
		const response = await staged.fetch(`${staged.baseUrl}/v1/zaps`, {
			method: "HEAD",
		});
		expect(response.status).toBe(200);
		expect(await response.text()).toBe("");
	});
}
