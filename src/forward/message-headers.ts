import { STATUS_CODES } from "node:http";
import type {
	ForwardAccess,
	ForwardedResponse,
	ForwardRequest,
} from "../engine/forwarding/forwarder.ts";
import { isBearerToken } from "../values/is-bearer-token.ts";

/** Headers by name; several values of one name as an array. */
export type ReceivedHeaders = Readonly<
	Record<string, string | readonly string[] | undefined>
>;

/** RFC 9110 section 7.6.1. */
const HOP_BY_HOP: readonly string[] = [
	"connection",
	"keep-alive",
	"proxy-authenticate",
	"proxy-authorization",
	"proxy-connection",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
];

const USUAL: ReadonlySet<string> = new Set(HOP_BY_HOP);

/** Returns the names of headers that belong to one connection. */
const connectionHeaders = (connection: string): ReadonlySet<string> =>
	/^(|close|keep-alive)$/i.test(connection)
		? USUAL
		: new Set([
				...HOP_BY_HOP,
				...connection.split(",").map((name) => name.trim().toLowerCase()),
			]);

/** Returns names and values in turn: what the client sent, and the headers of the settings. */
export function toRequestHeaders(
	{ headers, body, target }: ForwardRequest,
	via: string,
	{ controlToken }: ForwardAccess,
): string[] {
	const connection: string[] = [];
	const vias: string[] = [];
	const names: string[] = [];
	for (let index = 0; index < headers.length; index += 2) {
		const name = (headers[index] ?? "").toLowerCase();
		names.push(name);
		if (name === "connection") connection.push(headers[index + 1] ?? "");
		if (name === "via") vias.push(headers[index + 1] ?? "");
	}
	const removed = connectionHeaders(connection.join());
	const isToken = (authorization: string): boolean =>
		controlToken !== undefined && isBearerToken(authorization, controlToken);
	const sent: string[] = [];
	for (const [index, name] of names.entries()) {
		const value = headers[2 * index + 1] ?? "";
		if (removed.has(name) || name.startsWith("mock-")) continue;
		if (name === "host" || name === "expect" || name === "via") continue;
		if (name === "authorization" && isToken(value)) continue;
		// The length of a body that is not streamed is known.
		if (name === "content-length" && !body.rest) continue;
		if (Object.hasOwn(target.headers, name)) continue;
		sent.push(name, value);
	}
	for (const [name, value] of Object.entries(target.headers))
		sent.push(name, value);
	sent.push("via", [...vias, `1.1 ${via}`].join(", "));
	return sent;
}

/**
 * Returns what to send with the body of the service.
 * @param isSized whether the length of the body is known, so that it need not be announced
 */
export function readResponseHeaders(
	status: number,
	statusText: string,
	received: ReceivedHeaders,
	isSized: boolean,
): Pick<ForwardedResponse, "reason" | "headers" | "cookies"> {
	const removed = connectionHeaders([received.connection].flat().join());
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(received)) {
		if (value === undefined || removed.has(name) || name === "set-cookie")
			continue;
		if (name.startsWith("mock-") || (isSized && name === "content-length"))
			continue;
		// The mock decides which pages may read a response, and the service which headers of it.
		if (/^access-control-(?!expose-headers$)/.test(name)) continue;
		headers[name] = typeof value === "string" ? value : value.join(", ");
	}
	const cookies = [received["set-cookie"] ?? []].flat();
	const isReason = /^[\t -~]+$/.test(statusText);
	return {
		reason: isReason ? statusText : (STATUS_CODES[status] ?? ""),
		headers,
		cookies,
	};
}
