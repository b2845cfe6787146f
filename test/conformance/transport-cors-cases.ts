import { expect, test } from "vitest";
import type { Open } from "./transports.ts";

/** Pages of other origins may call. */
export function addCorsCases(open: Open): void {
	const origin = "http://localhost:5173";

	test("lets a page of any origin call, with credentials", async () => {
		await using staged = await open();
		const response = await staged.fetch(`${staged.baseUrl}/v1/zap`, {
			headers: { origin },
		});
		expect(response.status).toBe(404);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"access-control-allow-origin": origin,
			"access-control-allow-credentials": "true",
			"access-control-expose-headers":
				"Mock-Assumptions, Mock-Session-Restarted, Preference-Applied, Retry-After, WWW-Authenticate, Allow",
			vary: "Origin",
		});
	});

	test("answers a preflight with what it asks for", async () => {
		await using staged = await open();
		const response = await staged.fetch(`${staged.baseUrl}/v1/zaps`, {
			method: "OPTIONS",
			headers: {
				origin,
				"access-control-request-method": "POST",
				"access-control-request-headers": "content-type, prefer",
			},
		});
		expect(response.status).toBe(204);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"access-control-allow-origin": origin,
			"access-control-allow-methods": "POST",
			"access-control-allow-headers": "content-type, prefer",
		});
	});
}
