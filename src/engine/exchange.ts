import { damageBody } from "../faults/damage-body.ts";
import {
	type ActiveFault,
	DRAWS_PER_FAULT,
	type FaultPlan,
	selectFaults,
} from "../faults/select-faults.ts";
import { wait } from "../faults/wait.ts";
import type { Arrived } from "./arrived.ts";
import type { EngineContext } from "./context.ts";
import { createUnmatchedReply } from "./create-unmatched-reply.ts";
import { createOperation, type Operation } from "./operation.ts";
import { countInMetrics, recordExchange } from "./record-exchange.ts";
import { type Preference, readPreference } from "./request/preference.ts";
import type { MockRequest } from "./request/request.ts";
import { decodeBody, rejectInvalid } from "./request/validate-input.ts";
import {
	createExampleReply,
	createFaultReply,
} from "./response/example-reply.ts";
import { createProblem } from "./response/problems.ts";
import { createRender, type RenderedResponse } from "./response/render.ts";
import { EMPTY, type MockResponse, RESET } from "./response/response.ts";
import type { FindNearMisses } from "./routing/near-miss.ts";
import type { Match } from "./routing/router.ts";
import type { Reply } from "./service.ts";
import { checkCredentials, checkRate } from "./sessions/access.ts";
import { resolveSession } from "./sessions/resolve-session.ts";
import { type ActiveScenario, faultsFor } from "./sessions/session.ts";

/** Runs one exchange, from request to response. Never rejects: a failure of the mock is a response too. */
export type Exchange = (
	request: MockRequest,
	match: Match,
) => Promise<MockResponse>;

interface Outcome {
	/** Undefined if a fault breaks the connection. */
	readonly reply: Reply | undefined;
	readonly plan?: FaultPlan;
	/** For `Preference-Applied`. */
	readonly applied?: string;
}

const MAX_TIMEOUT_MS = 60_000;
const NO_PREFERENCE: Preference = { applied: [] };
const encoder = new TextEncoder();

/**
 * Creates the way from request to response. Read this file from top to bottom: the order of the steps is the order of
 * precedence. 400 for a bad session name, 404 and 405, 400 for a bad `Prefer`, faults, 401, 429, 413, 415, 400 for
 * invalid input, and then the handler.
 */
