import { describe, expect, test } from "vitest";
import { zapsFault } from "../support/zaps-fault.ts";
import { capabilities, type TransportName } from "./capabilities.ts";
import { listZapNames, postJson, readChunks, readProblem } from "./requests.ts";
import { addRequestCases } from "./transport-request-cases.ts";
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
	const isReset = broken === "reset or closed" && kind === "reset";
	const seen = isReset
		? { code: "ECONNRESET" }
		: { message: "other side closed" };
	const cause = broken === "network error" ? {} : { cause: seen };
	const error = { name: "TypeError", ...cause };
	await expect(requestZaps(mock)).rejects.toMatchObject(error);
}

/** Adds cases for faults. */
function addFaultCases(name: TransportName, open: OpenTransport): void {
	test.each([
		[500, { why: "test" }, "application/json", '{"why":"test"}'],
		[502, "<p>no</p>", "text/html", "<p>no</p>"],
		[204, {}, "application/json", ""],
		[205, {}, "application/json", ""],
		[304, {}, "application/json", ""],
	])(
		"responds with %i and the body %j, then to the next request",
		async (status, body, type, text) => {
			await using mock = await open();
			const html = { "Content-Type": "text/html" };
			const headers = type === "text/html" ? html : {};
			const sent = { status, body, headers, force: true, times: 1 };
			await mock.control.setFaults([zapsFault({ kind: "status", ...sent })]);
			const response = await requestZaps(mock);
			expect(response.status).toBe(status);
			if (text) expect(response.headers.get("content-type")).toBe(type);
			expect(await response.text()).toBe(text);
			expect(await listZapNames(mock)).toHaveLength(20);
		},
	);

	test.each(["reset", "empty", "timeout"] as const)(
		"breaks the connection with the fault %s, then responds to the next request",
		async (kind) => {
			await using mock = await open();
			const control = mock.control;
			const ms = kind === "timeout" ? { ms: 20 } : {};
			await control.setFaults([zapsFault({ kind, ...ms, times: 2 })]);
			for (let count = 0; count < 2; count++) {
				const started = performance.now();
				await expectBroken(name, kind, mock);
				if (kind === "timeout")
					expect(performance.now() - started).toBeGreaterThanOrEqual(19);
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

	// Express sends no head before the first byte of a body.
	test.each(name === "express" ? [100, undefined] : [100, 0, undefined])(
		"truncates a body after %s bytes, but announces its full length",
		async (bytes) => {
			await using mock = await open();
			const complete = await (await requestZaps(mock)).text();
			const shorter = { kind: "truncate", bytes: complete.length, times: 1 };
			await mock.control.setFaults([
				zapsFault({ kind: "truncate", bytes, times: 1 }),
				zapsFault(shorter),
			]);
			const response = await requestZaps(mock);
			expect(response.status).toBe(200);
			expect(response.headers.get("content-length")).toBe(`${complete.length}`);
			const { chunks, error } = await readChunks(response);
			expect(error).toBeInstanceOf(Error);
			const start = complete.slice(0, bytes ?? Math.floor(complete.length / 2));
			const { truncated } = capabilities[name];
			const allowed = truncated === "all or nothing" ? [start, ""] : [start];
			expect(allowed).toContain(Buffer.concat(chunks).toString());
			expect(await (await requestZaps(mock)).text()).toBe(complete);
		},
	);

	test("sends a body slowly, chunk by chunk", async () => {
		await using mock = await open();
		const complete = await (await requestZaps(mock)).text();
		// Each chunk covers a tenth of a second.
		const step = Math.ceil(complete.length / 3);
		await mock.control.setFaults([
			zapsFault({ kind: "drip", bytesPerSecond: step * 10 }),
		]);
		const started = performance.now();
		const { chunks } = await readChunks(await requestZaps(mock));
		expect(Buffer.concat(chunks).toString()).toBe(complete);
		expect(chunks.length).toBeGreaterThanOrEqual(3);
		expect(performance.now() - started).toBeGreaterThanOrEqual(190);
	});
}

const inSession = (id: string) => ({ "mock-session": id });

/** Adds cases for sessions. */
function addSessionCases(name: TransportName, open: OpenTransport): void {
	if (capabilities[name].sessionState)
		test("isolates concurrent sessions, which the header or the path names", async () => {
			await using mock = await open({ dataset: "empty" });
			const sessions = Array.from({ length: 10 }, (_, index) => `s${index}`);
			await postJson(mock, "/v1/zaps", { name: "of default" });
			await Promise.all(
				sessions.map(async (id) => {
					const byPath = { name: `${id} by path` };
					await postJson(mock, `/__session/${id}/v1/zaps`, byPath);
					const byHeader = { name: `${id} by header` };
					await postJson(mock, "/v1/zaps", byHeader, inSession(id));
				}),
			);
			for (const id of sessions) {
				const names = [`${id} by header`, `${id} by path`];
				expect(await listZapNames(mock, inSession(id))).toEqual(names);
				expect(await listZapNames(mock, {}, `/__session/${id}`)).toEqual(names);
			}
			for (const headers of [{}, inSession("default")])
				expect(await listZapNames(mock, headers)).toEqual(["of default"]);
		});

	test("responds the same way below the path of a session", async () => {
		await using mock = await open();
		const url = `${mock.baseUrl}/__session/a`;
		const page = await mock.fetch(`${url}/v1/zaps?limit=1`);
		const { nextCursor } = await page.json();
		const next = await mock.fetch(
			`${url}/v1/zaps?limit=1&cursor=${nextCursor}`,
		);
		expect(next.status).toBe(200);
		const head = await mock.fetch(`${url}/metrics`, { method: "HEAD" });
		expect(head.status).toBe(200);
		const removed = await mock.fetch(`${url}/v1/zaps`, { method: "DELETE" });
		expect(await readProblem(removed)).toMatchObject({
			status: 405,
			detail: expect.stringContaining(" /v1/zaps"),
		});
		if (capabilities[name].unknownPath === "passed on") return;
		for (const path of ["/v1/Zaps", "", "/"])
			expect(
				await readProblem(await mock.fetch(`${url}${path}`)),
			).toMatchObject({ status: 404 });
	});
}

/** Adds the cases that every transport must pass. */
export function addTransportCases(
	name: TransportName,
	open: OpenTransport,
): void {
	describe(name, () => {
		addRequestCases(name, open);
		addSessionCases(name, open);
		if (capabilities[name].control) addFaultCases(name, open);
	});
}
