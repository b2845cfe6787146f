import { damageBody, damageStream } from "../../faults/damage-body.ts";
import type { FaultPlan } from "../../faults/select-faults.ts";
import type { MockResponse } from "./response.ts";

const encoder = new TextEncoder();

/** Truncates the body or slows it down, as a fault demands. */
export function damageResponse(
	response: MockResponse,
	plan: FaultPlan | undefined,
	signal: AbortSignal,
): MockResponse {
	const { body, headers } = response;
	if (!plan?.body || body === null) return response;
	if (body instanceof ReadableStream)
		return { ...response, body: damageStream(body, plan.body, signal) };
	const bytes = typeof body === "string" ? encoder.encode(body) : body;
	return {
		...response,
		headers: { ...headers, "content-length": `${bytes.byteLength}` },
		body: damageBody(bytes, plan.body, signal),
	};
}
