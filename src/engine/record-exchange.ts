import type { RequestBody } from "../document/validate-request.ts";
import type { FaultPlan } from "../faults/select-faults.ts";
import { type ForwardRecord, MAX_RESPONSE_LENGTH } from "../journal/entry.ts";
import { isStoreFull } from "../store/backing.ts";
import { createHider, type Hide } from "../values/create-hider.ts";
import { CUT_MARK } from "../values/read-escapes.ts";
import { listQueryCredentials, listUrlCredentials } from "../values/redact.ts";
import type { EngineContext } from "./context.ts";
import type {
	ActiveForward,
	ForwardCheck,
	ForwardedRequest,
} from "./forwarding/forwarder.ts";
import type { MockRequest } from "./request/request.ts";
import type { MockResponse } from "./response/response.ts";
import { findNearMisses } from "./routing/near-miss.ts";
import type { Match } from "./routing/router.ts";
import {
	type ActiveScenario,
	type Session,
	storeOf,
} from "./sessions/session.ts";

/** An exchange. Parts of the request that were not read are missing. */
export interface Exchange {
	readonly context: EngineContext;
	readonly request: MockRequest;
	readonly match: Match;
	readonly session: Session;
	readonly body: RequestBody;
}

/** An exchange whose request the mock responds to. */
export interface Received extends Exchange {
	/** The active scenario when the request body was complete. */
	readonly active: ActiveScenario;
	/** Present if a real service responds to the operation. */
	readonly forward: ForwardedRequest | undefined;
	/** Real monotonic time, in milliseconds. */
	readonly startedAt: number;
}

/** The part of a response that the journal shows. */
interface JournaledResult {
	readonly response: Pick<MockResponse, "status" | "headers" | "cookies"> & {
		readonly body?: MockResponse["body"] | undefined;
	};
	/** Real time, in milliseconds. */
	readonly durationMs: number;
	readonly plan?: FaultPlan | undefined;
	/** Why the mock rejected the request. Present if the body may not contain the reason. */
	readonly reason?: string | undefined;
	/** Whether a handler of the configuration responded. */
	readonly isOverride?: boolean;
}

interface ExchangeResult extends JournaledResult {
	readonly response: MockResponse;
	/** Present if the exchange was forwarded; a promise while the response is being sent. */
	readonly check?: ForwardCheck | Promise<ForwardCheck> | undefined;
}

function contentOf(body: RequestBody): string | Uint8Array | undefined {
	if (typeof body !== "object") return undefined;
	return "text" in body ? body.text : body.bytes;
}

/** Returns the part of a check that the journal shows. A handler that conforms to the document has none. */
function toForwardRecord(check: ForwardCheck): ForwardRecord | undefined {
	const { text: _, ...record } = check;
	const { isOwn, violations } = record;
	return isOwn && violations.length === 0 ? undefined : record;
}

/** Writes an exchange into the journal of its session. */
export function writeJournal(
	{ context, request, match, session, body }: Exchange,
	{ response, durationMs, plan, reason, isOverride = false }: JournaledResult,
	check?: ForwardCheck,
): void {
	// Another session may have the same name now. This exchange must not appear in its journal.
	if (session.isDropped) return;
	const { address, route } = match;
	const matched = isOverride || route.operation !== undefined;
	const { status, headers, cookies } = response;
	context.journal.write({
		at: Date.now(),
		session: session.id,
		operation: (!isOverride && route.operation?.spec.id) || null,
		matched,
		method: request.method,
		target: address.path + address.search,
		status,
		durationMs,
		fault: plan?.used.map((each) => each.fault.kind).join(", ") || null,
		requestHeaders: request.headers(),
		requestBody: contentOf(body),
		responseHeaders: cookies?.length
			? { ...headers, "set-cookie": cookies.join(", ") }
			: headers,
		responseBody:
			typeof response.body === "string" ? response.body : check?.text,
		nearest: matched
			? undefined
			: findNearMisses(context.router, request.method, match),
		reason,
		forward: check && toForwardRecord(check),
	});
}

/**
 * The maximum number of characters that are searched for credentials. It is larger than what the journal shows,
 * because redacting shortens a text.
 */
const MAX_HIDDEN_LENGTH = 2 * MAX_RESPONSE_LENGTH;

/**
 * Returns a function that redacts the credentials of an exchange, and the credentials that forwarding has added
 * before, wherever the request or the response repeats them.
 * @param target the forwarding, whose headers add credentials
 * @param response has credentials, too: its `Set-Cookie` values, and parameters of URLs in its headers
 */
