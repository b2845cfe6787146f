import {
	type ActiveFault,
	DRAWS_PER_FAULT,
	type FaultPlan,
	findWait,
	selectFaults,
} from "../faults/select-faults.ts";
import { isStoreUnavailable } from "../store/backing.ts";
import type { EngineContext } from "./context.ts";
import {
	CANNOT_FORWARD,
	type ForwardOutcome,
	forwardsOperation,
} from "./forwarding/forwarder.ts";
import type { Reply } from "./model/service.ts";
import { withoutOutdated } from "./outdated-state.ts";
import {
	countInMetrics,
	hideInError,
	type Received,
	recordExchange,
} from "./record-exchange.ts";
import { type Preference, readPreference } from "./request/preference.ts";
import type { MockRequest } from "./request/request.ts";
import {
	createFailureReply,
	createProblem,
	createStatusReply,
	isOfUser,
	rejectOwnParameter,
	type StatusEffect,
} from "./response/problems.ts";
import {
	damageResponse,
	EMPTY,
	type MockResponse,
	RESET,
	renderOwn,
	withHeader,
} from "./response/response.ts";
import { createUnmatchedReply } from "./routing/near-miss.ts";
import {
	decodeBody,
	isEmpty,
	type Operation,
	rejectAsHandled,
} from "./routing/operation.ts";
import type { Match } from "./routing/router.ts";
import {
	checkCredentials,
	checkRate,
	resolveSession,
} from "./sessions/access.ts";
import { type ActiveScenario, faultsFor, storeOf } from "./sessions/session.ts";

/**
 * The result of an exchange: the reply of the operation, the response of a real service, or neither if a fault breaks
 * the connection.
 */
interface Outcome extends Partial<ForwardOutcome> {
	readonly reply?: Reply;
	readonly plan?: FaultPlan;
	/** The preferences that were applied, for `Preference-Applied`. */
	readonly applied?: string;
}

const NO_PREFERENCE: Preference = { applied: [] };

/**
 * Runs one exchange, from request to response. Read this file from top to bottom: the order of the steps is their
 * order of precedence. 400 for the session name, 404 and 405, 400 for `Prefer`, faults, the preferred code, 401, 429,
 * then 413, 415 and 400 for the input (`routing/operation.ts`), and at last the handler. If a real service responds
 * to the operation, it replaces the last two steps.
 *
 * This function finds the session, reads the body, rejects unmatched requests, records the exchange, and then
 * waits as faults and `Prefer` say. A failure of the handler becomes a 500 response.
 */
export async function runExchange(
	context: EngineContext,
	request: MockRequest,
	match: Match,
): Promise<MockResponse> {
	const startedAt = performance.now();
	const { service, router } = context;
	const { operation } = match.route;
	const found = resolveSession(context, request, match, startedAt);
	const { session, rejection } = found;
	// The body is read even if the request is rejected: the journal keeps it, and the client must be able to finish
	// sending it.
	const { maxBytes } = service.limits;
	const isForwarded =
		operation &&
		session.forward &&
		forwardsOperation(session.forward, operation.spec.id);
	const target = isForwarded ? session.forward : undefined;
	const start = target && (await request.readBodyStart(maxBytes));
	const body =
		operation?.takesBody === false && isEmpty(start)
			? undefined
			: decodeBody(start ?? (await request.readBody(maxBytes)));
	const { active } = session;
	const forward = target && start && { target, body: start };
	const received: Received = {
		context,
		request,
		match,
		session,
		active,
		body,
		forward,
		startedAt,
	};
	const prefer = request.header("prefer");
	let outcome: Outcome;
	let response: MockResponse;
	try {
		if (rejection) outcome = { reply: rejection };
		else if (context.forwarding.isLoop(request))
			outcome = { reply: createProblem("loop") };
		else if (!operation)
			outcome = { reply: createUnmatchedReply(router, request, match) };
		else if (prefer !== null)
			outcome = await runAsPreferred(operation, received, prefer);
		else outcome = await runWithFaults(operation, received, NO_PREFERENCE);
		response = render(operation, request, outcome);
	} catch (error) {
		// It could not be recorded either.
		if (isStoreUnavailable(error)) throw error;
		if (isOfUser(error)) hideInError(error, received, target);
		context.onError(error);
		outcome = { reply: createFailureReply(error) };
		response = render(operation, request, outcome);
	}

	const { plan, check, response: forwarded } = outcome;
	// The client may still be sending a body that the mock does not read.
	if (body === "too large" && !forwarded)
		response = withHeader(response, "connection", "close");
	const waitMs = plan ? findWait(plan) : 0;
	const durationMs = performance.now() - startedAt + waitMs;
	const reason = outcome.reply?.reason;
	const result = { response, durationMs, plan, check, reason };
	countInMetrics(received, result);
	// Before the wait, because a test may ask for a request that the client still waits for.
	const sent = recordExchange(received, result);
	if (waitMs > 0) await context.waits.wait(waitMs, request.signal());
	return damageResponse(sent, plan, context.waits);
}

