import { expect, test } from "vitest";
import type { OpenTransport } from "./transports.ts";

/** Adds cases for requests of pages of other origins. */
export function addCorsCases(open: OpenTransport): void {
	const origin = "http://localhost:5173";

	test("allows pages of any origin, with credentials", async () => {
		await using mock = await open();
		const response = await mock.fetch(`${mock.baseUrl}/v1/zap`, {
			headers: { origin },
		});
		expect(response.status).toBe(404);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"access-control-allow-origin": origin,
			"access-control-allow-credentials": "true",
			"access-control-expose-headers":
				"Mock-Assumptions, Mock-Error, Mock-Forwarded, Mock-Violations, Mock-Session-Restarted, Preference-Applied, Retry-After, WWW-Authenticate, Allow",
			vary: "Origin",
		});
	});

	test("allows the method and headers of a preflight request", async () => {
		await using mock = await open();
		const response = await mock.fetch(`${mock.baseUrl}/v1/zaps`, {
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
