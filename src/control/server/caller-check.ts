import { ControlError } from "../control-error.ts";

/** Who is at the other end of the connection. */
export interface Caller {
	readonly address: string | undefined;
}

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i;
/** A name below `localhost` cannot be had by anyone else (RFC 6761, section 6.3). */
const LOOPBACK_HOST =
	/^(([^.:]+\.)*localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d*)?$/i;
/** What a proxy adds that stands between. */
const FORWARDED = [
	"forwarded",
	"via",
	"x-forwarded-for",
	"x-forwarded-host",
	"x-real-ip",
];
const REMEDY =
	"Start the mock with --control-token, and send the token as a bearer token";

const refuse = (reason: string): ControlError => new ControlError(403, reason);

/** Whether the page of that origin came from the host that it asks. */
const isOwn = (origin: string, host: string | null): boolean =>
	["http", "https"].some((scheme) => {
		const own = `${scheme}://${host}`;
		return URL.canParse(own) && new URL(own).origin === origin;
	});

/**
 * Refuses what a page of somebody else sent: every browser says which page it was with whatever changes something,
 * and current ones with everything.
 */
export function requireOwnPage({ headers }: Request): void {
	const origin = headers.get("origin");
	if (origin !== null && !isOwn(origin, headers.get("host")))
		throw refuse(
			`A page of the origin ${origin} sent the request, and no page may control the mock but its own. Control it from the shell, from a test's process, or from its page at /__mock/; a --control-token does not let other pages in either.`,
		);
	const site = headers.get("sec-fetch-site");
	if (site !== null && site !== "same-origin" && site !== "none")
		throw refuse(
			`A page of another origin sent the request (Sec-Fetch-Site: ${site}), and no page may control the mock but its own. Type the address instead of following a link to it; a --control-token does not let other pages in either.`,
		);
}

/** Refuses what does not come from this machine, or may have been brought about from elsewhere. */
export function requireThisMachine(
	{ headers }: Request,
	{ address }: Caller,
): void {
	if (address === undefined || !LOOPBACK_ADDRESS.test(address))
		throw refuse(
			`The request came from ${address ?? "an unknown address"}, and without a token only this machine may control the mock. ${REMEDY}.`,
		);
	const forwarded = FORWARDED.find((name) => headers.has(name));
	if (forwarded !== undefined)
		throw refuse(
			`The request came through a proxy, as its header ${forwarded} says, so it may be from anywhere. ${REMEDY}, or ask the mock directly.`,
		);
	const host = headers.get("host");
	if (host === null || !LOOPBACK_HOST.test(host))
		throw refuse(
			`The Host header names ${host ?? "nobody"}, and a name that is not this machine's own may have been pointed at it by anyone. Ask for localhost or 127.0.0.1. Or: ${REMEDY}.`,
		);
}
