import type { FaultPlan } from "../faults/select-faults.ts";
import type { Arrived } from "./arrived.ts";
import type { EngineContext } from "./context.ts";
import type { RequestBody } from "./request/validate-input.ts";
import type { RenderedResponse } from "./response/render.ts";
import type { Session } from "./sessions/session.ts";

const contentOf = (body: RequestBody): string | Uint8Array | undefined =>
	typeof body === "object"
		? "text" in body
			? body.text
			: body.bytes
		: undefined;

/** Writes an exchange into the journal of its session. */
export function writeJournal(
	{ journal }: Pick<EngineContext, "journal">,
	{
		request,
		match: { address },
		session,
		operation,
		nearest,
		body,
	}: Omit<Arrived, "active" | "startedAt">,
	response: Pick<RenderedResponse, "status" | "headers"> & {
		readonly body?: string | null | undefined;
	},
	durationMs: number,
	{
		fault = null,
		matched = operation !== undefined,
	}: { fault?: string | null; matched?: boolean } = {},
): void {
	// By now a new session may have this name, and its journal must not contain this exchange.
	if (session.isDropped) return;
	journal.write({
		at: Date.now(),
		session: session.id,
		operation: operation?.spec.id ?? null,
		matched,
		method: request.method,
		target: address.path + address.search,
		status: response.status,
		durationMs,
		fault,
		requestHeaders: request.headers(),
		requestBody: contentOf(body),
		responseHeaders: response.headers,
		responseBody: response.body ?? undefined,
		nearest,
	});
}

/** Adds the header that says, once, that the session was dropped and has started again. */
function announceRestart(
	session: Session,
	response: RenderedResponse,
): RenderedResponse {
	const { restartReason: restarted } = session;
	if (restarted === undefined || response.broken) return response;
	session.restartReason = undefined;
	return {
		...response,
		headers: { ...response.headers, "mock-session-restarted": restarted },
	};
}

/** Counts the exchange in the metrics of the session. Returns a promise only if the store needs one. */
export function countInMetrics(
	{ clock, store }: EngineContext,
	{ operation, active }: Arrived,
	{ status, broken }: RenderedResponse,
	durationMs: number,
	plan: FaultPlan | undefined,
): Promise<void> | undefined {
	if (!operation || broken) return undefined;
	// With a fixed clock, the same requests have the same durations: only configured delays count.
	const counted = clock.start === undefined ? durationMs : (plan?.delayMs ?? 0);
	return store.observe(
		active.stateKey,
		operation.getMetricLabels(status),
		counted / 1000,
	);
}

/**
 * Records an exchange in the counts of used assumptions and in the journal.
 * @returns the response to send
 */
export function recordExchange(
	context: EngineContext,
	arrived: Arrived,
	rendered: RenderedResponse,
	durationMs: number,
	plan: FaultPlan | undefined,
): RenderedResponse {
	const { session } = arrived;
	const response = announceRestart(session, rendered);
	const { assumptions, broken } = response;
	if (!broken)
		session.usedAssumptions.set(
			assumptions,
			(session.usedAssumptions.get(assumptions) ?? 0) + 1,
		);
	writeJournal(context, arrived, response, durationMs, {
		fault: plan?.kinds.join(", ") || null,
	});
	return response;
}
