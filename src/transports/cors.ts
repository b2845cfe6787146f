import type { ResponseConstructor } from "../mock/render.ts";

const EXPOSED = "Mock-Assumptions, Preference-Applied, Retry-After, Allow";

/** Any page may call the mock, with credentials, so its origin is named instead of `*`. */
const allowOrigin = (origin: string): Record<string, string> => ({
	"access-control-allow-origin": origin,
	"access-control-allow-credentials": "true",
	vary: "Origin",
});

/** The answer to a preflight: whatever method and headers it asks for; undefined where the request is none. */
export function preflight(
	request: Request,
	Response: ResponseConstructor,
): Response | undefined {
	const origin = request.headers.get("origin");
	const method = request.headers.get("access-control-request-method");
	if (request.method !== "OPTIONS" || origin === null || method === null)
		return undefined;
	const headers = request.headers.get("access-control-request-headers");
	return new Response(null, {
		status: 204,
		statusText: "No Content",
		headers: {
			...allowOrigin(origin),
			"access-control-allow-methods": method,
			...(headers !== null && { "access-control-allow-headers": headers }),
			"access-control-max-age": "600",
		},
	});
}

/** Lets the page that sent the request read the response; nothing to do where no page did. */
export function allowPage(request: Request, response: Response): Response {
	const origin = request.headers.get("origin");
	if (origin === null) return response;
	for (const [name, value] of Object.entries(allowOrigin(origin)))
		response.headers.set(name, value);
	response.headers.set("access-control-expose-headers", EXPOSED);
	return response;
}
