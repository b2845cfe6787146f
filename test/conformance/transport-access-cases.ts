import { expect, test } from "vitest";
import { listZapNames, postJson, readProblem } from "./requests.ts";
import type { OpenTransport } from "./transports.ts";

/** Adds cases for credentials and rate limits. */
export function addAccessCases(open: OpenTransport): void {
	test.each([
		["bearer", "Bearer", { authorization: "Bearer anything" }],
		["api-key", "ApiKey", { "x-api-key": "anything" }],
	] as const)(
		"requires credentials by %s, and accepts any",
		async (auth, challenge, headers) => {
			await using mock = await open({ auth, dataset: "empty" });
			const rejected = await postJson(mock, "/v1/zaps", { name: "No" });
			expect(rejected.headers.get("www-authenticate")).toBe(challenge);
			expect(rejected.headers.get("mock-assumptions")).toContain("auth.none");
			expect(await readProblem(rejected)).toMatchObject({ status: 401 });
			const body = { name: "Yes" };
			const accepted = await postJson(mock, "/v1/zaps", body, headers);
			expect(accepted.status).toBe(201);
			expect(await listZapNames(mock, headers)).toEqual(["Yes"]);
			for (const path of ["/v1/health", "/metrics"])
				expect((await mock.fetch(`${mock.baseUrl}${path}`)).status).toBe(200);
		},
	);

	test("limits the requests of each session, and sends Retry-After", async () => {
		// So low that no further request is allowed while the test runs.
		await using mock = await open({ rateLimit: 0.001 });
		const requestZaps = (session: string): Promise<Response> =>
			mock.fetch(`${mock.baseUrl}/v1/zaps`, {
				headers: { "mock-session": session },
			});
		expect((await requestZaps("a")).status).toBe(200);
		const rejected = await requestZaps("a");
		expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(900);
		expect(Number(rejected.headers.get("retry-after"))).toBeLessThanOrEqual(
			1000,
		);
		expect(await readProblem(rejected)).toMatchObject({ status: 429 });
		expect((await requestZaps("b")).status).toBe(200);
	});
}
