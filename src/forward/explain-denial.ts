import type {
	ForwardAccess,
	ForwardRequest,
} from "../engine/forwarding/forwarder.ts";
import { listSenders } from "../engine/request/handler-requests.ts";
import type { MockRequest } from "../engine/request/request.ts";
import {
	findRemoteSign,
	isLoopbackOrigin,
	isOwnOrigin,
} from "../engine/request/request.ts";
import { isBearerToken } from "../values/is-bearer-token.ts";

/** Whether a URL written by a user, perhaps with a trailing slash, has the origin. */
const isOrigin = (url: string, origin: string): boolean =>
	origin !== "null" && URL.canParse(url) && new URL(url).origin === origin;

/** What of a forwarded request decides. */
type Forwarded = Pick<ForwardRequest, "request" | "target">;

/** The authentication schemes for which browsers send credentials by themselves. */
const BROWSER_SCHEME = /^(basic|digest|negotiate|ntlm) /i;

/**
 * The maximum number of headers. Node drops the headers after the first 2,000, and browsers send `Origin` after the
 * headers that a page sets.
 */
const MAX_HEADERS = 1_000;

/**
 * Checks pages. Every browser sends `Origin` with a request that changes something, or whose response the page can
 * read.
 */
function explainPage(
	request: MockRequest,
	{ allowOrigin = [] }: ForwardAccess,
	credentials: string,
): string | undefined {
	const origin = request.header("origin");
	if (request.headers().length > 2 * MAX_HEADERS)
		return `The request has more than ${MAX_HEADERS} headers, so its origin may be missing, and ${credentials}. Send fewer headers.`;
	if (origin === null)
		return request.header("sec-fetch-site") === "cross-site"
			? `A page of another website sent the request without its origin (Sec-Fetch-Site: cross-site), and ${credentials}. Send it with fetch, from a page whose origin --allow-origin <origin> names, or type the address.`
			: undefined;
	// The target may name another host than the host that the request was sent to.
	const host = request.header("host") ?? request.origin.replace(/^.*:\/\//, "");
	const isAllowed =
		isLoopbackOrigin(origin) ||
		isOwnOrigin(origin, host) ||
		allowOrigin.some((each) => isOrigin(each, origin));
	if (isAllowed) return undefined;
	const page =
		origin === "null" ? "without an origin" : `of the origin ${origin}`;
	const value = origin === "null" ? "<origin>" : origin;
	return `A page ${page} sent the request, and ${credentials}. Pages of other origins may use them only if the mock was started with --allow-origin ${value}.`;
}

function explainRemote(
	request: MockRequest,
	{ controlToken }: ForwardAccess,
	credentials: string,
): string | undefined {
	// In process, there are no other machines.
	const sign = request.caller && findRemoteSign(request, request.caller);
	if (!sign) return undefined;
	if (controlToken === undefined)
		return `${sign.fact}, and ${credentials}, which without a token only this machine may use. ${sign.remedy}, or start the mock with --control-token and send the token as a bearer token.`;
	const authorization = request.header("authorization") ?? "";
	return isBearerToken(authorization, controlToken)
		? undefined
		: `${sign.fact}, and ${credentials}. Send the --control-token that the mock was started with, as \`Authorization: Bearer <token>\`.`;
}

/** Lists the headers that forwarding adds. Those that a restart has lost were there to keep others away, too. */
const listAdded = ({ headers, lostHeaders = [] }: Forwarded["target"]) => [
	...Object.keys(headers),
	...lostHeaders,
];

/** Describes the credentials that a request would use; undefined if it uses none of others. */
function describeCredentials({ request, target }: Forwarded) {
	const names = listAdded(target);
	if (names.length > 0)
		return `forwarding adds credentials (${names.join(", ")})`;
	// A browser adds credentials that the service has set or asked for, and the mock lets every page read the response.
	if (request.header("cookie") !== null) return "the browser added cookies";
	return BROWSER_SCHEME.test(request.header("authorization") ?? "")
		? "the browser may have added a password"
		: undefined;
}

/**
 * Returns why a request must not use the headers that forwarding adds. There are two reasons: another machine sent it
 * without the token, or a page of a forbidden origin sent it. A request of such a page must not contain cookies of
 * the service, either. If a handler of the configuration sent the request, its own client must be allowed, too.
 */
export function explainDenial(
	forwarded: Forwarded,
	access: ForwardAccess,
): string | undefined {
	const credentials = describeCredentials(forwarded);
	if (credentials === undefined) return undefined;
	const isAdded = listAdded(forwarded.target).length > 0;
	const reasons = listSenders(forwarded.request).map(
		(sender) =>
			(isAdded ? explainRemote(sender, access, credentials) : undefined) ??
			explainPage(sender, access, credentials),
	);
	return reasons.find((reason) => reason !== undefined);
}
