import { randomBytes } from "node:crypto";
import type { InspectorPage } from "./route.ts";

/** Creates a response with the page, which may load nothing and run only its own script and style. */
export function pageResponse(page: InspectorPage, title: string): Response {
	const nonce = randomBytes(16).toString("base64");
	const policy = [
		"default-src 'none'",
		`script-src 'nonce-${nonce}'`,
		`style-src 'nonce-${nonce}'`,
		"img-src data:",
		"connect-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	].join("; ");
	return new Response(page({ title, nonce }), {
		headers: {
			"content-type": "text/html; charset=utf-8",
			"content-security-policy": policy,
			"referrer-policy": "no-referrer",
		},
	});
}
