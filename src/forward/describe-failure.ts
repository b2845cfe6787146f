import type { ForwardFailure } from "../engine/forwarding/forwarder.ts";
import { errorMessage } from "../values/errors.ts";

/** Thrown for a request that makes no progress. */
export class TimedOut extends Error {
	override readonly name = "TimedOut";
}

/** The maximum size of a response head: the same as for a request. */
export const MAX_HEAD_BYTES: number = 64 * 1024;

/** The reasons by the start of the error code. */
const REASONS: readonly (readonly [code: RegExp, reason: string])[] = [
	[/^ECONNREFUSED$/, "it refused the connection"],
	[/^(ENOTFOUND|EAI_)/, "its host was not found"],
	[/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "its host cannot be reached"],
	[/^(ECONNRESET|EPIPE|ECONNABORTED)$/, "it reset the connection"],
	[
		/^UND_ERR_SOCKET$/,
		"it closed the connection before the end of its response",
	],
	[
		/^UND_ERR_HEADERS_OVERFLOW$/,
		`the headers of its response are longer than ${MAX_HEAD_BYTES / 1024} KiB`,
	],
	[/^ERR_ASSERTION$/, "its response is not valid HTTP"],
	[/CONTENT_LENGTH_MISMATCH$/, "its response is not as long as it announced"],
	[
		/CERT|^(UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)/,
		"its certificate is not trusted; name the file of its CA in NODE_EXTRA_CA_CERTS",
	],
	[
		/^(EPROTO|ERR_SSL|ERR_TLS)/,
		"TLS failed; compare http and https in the URL",
	],
];

const codeOf = (error: unknown): string =>
	error instanceof Error && "code" in error ? String(error.code) : "";

function explain(error: unknown, code: string): string {
	const [, reason] = REASONS.find(([pattern]) => pattern.test(code)) ?? [];
	if (error instanceof Error && error.name === "HTTPParserError")
		return `its response is not valid HTTP (${error.message})`;
	if (error instanceof Error && error.message === "bad upgrade")
		return "it responded with 101, and protocols other than HTTP cannot be forwarded";
	return reason ? `${reason} (${code})` : errorMessage(error);
}

/** Describes why there is no response. */
export function describeFailure(
	error: unknown,
	timeoutMs: number,
): ForwardFailure {
	const code = codeOf(error);
	if (error instanceof TimedOut || /TIMEOUT$|^ETIMEDOUT$/.test(code))
		return {
			failure: "gatewayTimeout",
			reason: `${code === "UND_ERR_BODY_TIMEOUT" ? "its response stopped" : "it did not respond"} for ${timeoutMs} ms`,
		};
	return { failure: "badGateway", reason: explain(error, code) };
}
