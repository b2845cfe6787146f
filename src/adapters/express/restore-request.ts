import type { Request as ExpressRequest } from "express";
import type { MockRequest } from "../../engine/request/request.ts";
import { fromNodeRequest } from "../http/node-request.ts";

/** Returns the request with its body, even if a body parser of the app has read it. */
export function restoreRequest(
	req: ExpressRequest,
	target?: string,
): MockRequest {
	const request = fromNodeRequest(req, target);
	if (req.readable) return request;
	const parsed: unknown = req.body;
	const isRead = typeof parsed === "string" || parsed instanceof Uint8Array;
	const bytes = Buffer.from(isRead ? parsed : (JSON.stringify(parsed) ?? ""));
	return {
		method: request.method,
		origin: request.origin,
		caller: request.caller,
		target: request.target,
		header: (name) => request.header(name),
		headers: () => request.headers(),
		readBody: async (maxBytes) =>
			bytes.byteLength > maxBytes ? "too large" : bytes,
		readBodyStart: async () => ({ bytes }),
		signal: () => request.signal(),
	};
}
