import { type Disturbance, DRAWS, strike } from "../faults/strike.ts";
import { wait } from "../faults/wait.ts";
import type { Address } from "./address.ts";
import { admit } from "./admit.ts";
import { type Begun, createDeliver } from "./deliver.ts";
import { documentedReply, forcedReply } from "./documented-reply.ts";
import type { Engine } from "./engine.ts";
import { createEnter, refuseOwn } from "./enter.ts";
import { type Preference, readPreference } from "./preference.ts";
import { problem } from "./problems.ts";
import { createInputReader, refuseInvalid } from "./read-input.ts";
import { createRender, FAILURE } from "./render.ts";
import type { OperationDefinition, Reply } from "./service.ts";
import { faultsOf, type Stage } from "./session.ts";

/**
 * Answers one request. Never throws: what goes wrong inside is an answer too.
 * @param address of the request, where it was read already
 */
export type Respond = (
	request: Request,
	address?: Address,
) => Promise<Response>;

/** An answer, undefined for a broken connection, and what happened on the way to it. */
interface Outcome {
	readonly reply: Reply | undefined;
	readonly disturbance?: Disturbance;
}

const NO_TIMEOUT_MS = 60_000;
const NO_PREFERENCE: Preference = { applied: "" };

/** The way from request to response for one operation; the same through every transport. */
export function createRespond(
	engine: Engine,
	definition: OperationDefinition,
	readAddress: (url: string) => Address,
): Respond {
	const { service, store, clock, sessions, onError } = engine;
	const { spec, handle } = definition;
	const { receive, judge } = createInputReader(definition, service.limits);
	const enter = createEnter(engine);
	const deliver = createDeliver(engine);
	const render = createRender(spec.answers, service.beyond.head.assumptions);

	/** As the service would, in this state of things. */
	async function perform(begun: Begun, stage: Stage): Promise<Reply> {
		const { request, address, at, received } = begun;
		const refused = admit(request, spec, stage, at);
		if (refused) return refused;
		const input = judge(request, address.search, received);
		if ("refused" in input) return input.refused;
		const reply = await handle({ ...input, state: stage.state });
		return "invalid" in reply ? refuseInvalid(spec, reply.invalid) : reply;
	}

	/** With what disturbs it on the way. */
	async function play(
		begun: Begun,
		stage: Stage,
		{ code, delayMs = 0 }: Preference,
	): Promise<Outcome> {
		const { request, session } = begun;
		const faults = faultsOf(session, stage, spec);
		if (faults.length === 0 && delayMs === 0 && code === undefined)
			return { reply: await perform(begun, stage) };

		const chance = await store.draw(stage.stateKey, faults.length * DRAWS);
		const struck = strike(faults, chance);
		const disturbance = { ...struck, delayMs: struck.delayMs + delayMs };
		const { instead } = disturbance;
		const pause =
			disturbance.delayMs +
			(instead?.kind === "timeout" ? (instead.ms ?? NO_TIMEOUT_MS) : 0);
		if (pause > 0) await wait(pause, [request.signal, engine.ending.signal]);
		if (instead && instead.kind !== "status")
			return { reply: undefined, disturbance };
		const reply = instead
			? await forcedReply(service, spec, instead)
			: code === undefined
				? await perform(begun, stage)
				: await documentedReply(service, spec, code);
		return { reply, disturbance };
	}

	async function answer(
		begun: Begun,
		refused: Reply | undefined,
		preference: ReturnType<typeof readPreference>,
	): Promise<Outcome> {
		const { session } = begun;
		if (refused) return { reply: refused };
		if ("invalid" in preference)
			return { reply: refuseOwn("preference", preference.invalid) };
		const act = (stage: Stage) => play(begun, stage, preference);
		return preference.scenario === undefined
			? act(session.stage)
			: sessions.during(session, preference.scenario, act);
	}

	return async (request, address = readAddress(request.url)) => {
		const at = performance.now();
		const { session, refused } = enter(request, address, at);
		const received = await receive(request);
		const begun = { request, address, session, at, received };
		const prefer = request.headers.get("prefer");
		const preference =
			prefer === null
				? NO_PREFERENCE
				: readPreference(prefer, spec, engine.repertoire.scenarios);
		const { stage } = session;
		const { reply, disturbance } = await answer(
			begun,
			refused,
			preference,
		).catch((error): Outcome => {
			onError(error);
			return { reply: { ...problem("failed", 500, FAILURE), spec: FAILURE } };
		});
		if (!reply)
			return deliver(begun, {
				rendered: undefined,
				operation: spec.id,
				disturbance,
			});

		const waited = disturbance?.delayMs ?? 0;
		const took = clock.start === undefined ? performance.now() - at : waited;
		await store.observe(
			stage.stateKey,
			{ operation: spec.id, status: `${reply.status}` },
			took / 1000,
		);
		const closing = reply.status === spec.problems.tooLarge;
		const applied = "applied" in preference ? preference.applied : "";
		const rendered = render(
			reply,
			request.method,
			closing || applied !== ""
				? {
						...(closing && { connection: "close" }),
						...(applied !== "" && { "preference-applied": applied }),
					}
				: undefined,
		);
		return deliver(begun, { rendered, operation: spec.id, disturbance });
	};
}
