import type { Caller, MockRequest } from "./request.ts";

/** A sign that a request may come from another machine, and how this machine avoids it. */
export interface RemoteSign {
	readonly fact: string;
	readonly remedy: string;
}

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i;
/** Names below `localhost` always mean this machine (RFC 6761, section 6.3). */
const LOOPBACK_HOST =
	/^(([^.:/?#@\\]+\.)*localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d*)?$/i;
const PROXY_HEADER = /^(forwarded|via|x-forwarded-.+|x-real-ip)$/i;

/** Returns why a request may come from another machine, directly, through a proxy, or to a name that DNS rebinding may have pointed here. */
export function findRemoteSign(
	request: Pick<MockRequest, "header" | "headers">,
	{ address, httpVersion }: Caller,
): RemoteSign | undefined {
	if (address === undefined || !LOOPBACK_ADDRESS.test(address))
		return {
			fact: `The request came from ${address ?? "an unknown address"}`,
			remedy: "On this machine, use 127.0.0.1",
		};
	const proxyHeader = request
		.headers()
		.find((name, index) => index % 2 === 0 && PROXY_HEADER.test(name));
	if (proxyHeader !== undefined)
		return {
			fact: `The request has the header ${proxyHeader.toLowerCase()}, so it came through a proxy and may be from another machine`,
			remedy: "Send it directly",
		};
	// All that nginx shows by default.
	if (httpVersion === "1.0")
		return {
			fact: "The request uses HTTP/1.0, so it may have come through a proxy from another machine",
			remedy: "Send it directly, with HTTP/1.1",
		};
	const host = request.header("host");
	if (host === null || !LOOPBACK_HOST.test(host))
		return {
			fact: `The Host header is ${host ?? "missing"}, which does not name this machine`,
			remedy: "Use localhost or 127.0.0.1",
		};
	return undefined;
}

/** Whether the origin of a page is on this machine, on any port. */
export function isLoopbackOrigin(origin: string): boolean {
	const [, host = ""] = /^https?:\/\/(.*)$/.exec(origin) ?? [];
	return LOOPBACK_HOST.test(host);
}

/** Whether the origin of a page is the host that the request was sent to. */
export const isOwnOrigin = (origin: string, host: string | null): boolean =>
	["http", "https"].some((scheme) => {
		const own = `${scheme}://${host}`;
		return URL.canParse(own) && new URL(own).origin === origin;
	});
