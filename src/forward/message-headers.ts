import { STATUS_CODES } from "node:http";
import type {
	ForwardAccess,
	ForwardedResponse,
	ForwardRequest,
} from "../engine/forwarding/forwarder.ts";
import type { HeaderList } from "../journal/entry.ts";
import {
	HOP_BY_HOP,
	joinHeaders,
	type ReceivedHeaders,
} from "../values/http.ts";
import { isBearerToken } from "../values/is-bearer-token.ts";

/** Returns the names of headers that belong to one connection. */
const connectionHeaders = (connection: string): ReadonlySet<string> =>
	new Set([
		...HOP_BY_HOP,
		...connection.split(",").map((name) => name.trim().toLowerCase()),
	]);

/** Returns pairs of a name in lower case and a value. */
export const listHeaders = (list: HeaderList): [string, string][] =>
	list.flatMap((name, index) =>
		index % 2 === 0 ? [[name.toLowerCase(), list[index + 1] ?? ""]] : [],
	);

/** Returns names and values in turn: what the client sent, and the headers of the settings. */
export function toRequestHeaders(
	{ headers, body, target }: ForwardRequest,
	via: string,
	{ controlToken }: ForwardAccess,
): string[] {
	const received = listHeaders(headers);
	const valuesOf = (wanted: string): string[] =>
		received.flatMap(([name, value]) => (name === wanted ? value : []));
	const removed = connectionHeaders(valuesOf("connection").join());
	const isSent = ([name, value]: [string, string]): boolean => {
		if (removed.has(name) || name.startsWith("mock-")) return false;
		if (name === "host" || name === "expect" || name === "via") return false;
		if (name === "authorization" && controlToken !== undefined)
			return !isBearerToken(value, controlToken);
		// The length of a body that is not streamed is known.
		return name !== "content-length" || body.rest !== undefined;
	};
	const own = Object.entries(target.headers);
	const others = received.filter(
		([name]) => !Object.hasOwn(target.headers, name),
	);
	const vias = [...valuesOf("via"), `1.1 ${via}`].join(", ");
	return [...others.filter(isSent), ...own, ["via", vias]].flat();
}

/** The head of a response, as undici has it. */
interface ReceivedHead {
	readonly statusCode: number;
	readonly statusText: string;
	readonly headers: ReceivedHeaders;
}

/** Returns what to send with the body of the service. */
export function readResponseHeaders(
	{ statusCode: status, statusText, headers: received }: ReceivedHead,
	body: ForwardedResponse["body"],
): Pick<ForwardedResponse, "reason" | "headers" | "cookies"> {
	const { "set-cookie": cookies = [], ...others } = received;
	const removed = connectionHeaders([received.connection].flat().join());
	// The length of whole bytes is known. RFC 9110 sections 8.6 and 15.3.6: these statuses have no body, so the length of
	// one must not be passed on.
	const isSized = [204, 205].includes(status) || body instanceof Uint8Array;
	const isPassedOn = (name: string): boolean =>
		!removed.has(name) &&
		!name.startsWith("mock-") &&
		!(isSized && name === "content-length") &&
		// The mock decides which pages may read a response, and the service which headers of it.
		!/^access-control-(?!expose-headers$)/.test(name);
	const headers = Object.entries(joinHeaders(others)).filter(([name]) =>
		isPassedOn(name),
	);
	const isReason = /^[\t -~]+$/.test(statusText);
	return {
		reason: isReason ? statusText : (STATUS_CODES[status] ?? ""),
		headers: Object.fromEntries(headers),
		cookies: [cookies].flat(),
	};
}

/** What no browser shows as a page that can have scripts. Without a type, it may guess that a body is HTML. */
const HARMLESS = /^(application\/([^;]+\+)?json|text\/plain)\b/i;

/**
 * Adds `Content-Security-Policy: sandbox` to a response that a browser may show as a page: its scripts would run in the
 * origin of the mock, whose pages may use the control API. Whatever the request says: browsers name its destination to
 * some servers only, and may later show what they have fetched as data.
 */
export function protectOrigin(
	headers: ForwardedResponse["headers"],
): ForwardedResponse["headers"] {
	if (HARMLESS.test(headers["content-type"] ?? "")) return headers;
	const policy = headers["content-security-policy"];
	return {
		...headers,
		"content-security-policy": policy ? `${policy}, sandbox` : "sandbox",
	};
}
