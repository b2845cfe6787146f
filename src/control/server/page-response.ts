import { randomBytes } from "node:crypto";
import { done, json } from "./problem-response.ts";
import { readMembers, text } from "./read-properties.ts";
import type { RouteContext } from "./route.ts";

export const health = ({
	about: { version, basePath },
}: RouteContext): Response =>
	json({
		status: "ok",
		...(version !== undefined && { version }),
		basePath,
	});

export function logIn({ request, body, about }: RouteContext): Response {
	const { token } = readMembers(body, { token: text });
	const response = done();
	response.headers.set("set-cookie", about.logIn(request, token));
	return response;
}

/** The page, which may load nothing, and run and look like nothing but what stands in it. */
export function showPage({
	about: { page, title, routes },
}: RouteContext): Response {
	if (!page) return json({ routes });
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

/** What stands in the page is relative to `/__mock/`. */
export const redirectToPage = (): Response =>
	new Response(null, { status: 308, headers: { location: "__mock/" } });
