import { STATUS_CODES } from "node:http";
import type {
	ForwardAccess,
	ForwardedResponse,
	ForwardRequest,
} from "../engine/forwarding/forwarder.ts";
import { protectOrigin } from "../engine/response/protect-origin.ts";
import type { HeaderList } from "../journal/entry.ts";
import { connectionHeaders, ORIGIN_WIDE } from "../values/http.ts";
import { isBearerToken } from "../values/is-bearer-token.ts";

/** Returns pairs of a lower-case name and a value. */
export function listHeaders(list: HeaderList): [string, string][] {
	const pairs: [string, string][] = [];
	for (let index = 0; index + 1 < list.length; index += 2)
		pairs.push([(list[index] ?? "").toLowerCase(), list[index + 1] ?? ""]);
	return pairs;
}

/** Returns the headers of the client and of the settings, as a list of alternating names and values. */
export function toRequestHeaders(
	{ headers, body, target }: ForwardRequest,
	via: string,
	{ controlToken }: ForwardAccess,
): string[] {
	const received = listHeaders(headers);
	const valuesOf = (name: string): string[] =>
		received.flatMap((each) => (each[0] === name ? each[1] : []));
	const removed = connectionHeaders(valuesOf("connection").join());
	const isSent = (name: string, value: string): boolean => {
		if (removed.has(name) || name.startsWith("mock-")) return false;
		if (name === "host" || name === "expect" || name === "via") return false;
		if (Object.hasOwn(target.headers, name)) return false;
		if (name === "authorization" && controlToken !== undefined)
			return !isBearerToken(value, controlToken);
		// The length of a complete body is known.
		return name !== "content-length" || body.rest !== undefined;
	};
	return [
		...received.filter((each) => isSent(...each)),
		...Object.entries(target.headers),
		["via", [...valuesOf("via"), `1.1 ${via}`].join(", ")],
	].flat();
}

/**
 * Returns the headers to send with the body of the service.
 * @param received headers with one value each
 */
export function readResponseHeaders(
	status: number,
	statusText: string,
	received: ForwardedResponse["headers"],
	body: ForwardedResponse["body"],
): Pick<ForwardedResponse, "reason" | "headers"> {
	const removed = connectionHeaders(received.connection ?? "");
	// The length of a complete body is known. RFC 9110 sections 8.6 and 15.3.6: these statuses have no body, so the
	// length of a body must not be passed on.
	const isSized = [204, 205].includes(status) || body instanceof Uint8Array;
	const isPassedOn = (name: string): boolean =>
		!removed.has(name) &&
		name !== "set-cookie" &&
		!name.startsWith("mock-") &&
		// Their origin would be the mock.
		!ORIGIN_WIDE.test(name) &&
		!(isSized && name === "content-length") &&
		// The mock decides which pages may read a response, and the service decides which headers they may read.
		!/^access-control-(?!expose-headers$)/.test(name);
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(received))
		if (isPassedOn(name)) headers[name] = value;
	const isReason = /^[\t -~]+$/.test(statusText);
	return {
		reason: isReason ? statusText : (STATUS_CODES[status] ?? ""),
		headers: protectOrigin(status, headers),
	};
}