/**
 * Rejects an invalid `Prefer`. Otherwise runs the operation in the preferred scenario, with the preferred code and
 * delay.
 */
async function runAsPreferred(
	operation: Operation,
	received: Received,
	header: string,
): Promise<Outcome> {
	const { presets, sessions } = received.context;
	const preference = readPreference(header, operation.spec, presets.scenarios);
	if ("invalid" in preference)
		return { reply: rejectOwnParameter("prefer", preference.invalid) };
	const { scenario, applied } = preference;
	const run = (active: ActiveScenario): Promise<Outcome> =>
		runWithFaults(operation, { ...received, active }, preference);
	const outcome =
		scenario === undefined
			? await run(received.active)
			: await sessions.withScenario(received.session, scenario, run);
	// A fault that replaces the response overrides the preferred code.
	const isApplied = (each: string): boolean =>
		!outcome.plan?.replacement || !each.startsWith("code=");
	return { ...outcome, applied: applied.filter(isApplied).join(", ") };
}

/** Selects the faults that apply. Runs the operation, unless a fault or the preferred code replaces its response. */
function runWithFaults(
	operation: Operation,
	received: Received,
	preference: Preference,
): Promise<Outcome> {
	const { request, session, active } = received;
	const faults = faultsFor(session, active, operation.spec, request.method);
	return faults.length === 0 && preference === NO_PREFERENCE
		? runOperation(operation, received)
		: runDisturbed(operation, received, preference, faults);
}

async function runDisturbed(
	operation: Operation,
	received: Received,
	{ code, delayMs }: Preference,
	faults: readonly ActiveFault[],
): Promise<Outcome> {
	const { context, session, active, request } = received;
	const { service, sessions } = context;
	const { spec } = operation;
	const draws = faults.length * DRAWS_PER_FAULT;
	const store = storeOf(context.store, active);
	const random = await store.drawFractions(active.stateKey, draws);
	const isCounted = faults.some(({ fault }) => fault.times !== undefined);
	const select = (from = faults): FaultPlan =>
		selectFaults(from, random, delayMs);
	const plan = isCounted
		? await sessions.useFaults(session, () =>
				select(faultsFor(session, active, spec, request.method)),
			)
		: select();
	const { replacement } = plan;
	const replyWith = (effect: StatusEffect, problem: "fault" | "preferred") =>
		createStatusReply(service, spec, active.auth, effect, problem);
	if (replacement?.kind === "status")
		return { ...withCheck(await replyWith(replacement, "fault")), plan };
	if (replacement) return { plan };
	if (code === undefined)
		return { ...(await runOperation(operation, received, plan)), plan };
	const effect = { kind: "status", status: code } as const;
	return { reply: await replyWith(effect, "preferred"), plan };
}

/** Checks credentials, rate and input, then calls the handler or the real service. */
async function runOperation(
	operation: Operation,
	received: Received,
	plan?: FaultPlan,
): Promise<Outcome> {
	const { spec, validateInput, handle } = operation;
	const { context, request, match, active, startedAt } = received;
	let rejection = checkCredentials(received, spec);
	if (!rejection && active.rateLimit) {
		const seconds = await active.rateLimit.acquire(startedAt);
		rejection = checkRate(spec, active, seconds);
	}
	if (rejection) return { reply: rejection };
	if (operation.prepare) await operation.prepare();
	const input = validateInput(
		request,
		match.address.search,
		received.body,
		match.route.kind === "operation" ? match.route.parameters : undefined,
	);
	if (received.forward) {
		const { load } = context.forwarding;
		if (!load) throw new Error(CANNOT_FORWARD);
		const { path, search } = match.address;
		return (await load()).respond(received.forward, {
			...{ operation: spec, request, search },
			path: path.slice(context.router.basePath.length),
			rejection: "rejection" in input ? input.rejection : undefined,
			isComplete: plan?.body !== undefined,
		});
	}
	if ("rejection" in input) return { reply: input.rejection };
	// Spreading the objects would take longer than the rest of the exchange.
	const { path, query, body } = input;
	if (spec.method !== "GET") received.session.isChanged = true;
	const state = withoutOutdated(context, active.state);
	const reply = await handle({ path, query, body, state, request });
	if (!("status" in reply)) return { reply: rejectAsHandled(spec, reply) };
	return withCheck(reply);
}

/** Returns the outcome of a reply, with its violations if it was checked. */
const withCheck = (reply: Reply): Outcome => {
	const { violations } = reply;
	if (!violations) return { reply };
	return { reply, check: { violations, isOwn: true, text: "" } };
};

/** @throws TypeError if the reply cannot be written as JSON */
function render(
	operation: Operation | undefined,
	{ method }: MockRequest,
	{ reply, response, plan, applied = "" }: Outcome,
): MockResponse {
	if (response)
		return applied === ""
			? response
			: withHeader(response, "preference-applied", applied);
	if (!reply) return plan?.replacement?.kind === "reset" ? RESET : EMPTY;
	return operation
		? operation.render(reply, method, applied)
		: renderOwn(reply, method);
}
