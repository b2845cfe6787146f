import { expect, test } from "vitest";
import { capabilities, type TransportName } from "./capabilities.ts";
import { postJson } from "./requests.ts";
import type { OpenTransport } from "./transports.ts";

/** Adds cases for the journal. */
export function addJournalCases(
	name: TransportName,
	open: OpenTransport,
): void {
	test("records the request and the response of an exchange", async () => {
		await using mock = await open({ dataset: "empty" });
		const body = { name: "Kept", deep: [{ é: null }] };
		const created = await postJson(mock, "/v1/zaps?x=1&y=2&x=3", body, {
			"X-Trace": "abc",
			authorization: "Bearer secret",
		});
		const { requests, total, dropped } = await mock.control.requests();
		expect([total, dropped]).toEqual([1, 0]);
		const json = { "content-type": "application/json" };
		const redacted = { "x-trace": "abc", authorization: "[redacted]" };
		expect(requests).toMatchObject([
			{
				session: "default",
				operation: "createZap",
				method: "POST",
				query: { x: ["1", "3"], y: "2" },
				status: 201,
				matched: true,
				fault: null,
				request: { headers: { ...json, ...redacted }, body },
				response: { headers: json, body: await created.json() },
			},
		]);
		expect(requests[0]?.path).toMatch(/^(\/api)?\/v1\/zaps$/);
		expect(requests[0]).not.toHaveProperty("nearest");
		expect(JSON.stringify(requests)).not.toContain("secret");
	});

	test("records a body other than JSON as text, a missing one as null, and unmatched requests", async () => {
		await using mock = await open();
		const isHandled = capabilities[name].unknownPath === "handled";
		await mock.fetch(`${mock.baseUrl}/v1/zaps`, {
			method: "POST",
			body: "{no",
		});
		const metrics = await mock.fetch(`${mock.baseUrl}/metrics`);
		await mock.fetch(`${mock.baseUrl}/v1/zaps`, { method: "DELETE" });
		if (isHandled) await mock.fetch(`${mock.baseUrl}/v1/zap`);
		const { requests } = await mock.control.requests();
		expect(requests.toReversed()).toMatchObject([
			{ status: 415, request: { body: "{no" }, response: { body: {} } },
			{ request: { body: null }, response: { body: await metrics.text() } },
			{
				method: "DELETE",
				status: 405,
				matched: false,
				nearest: [{ operation: "listZaps" }, { operation: "createZap" }],
			},
			...(isHandled ? [{ status: 404, matched: false }] : []),
		]);
	});
}