export function createExchangeHider(
	{ context, request, match }: Omit<Exchange, "body">,
	target: ActiveForward | undefined,
	{
		headers = {},
		cookies = [],
	}: Partial<Pick<MockResponse, "headers" | "cookies">>,
): Hide {
	const hideAdded = context.addedCredentials.createHider(target);
	const list = request.headers();
	const sent = listQueryCredentials(match.address.search, context.redact);
	for (let index = 0; index + 1 < list.length; index += 2) {
		const [name = "", value = ""] = list.slice(index, index + 2);
		if (context.redact.has(name.toLowerCase())) sent.push([name, value]);
		else sent.push(...listUrlCredentials(value, context.redact));
	}
	for (const value of Object.values(headers))
		sent.push(...listUrlCredentials(value, context.redact));
	for (const cookie of cookies)
		sent.push(["cookie", cookie.split(";", 1).join()]);
	if (sent.length === 0) return hideAdded;
	const hideSent = createHider(sent);
	return (data) => hideSent(hideAdded(data));
}

/** Redacts the credentials that an error of a handler repeats. */
export function hideInError(
	error: Error,
	exchange: Omit<Exchange, "body">,
	target: ActiveForward | undefined,
): void {
	const hide = createExchangeHider(exchange, target, {});
	const { message, stack = "" } = error;
	Object.assign(error, { message: hide(message), stack: hide(stack) });
}

/** Redacts the text of a body. The text may be cut inside a credential. */
export function hideInText(text: string, isCut: boolean, hide: Hide): string {
	const isLong = text.length > MAX_HIDDEN_LENGTH;
	const mark = isCut || isLong ? CUT_MARK : "";
	const shown = hide(text.slice(0, MAX_HIDDEN_LENGTH) + mark);
	// Keeps the mark of a cut text, because the redacted text may be too short to show that it was cut.
	return isLong ? shown : shown.slice(0, shown.length - mark.length);
}

/** Counts an exchange in the metrics of its session. Returns a promise only if the store is asynchronous. */
export function countInMetrics(
	{ context, match, active, body }: Received,
	{ response: { status, broken }, durationMs, plan }: ExchangeResult,
): Promise<void> | undefined {
	const { clock, store } = context;
	const { operation } = match.route;
	// A real server would not handle an incomplete request, either.
	if (!operation || broken || body === "incomplete") return undefined;
	// With a fixed clock, equal requests have equal durations: only delays of faults and of `Prefer` count.
	const countedMs =
		clock.start === undefined ? durationMs : (plan?.delayMs ?? 0);
	const labels = operation.getMetricLabels(status);
	try {
		const states = storeOf(store, active);
		return states.observe(active.stateKey, labels, countedMs / 1000);
	} catch (error) {
		// The file was damaged, which the response says already.
		if (isStoreFull(error)) return undefined;
		throw error;
	}
}

/**
 * Counts the assumptions that the response depends on, and writes the exchange to the journal.
 * @returns the response to send. The first response after a session was dropped contains the reason.
 */
export function recordExchange(
	received: Received,
	result: ExchangeResult,
): MockResponse {
	const { response, check } = result;
	const { context, session } = received;
	const { restartReason, usedAssumptions } = session;
	let sent = result;
	if (!response.broken) {
		const { assumptions, headers } = response;
		const count = usedAssumptions.get(assumptions) ?? 0;
		usedAssumptions.set(assumptions, count + 1);
		if (restartReason !== undefined) {
			session.restartReason = undefined;
			const restarted = { "mock-session-restarted": restartReason };
			const all = { ...headers, ...restarted };
			sent = { ...result, response: { ...response, headers: all } };
		}
	}
	context.sessions.keepLater(session, "soon");
	if (!check) {
		writeJournal(received, sent);
		return sent.response;
	}
	const write = (forward: ForwardCheck): void => {
		const { status, headers, cookies = [], body } = sent.response;
		const target = received.forward?.target;
		const hide = createExchangeHider(received, target, sent.response);
		const shown = {
			status,
			...hide({ headers, cookies }),
			body: typeof body === "string" ? hide(body) : body,
		};
		const reason = hide(sent.reason);
		const { text, ...rest } = forward;
		const isCut =
			rest.unchecked !== undefined || text.length > MAX_RESPONSE_LENGTH;
		const checked = { ...hide(rest), text: hideInText(text, isCut, hide) };
		writeJournal(received, { ...sent, reason, response: shown }, checked);
	};
	// Never rejects: if the body breaks off, the received part is checked.
	const written = "then" in check ? check.then(write) : write(check);
	const ended = written && context.shared?.endAfter(sent.response, written);
	return ended ?? sent.response;
}
