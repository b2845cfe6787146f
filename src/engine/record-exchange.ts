import type { RequestBody } from "../document/validate-request.ts";
import type { FaultPlan } from "../faults/select-faults.ts";
import { MAX_RESPONSE_LENGTH } from "../journal/body-view.ts";
import type { ForwardRecord } from "../journal/entry.ts";
import {
	CUT_MARK,
	createHider,
	createRedactedNames,
	type Hide,
} from "../values/redact.ts";
import type { EngineContext } from "./context.ts";
import type { ForwardedRequest } from "./forwarding/forward-operation.ts";
import type { ActiveForward, ForwardCheck } from "./forwarding/forwarder.ts";
import type { MockRequest } from "./request/request.ts";
import type { MockResponse } from "./response/response.ts";
import type { Match } from "./routing/router.ts";
import type { ActiveScenario, Session } from "./sessions/session.ts";

/** A request with everything that is known once its body has been read. */
export interface ReceivedRequest {
	readonly request: MockRequest;
	readonly match: Match;
	readonly session: Session;
	/** The scenario that was active when the body was complete. */
	readonly active: ActiveScenario;
	readonly body: RequestBody;
	/** Set if a real service responds to the operation. */
	readonly forward: ForwardedRequest | undefined;
	/** Real monotonic time, in milliseconds. */
	readonly startedAt: number;
}

interface ExchangeResult {
	readonly response: MockResponse;
	/** Real time, in milliseconds. */
	readonly durationMs: number;
	readonly plan: FaultPlan | undefined;
	/** Only if the exchange was forwarded; a promise while the response is still being sent. */
	readonly check?: ForwardCheck | Promise<ForwardCheck> | undefined;
}

/** What only some exchanges have. */
interface Details {
	/** Whether a handler of the configuration responded. */
	readonly override?: boolean;
	readonly forward?: ForwardCheck;
}

const NO_DETAILS: Details = {};

const contentOf = (body: RequestBody): string | Uint8Array | undefined =>
	typeof body !== "object"
		? undefined
		: "text" in body
			? body.text
			: body.bytes;

const toForwardRecord = ({
	violations,
	unchecked,
}: ForwardCheck): ForwardRecord => ({
	violations,
	...(unchecked !== undefined && { unchecked }),
});

/** Writes an exchange into the journal of its session. */
export function writeJournal(
	{ journal, findNearMisses }: EngineContext,
	{
		request,
		match,
		session,
		body,
	}: Pick<ReceivedRequest, "request" | "match" | "session"> & {
		readonly body?: RequestBody;
	},
	{
		status,
		headers,
		cookies,
		body: responseBody,
	}: Pick<MockResponse, "status" | "headers" | "cookies"> & {
		readonly body?: MockResponse["body"] | undefined;
	},
	durationMs: number,
	plan: FaultPlan | undefined,
	{ override = false, forward }: Details = NO_DETAILS,
): void {
	// By now a new session may have this name, and its journal must not contain this exchange.
	if (session.isDropped) return;
	const { address, route } = match;
	const matched = override || route.operation !== undefined;
	journal.write({
		at: Date.now(),
		session: session.id,
		operation: (!override && route.operation?.spec.id) || null,
		matched,
		method: request.method,
		target: address.path + address.search,
		status,
		durationMs,
		fault: plan?.kinds.join(", ") || null,
		requestHeaders: request.headers(),
		requestBody: contentOf(body),
		responseHeaders: cookies?.length
			? { ...headers, "set-cookie": cookies.join(", ") }
			: headers,
		responseBody:
			typeof responseBody === "string" ? responseBody : forward?.text,
		nearest: matched ? undefined : findNearMisses(request.method, match),
		forward: forward && toForwardRecord(forward),
	});
}

/** By the settings of forwarding, which many exchanges share. */
const hiders = new WeakMap<ActiveForward, Hide>();

/** Returns a function that redacts the credentials of a forwarded exchange, which a service may repeat. */
function createExchangeHider(
	{ redact }: EngineContext,
	{ request, forward }: ReceivedRequest,
): Hide {
	const target = forward?.target;
	const known = target && hiders.get(target);
	const hideAdded = known ?? createHider(target?.headers ?? {});
	if (target) hiders.set(target, hideAdded);
	const names = createRedactedNames([...redact]);
	const list = request.headers();
	const sent = list.flatMap((name, index) =>
		index % 2 === 0 && names.has(name.toLowerCase())
			? [[name, list[index + 1] ?? ""] as const]
			: [],
	);
	if (sent.length === 0) return hideAdded;
	const hideSent = createHider(Object.fromEntries(sent));
	return (data) => hideSent(hideAdded(data));
}

/** Redacts the text of a body, which may be cut within a credential. */
function hideInCheck(check: ForwardCheck, hide: Hide): ForwardCheck {
	const { text, ...rest } = check;
	const isCut =
		rest.unchecked !== undefined || text.length > MAX_RESPONSE_LENGTH;
	const mark = isCut ? CUT_MARK : "";
	const shown = hide(text + mark);
	return { ...hide(rest), text: shown.slice(0, shown.length - mark.length) };
}

/** Counts an exchange in the metrics of its session. Returns a promise only if the store needs one. */
export function countInMetrics(
	{ clock, store }: EngineContext,
	{ match, active, body }: ReceivedRequest,
	{ response: { status, broken }, durationMs, plan }: ExchangeResult,
): Promise<void> | undefined {
	const { operation } = match.route;
	// A server whose client sends half a request has nothing to handle.
	if (!operation || broken || body === "incomplete") return undefined;
	// With a fixed clock, the same requests have the same durations: only delays of faults and of `Prefer` count.
	const countedMs =
		clock.start === undefined ? durationMs : (plan?.delayMs ?? 0);
	const labels = operation.getMetricLabels(status);
	return store.observe(active.stateKey, labels, countedMs / 1000);
}

/**
 * Counts the assumptions that the response depends on, and writes the exchange into the journal.
 * @returns the response to send: once after a session was dropped, it says why
 */
export function recordExchange(
	context: EngineContext,
	received: ReceivedRequest,
	{ response, durationMs, plan, check }: ExchangeResult,
): MockResponse {
	const { session } = received;
	const { restartReason, usedAssumptions } = session;
	let sent = response;
	if (!response.broken) {
		const { assumptions, headers } = response;
		usedAssumptions.set(
			assumptions,
			(usedAssumptions.get(assumptions) ?? 0) + 1,
		);
		if (restartReason !== undefined) {
			session.restartReason = undefined;
			const restarted = { "mock-session-restarted": restartReason };
			sent = { ...response, headers: { ...headers, ...restarted } };
		}
	}
	context.sessions.touch(session);
	if (!check) {
		writeJournal(context, received, sent, durationMs, plan);
		return sent;
	}
	const write = (forward: ForwardCheck): void => {
		const { status, headers, cookies = [], body } = sent;
		const hide = createExchangeHider(context, received);
		const shown = {
			status,
			...hide({ headers, cookies }),
			body: typeof body === "string" ? hide(body) : body,
		};
		const details = { forward: hideInCheck(forward, hide) };
		writeJournal(context, received, shown, durationMs, plan, details);
	};
	// Never rejects: a body that breaks is checked as far as it came.
	if ("then" in check) void check.then(write);
	else write(check);
	return sent;
}