export function createExchange(
	context: EngineContext,
	findNearMisses: FindNearMisses,
	basePath: string,
): Exchange {
	const { service, store, sessions } = context;
	const operations = new Map(
		service.operations.map((definition) => [
			definition.spec.id,
			createOperation(service, definition),
		]),
	);
	const renderUnmatched = createRender();

	/** Finds the session and reads the body, rejects what no operation matches, and records the result. */
	async function exchange(
		request: MockRequest,
		match: Match,
	): Promise<MockResponse> {
		const startedAt = performance.now();
		const { session, rejection } = resolveSession(
			context,
			request,
			match.address,
			startedAt,
		);
		const { route } = match;
		const operation =
			route.kind === "operation" ? operations.get(route.operation) : undefined;
		const nearest = operation
			? undefined
			: findNearMisses(request.method, match);
		// Read even if the request is rejected: the journal keeps it, and the client has to be able to finish sending it.
		const body =
			operation && !operation.takesBody
				? undefined
				: decodeBody(await request.readBody(service.limits.maxBytes));
		const { active } = session;
		const arrived: Arrived = {
			request,
			match,
			operation,
			nearest,
			session,
			active,
			body,
			startedAt,
		};

		let outcome: Outcome;
		let response: RenderedResponse;
		try {
			if (rejection) outcome = { reply: rejection };
			else if (operation) outcome = await applyPreference(operation, arrived);
			else
				outcome = { reply: createUnmatchedReply(service, basePath, arrived) };
			response = render(operation, request, outcome);
		} catch (error) {
			context.onError(error);
			outcome = { reply: createProblem("failed") };
			response = render(operation, request, outcome);
		}

		const { plan } = outcome;
		const durationMs = performance.now() - startedAt;
		const counted = countInMetrics(
			context,
			arrived,
			response,
			durationMs,
			plan,
		);
		if (counted) await counted;
		return damage(
			recordExchange(context, arrived, response, durationMs, plan),
			plan,
		);
	}

	/** Rejects a bad `Prefer`; otherwise runs the operation in the scenario, with the code and the delay of `Prefer`. */
	function applyPreference(
		operation: Operation,
		arrived: Arrived,
	): Promise<Outcome> {
		const header = arrived.request.header("prefer");
		return header === null
			? applyFaults(operation, arrived, NO_PREFERENCE)
			: runPreferred(operation, arrived, header);
	}

	async function runPreferred(
		operation: Operation,
		arrived: Arrived,
		header: string,
	): Promise<Outcome> {
		const { scenarios } = context.presets;
		const preference = readPreference(header, operation.spec, scenarios);
		if ("invalid" in preference)
			return {
				reply: createProblem("preference", { reason: preference.invalid }),
			};
		const run = (active: ActiveScenario): Promise<Outcome> =>
			applyFaults(operation, { ...arrived, active }, preference);
		const outcome =
			preference.scenario === undefined
				? await run(arrived.active)
				: await sessions.withScenario(
						arrived.session,
						preference.scenario,
						run,
					);
		// A fault that replaces the response overrides the preferred code.
		const applied = preference.applied.filter(
			(each) => !outcome.plan?.replacement || !each.startsWith("code="),
		);
		return { ...outcome, applied: applied.join(", ") };
	}

	/** Selects the faults, waits, and replaces the response, or runs the operation. */
	function applyFaults(
		operation: Operation,
		arrived: Arrived,
		preference: Preference,
	): Promise<Outcome> {
		const { request, session, active } = arrived;
		const faults = faultsFor(session, active, operation.spec, request.method);
		return faults.length === 0 && preference === NO_PREFERENCE
			? run(operation, arrived)
			: runWithFaults(operation, arrived, preference, faults);
	}

	async function runWithFaults(
		operation: Operation,
		arrived: Arrived,
		{ code, delayMs = 0 }: Preference,
		faults: readonly ActiveFault[],
	): Promise<Outcome> {
		const { request, active } = arrived;
		const { spec } = operation;
		const plan = selectFaults(
			faults,
			await store.drawFractions(
				active.stateKey,
				faults.length * DRAWS_PER_FAULT,
			),
			delayMs,
		);
		const { replacement } = plan;
		const silence =
			replacement?.kind === "timeout" ? (replacement.ms ?? MAX_TIMEOUT_MS) : 0;
		await wait(plan.delayMs + silence, [
			request.signal(),
			context.waits.signal,
		]);
		if (replacement?.kind === "status")
			return {
				reply: await createFaultReply(service, spec, active.auth, replacement),
				plan,
			};
		if (replacement) return { reply: undefined, plan };
		if (code === undefined) return { ...(await run(operation, arrived)), plan };
		return {
			reply: await createExampleReply(service, spec, active.auth, code),
			plan,
		};
	}

	/** Checks credentials, rate and input, then calls the handler. */
	async function run(
		{ spec, validateInput: readInput, handle }: Operation,
		{ request, match, active, body, startedAt }: Arrived,
	): Promise<Outcome> {
		const rejection =
			checkCredentials(request, spec, active) ??
			checkRate(spec, active, startedAt);
		if (rejection) return { reply: rejection };
		const input = readInput(request, match.address.search, body);
		if ("rejection" in input) return { reply: input.rejection };
		const reply = await handle({ ...input, state: active.state });
		return {
			reply: "invalid" in reply ? rejectInvalid(spec, reply.invalid) : reply,
		};
	}

	/** @throws TypeError if the handler's reply cannot be written as JSON */
	function render(
		operation: Operation | undefined,
		{ method }: MockRequest,
		{ reply, plan, applied = "" }: Outcome,
	): RenderedResponse {
		if (!reply) return plan?.replacement?.kind === "reset" ? RESET : EMPTY;
		if (!operation) return renderUnmatched(reply, method);
		const isClosing = reply.status === operation.spec.problems.tooLarge;
		const extraHeaders =
			isClosing || applied !== ""
				? {
						...(isClosing && { connection: "close" }),
						...(applied !== "" && { "preference-applied": applied }),
					}
				: undefined;
		return operation.render(reply, method, extraHeaders);
	}

	/** Truncates the body or slows it down. The journal has the undamaged response. */
	function damage(
		response: RenderedResponse,
		plan: FaultPlan | undefined,
	): MockResponse {
		if (!plan?.body || response.body === null) return response;
		const bytes = encoder.encode(response.body);
		return {
			...response,
			headers: { ...response.headers, "content-length": `${bytes.byteLength}` },
			body: damageBody(bytes, plan.body, context.waits.signal),
		};
	}

	return exchange;
}
