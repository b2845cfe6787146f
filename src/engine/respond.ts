import { createDeliver } from "./deliver.ts";
import type { Engine } from "./engine.ts";
import { createEnter } from "./enter.ts";
import { createPlay, type Outcome } from "./play.ts";
import { createInputReader, readReceived } from "./request/read-input.ts";
import type { MockRequest } from "./request/request.ts";
import { problem } from "./response/problems.ts";
import { createRender, FAILURE, type Rendered } from "./response/render.ts";
import type { MockResponse } from "./response/response.ts";
import type { Address } from "./routing/address.ts";
import type { OperationDefinition } from "./service.ts";

/** Answers one request. Never throws: what goes wrong inside is an answer too. */
export type Respond = (
	incoming: MockRequest,
	address: Address,
) => Promise<MockResponse>;

const FAILED: Outcome = {
	reply: { ...problem("failed", 500, FAILURE), spec: FAILURE },
};

/** The way from request to answer for one operation; the same through every transport. */
export function createRespond(
	engine: Engine,
	definition: OperationDefinition,
): Respond {
	const { service, store, clock, onError } = engine;
	const { spec } = definition;
	const { takesBody, judge } = createInputReader(definition, service.limits);
	const { maxBytes } = service.limits;
	const enter = createEnter(engine);
	const play = createPlay(engine, definition, judge);
	const render = createRender(
		spec.responses,
		service.unmatched.head.assumptions,
	);
	const deliver = createDeliver(engine);
	/** By status; the same object each time, which is what is fastest to count. */
	const labels = new Map<number, Readonly<Record<string, string>>>();

	function labelsOf(status: number): Readonly<Record<string, string>> {
		const known = labels.get(status);
		if (known) return known;
		const made = { operation: spec.id, status: `${status}` };
		labels.set(status, made);
		return made;
	}

	function extraHeaders(
		status: number,
		applied: string,
	): Record<string, string> | undefined {
		const isClosing = status === spec.problems.tooLarge;
		if (!isClosing && applied === "") return undefined;
		return {
			...(isClosing && { connection: "close" }),
			...(applied !== "" && { "preference-applied": applied }),
		};
	}

	/** Undefined where the connection is broken instead. @throws where a reply cannot be written as JSON */
	function renderOutcome(
		{ reply, applied = "" }: Outcome,
		method: string,
	): Rendered | undefined {
		return reply && render(reply, method, extraHeaders(reply.status, applied));
	}

	return async (incoming, address) => {
		const at = performance.now();
		const { session, refused } = enter(incoming, address, at);
		const received = takesBody
			? readReceived(await incoming.readBody(maxBytes))
			: undefined;
		const { active: stage } = session;
		const begun = { incoming, address, session, stage, at, received };
		let outcome: Outcome;
		let rendered: Rendered | undefined;
		try {
			outcome = refused ? { reply: refused } : await play(begun);
			rendered = renderOutcome(outcome, incoming.method);
		} catch (error) {
			onError(error);
			outcome = FAILED;
			rendered = renderOutcome(outcome, incoming.method);
		}

		const { disturbance } = outcome;
		const durationMs = performance.now() - at;
		const ended = { rendered, operation: spec.id, durationMs, disturbance };
		if (!rendered) return deliver(begun, ended);
		// With a clock that is set the same requests have the same durations: none but the delays that were asked for.
		const counted =
			clock.start === undefined ? durationMs : (disturbance?.delayMs ?? 0);
		const observed = store.observe(
			stage.stateKey,
			labelsOf(rendered.status),
			counted / 1000,
		);
		if (observed) await observed;
		return deliver(begun, ended);
	};
}
