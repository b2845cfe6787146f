import { createHash, timingSafeEqual } from "node:crypto";
import { ControlError } from "../control-error.ts";

/** The other end of the connection. */
export interface Caller {
	readonly address: string | undefined;
}

/** Decides which requests may use the control API. */
export interface AccessControl {
	/**
	 * @param isOpen whether the route is available without a token
	 * @throws ControlError with 401 or 403
	 */
	requireAccess(request: Request, caller: Caller, isOpen?: boolean): void;
}

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i;
/** Names below `localhost` always mean this machine (RFC 6761, section 6.3). */
const LOOPBACK_HOST =
	/^(([^.:]+\.)*localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d*)?$/i;
const PROXY_HEADER =
	/^(forwarded|via|x-forwarded-for|x-forwarded-host|x-real-ip)$/;
const USE_TOKEN =
	"start the mock with --control-token and send the token as a bearer token.";
const TOKEN_IS_NO_HELP = "A --control-token does not allow other pages either.";

const forbidden = (reason: string) => new ControlError(403, reason);

const isOwnOrigin = (origin: string, host: string | null): boolean =>
	["http", "https"].some((scheme) => {
		const own = `${scheme}://${host}`;
		return URL.canParse(own) && new URL(own).origin === origin;
	});

/**
 * Rejects requests of other websites. Every browser sends `Origin` with requests that change something, and current
 * browsers send `Sec-Fetch-Site` with all requests.
 * @throws ControlError with 403
 */
function requireOwnPage({ headers }: Request): void {
	const origin = headers.get("origin");
	if (origin !== null && !isOwnOrigin(origin, headers.get("host")))
		throw forbidden(
			`A page of the origin ${origin} sent the request, and only the mock's own page may use the control API. Use the shell, a test, or the page at /__mock/. ${TOKEN_IS_NO_HELP}`,
		);
	const site = headers.get("sec-fetch-site");
	if (site !== null && site !== "same-origin" && site !== "none")
		throw forbidden(
			`A page of another origin sent the request (Sec-Fetch-Site: ${site}), and only the mock's own page may use the control API. Type the address instead of following a link. ${TOKEN_IS_NO_HELP}`,
		);
}

/**
 * Rejects requests from other machines, through proxies, and to names that DNS rebinding may have pointed here.
 * @throws ControlError with 403
 */
function requireThisMachine({ headers }: Request, { address }: Caller): void {
	if (address === undefined || !LOOPBACK_ADDRESS.test(address))
		throw forbidden(
			`The request came from ${address ?? "an unknown address"}, and without a token only this machine may use the control API. On this machine, use 127.0.0.1 instead. To allow others, ${USE_TOKEN}`,
		);
	const proxyHeader = [...headers.keys()].find((name) =>
		PROXY_HEADER.test(name),
	);
	if (proxyHeader !== undefined)
		throw forbidden(
			`The request has the header ${proxyHeader}, so it came through a proxy and may be from another machine. Send it directly, or ${USE_TOKEN}`,
		);
	const host = headers.get("host");
	if (host === null || !LOOPBACK_HOST.test(host))
		throw forbidden(
			`The Host header is ${host ?? "missing"}, and without a token it must name this machine. Use localhost or 127.0.0.1, or ${USE_TOKEN}`,
		);
}

const SEND_TOKEN =
	"Send the --control-token that the mock was started with, as `Authorization: Bearer <token>`.";

const hash = (text: string) => createHash("sha256").update(text).digest();

/** Takes the same time wherever the texts differ, so that the time reveals nothing of the token. */
const isSame = (a: string, b: string) => timingSafeEqual(hash(a), hash(b));

const unauthorized = (reason: string) => new ControlError(401, reason);

/** Allows this machine only; in its browsers, only the mock's own page. */
const localAccess: AccessControl = {
	requireAccess(request, caller) {
		requireThisMachine(request, caller);
		requireOwnPage(request);
	},
};

/** @param token allows every caller that has it; in browsers, only the mock's own page */
export function createAccessControl(token: string | undefined): AccessControl {
	if (token === undefined) return localAccess;
	return {
		requireAccess(request, _caller, isOpen) {
			const authorization = request.headers.get("authorization");
			if (authorization !== null) {
				const [, sent = ""] = /^bearer +(.*)$/i.exec(authorization) ?? [];
				if (!isSame(sent, token))
					throw unauthorized(
						`The Authorization header has a wrong token. ${SEND_TOKEN}`,
					);
			} else if (!isOpen)
				throw unauthorized(
					`The control API of this mock requires a token. ${SEND_TOKEN}`,
				);
			requireOwnPage(request);
		},
	};
}
