import { expect, test } from "vitest";
import { postJson, readProblem, zapNames } from "./requests.ts";
import type { Open } from "./transports.ts";

/** Who may come, and how often. */
export function addAccessCases(open: Open): void {
	test.each([
		["bearer", "Bearer", { authorization: "Bearer anything" }],
		["api-key", "ApiKey", { "x-api-key": "anything" }],
	] as const)(
		"asks for credentials by %s, and takes any",
		async (auth, challenge, headers) => {
			await using staged = await open({ auth, dataset: "empty" });
			const refused = await postJson(staged, "/v1/zaps", { name: "No" });
			expect(refused.headers.get("www-authenticate")).toBe(challenge);
			expect(refused.headers.get("mock-assumptions")).toContain("auth.none");
			expect(await readProblem(refused)).toMatchObject({ status: 401 });
			const body = { name: "Yes" };
			const taken = await postJson(staged, "/v1/zaps", body, headers);
			expect(taken.status).toBe(201);
			expect(await zapNames(staged, headers)).toEqual(["Yes"]);
			for (const open of ["/v1/health", "/metrics"])
				expect((await staged.fetch(`${staged.baseUrl}${open}`)).status).toBe(
					200,
				);
		},
	);

	test("lets each session send so many requests, and says when to come again", async () => {
		// One in a thousand seconds, so that none comes back while the test runs.
		await using staged = await open({ rateLimit: 0.001 });
		const ask = (session: string): Promise<Response> =>
			staged.fetch(`${staged.baseUrl}/v1/zaps`, {
				headers: { "mock-session": session },
			});
		expect((await ask("a")).status).toBe(200);
		const refused = await ask("a");
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(900);
		expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(
			1000,
		);
		expect(await readProblem(refused)).toMatchObject({ status: 429 });
		expect((await ask("b")).status).toBe(200);
	});
}
