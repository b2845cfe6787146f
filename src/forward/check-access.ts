import type {
	ActiveForward,
	ForwardAccess,
} from "../engine/forwarding/forwarder.ts";
import {
	findRemoteSign,
	isLoopbackOrigin,
	isOwnOrigin,
} from "../engine/request/caller.ts";
import type { MockRequest } from "../engine/request/request.ts";
import { createProblem } from "../engine/response/problems.ts";
import type { Reply } from "../engine/service.ts";
import { isBearerToken } from "../values/is-bearer-token.ts";

const forbid = (reason: string): Reply =>
	createProblem("forbidden", { reason });

/** Whether a URL as users write it, perhaps with a slash at its end, has the origin. */
const isOrigin = (url: string, origin: string): boolean =>
	origin !== "null" && URL.canParse(url) && new URL(url).origin === origin;

/** Every browser sends `Origin` with requests whose response a page can read, or that change something. */
function rejectPage(
	request: MockRequest,
	{ allowOrigin }: ForwardAccess,
	credentials: string,
): Reply | undefined {
	const origin = request.header("origin");
	if (origin === null)
		return request.header("sec-fetch-site") === "cross-site"
			? forbid(
					`A page of another website sent the request without its origin (Sec-Fetch-Site: cross-site), and ${credentials}. Send it with fetch, from a page whose origin --allow-origin <origin> names, or type the address.`,
				)
			: undefined;
	const host = request.origin.replace(/^.*:\/\//, "") || request.header("host");
	const isAllowed =
		isLoopbackOrigin(origin) ||
		isOwnOrigin(origin, host) ||
		allowOrigin.some((each) => isOrigin(each, origin));
	if (isAllowed) return undefined;
	const page =
		origin === "null" ? "without an origin" : `of the origin ${origin}`;
	const value = origin === "null" ? "<origin>" : origin;
	return forbid(
		`A page ${page} sent the request, and ${credentials}. Pages of other origins may use them only if the mock was started with --allow-origin ${value}.`,
	);
}

function rejectRemote(
	request: MockRequest,
	{ controlToken }: ForwardAccess,
	credentials: string,
): Reply | undefined {
	// In process, there are no other machines.
	const sign = request.caller && findRemoteSign(request, request.caller);
	if (!sign) return undefined;
	const authorization = request.header("authorization") ?? "";
	if (controlToken === undefined)
		return forbid(
			`${sign.fact}, and ${credentials}, which without a token only this machine may use. ${sign.remedy}, or start the mock with --control-token and send the token as a bearer token.`,
		);
	if (isBearerToken(authorization, controlToken)) return undefined;
	const reason = `${sign.fact}, and ${credentials}. Send the --control-token that the mock was started with, as \`Authorization: Bearer <token>\`.`;
	return {
		...createProblem("tokenRequired", { reason }),
		headers: { "www-authenticate": 'Bearer realm="understudy"' },
	};
}

/** Rejects other machines without the token, and pages of origins that are not allowed: forwarding adds credentials. */
export function checkAccess(
	request: MockRequest,
	{ headers }: ActiveForward,
	access: ForwardAccess,
): Reply | undefined {
	const credentials = `forwarding adds credentials (${Object.keys(headers).join(", ")})`;
	return (
		rejectRemote(request, access, credentials) ??
		rejectPage(request, access, credentials)
	);
}
