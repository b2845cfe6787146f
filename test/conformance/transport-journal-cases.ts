import { expect, test } from "vitest";
import { capabilities, type TransportName } from "./capabilities.ts";
import { controlOf, postJson, zapNames } from "./requests.ts";
import type { Open } from "./transports.ts";

/** What was exchanged can be read. */
export function addJournalCases(name: TransportName, open: Open): void {
	test("keeps of an exchange what was sent and what was answered", async () => {
		await using staged = await open({ dataset: "empty" });
		const body = { name: "Kept", deep: [{ é: null }] };
		const created = await postJson(staged, "/v1/zaps?x=1&y=2&x=3", body, {
			"X-Trace": "abc",
			authorization: "Bearer secret",
		});
		const { requests, total, dropped } = await controlOf(staged).requests();
		expect([total, dropped]).toEqual([1, 0]);
		expect(requests).toMatchObject([
			{
				session: "default",
				operation: "createZap",
				method: "POST",
				query: { x: ["1", "3"], y: "2" },
				status: 201,
				matched: true,
				fault: null,
				request: {
					headers: {
						"content-type": "application/json",
						"x-trace": "abc",
						authorization: "[redacted]",
					},
					body,
				},
				response: {
					headers: { "content-type": "application/json" },
					body: await created.json(),
				},
			},
		]);
		expect(requests[0]?.path).toMatch(/^(\/api)?\/v1\/zaps$/);
		expect(requests[0]).not.toHaveProperty("nearest");
		expect(JSON.stringify(requests)).not.toContain("secret");
	});

	test("tells as text what was not JSON, and as null what was not there", async () => {
		await using staged = await open();
		await staged.fetch(`${staged.baseUrl}/v1/zaps`, {
			method: "POST",
			body: "{no",
		});
		const metrics = await staged.fetch(`${staged.baseUrl}/metrics`);
		const { requests } = await controlOf(staged).requests();
		expect(requests).toMatchObject([
			{ request: { body: null }, response: { body: await metrics.text() } },
			{ status: 415, request: { body: "{no" }, response: { body: {} } },
		]);
	});

	test("tells what came closest to an undefined method or an unknown path", async () => {
		await using staged = await open();
		await staged.fetch(`${staged.baseUrl}/v1/zaps`, { method: "DELETE" });
		if (capabilities[name].unknownPath === "answered")
			await staged.fetch(`${staged.baseUrl}/v1/zap`);
		const unmatched = await controlOf(staged).unmatchedRequests();
		expect(unmatched.at(-1)).toMatchObject({
			method: "DELETE",
			status: 405,
			matched: false,
			nearest: [
				{ operation: "listZaps", why: expect.stringContaining("GET") },
				{ operation: "createZap", why: expect.stringContaining("POST") },
			],
		});
		expect(unmatched).toHaveLength(
			capabilities[name].unknownPath === "answered" ? 2 : 1,
		);
	});

	test("shows a session what it did itself, without what named the session", async () => {
		await using staged = await open();
		await zapNames(staged, {}, "/__session/a");
		await zapNames(staged, { "mock-session": "b" });
		await zapNames(staged);
		const control = controlOf(staged);
		for (const session of ["a", "b", "default"]) {
			const { requests } = await control.session(session).requests();
			expect(requests).toMatchObject([
				{ session, operation: "listZaps", query: { limit: "100" } },
			]);
			expect(requests[0]?.path).toMatch(/^(\/api)?\/v1\/zaps$/);
		}
		expect((await control.requests()).total).toBe(3);
	});
}
