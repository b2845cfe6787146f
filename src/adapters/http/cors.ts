import type { MockRequest } from "../../engine/request/request.ts";
import type { MockResponse } from "../../engine/response/response.ts";

const EXPOSED =
	"Mock-Assumptions, Mock-Session-Restarted, Preference-Applied, Retry-After, WWW-Authenticate, Allow";

/** Any page may call the mock, with credentials, so its origin is named instead of `*`. */
const allowOrigin = (origin: string): Record<string, string> => ({
	"access-control-allow-origin": origin,
	"access-control-allow-credentials": "true",
	vary: "Origin",
});

/** The answer to a preflight: whatever method and headers it asks for; undefined where the request is none. */
export function preflight(incoming: MockRequest): MockResponse | undefined {
	if (incoming.method !== "OPTIONS") return undefined;
	const origin = incoming.header("origin");
	const method = incoming.header("access-control-request-method");
	if (origin === null || method === null) return undefined;
	const asked = incoming.header("access-control-request-headers");
	return {
		status: 204,
		reason: "No Content",
		headers: {
			...allowOrigin(origin),
			"access-control-allow-methods": method,
			...(asked !== null && { "access-control-allow-headers": asked }),
			"access-control-max-age": "600",
		},
		body: null,
	};
}

/** What lets the page that sent the request read the answer; undefined where no page did. */
export function pageHeaders(
	incoming: MockRequest,
): Readonly<Record<string, string>> | undefined {
	const origin = incoming.header("origin");
	return origin === null
		? undefined
		: { ...allowOrigin(origin), "access-control-expose-headers": EXPOSED };
}
