import {
	type Disturbance,
	DRAWS,
	type LiveFault,
	strike,
} from "../faults/strike.ts";
import { wait } from "../faults/wait.ts";
import type { Address } from "./address.ts";
import { admit } from "./admit.ts";
import type { Answer } from "./answer.ts";
import { type Begun, createDeliver } from "./deliver.ts";
import { documentedReply, forcedReply } from "./documented-reply.ts";
import type { Engine } from "./engine.ts";
import { createEnter, refuseOwn } from "./enter.ts";
import type { Incoming } from "./incoming.ts";
import { type Preference, readPreference } from "./preference.ts";
import { problem } from "./problems.ts";
import { createInputReader, refuseInvalid } from "./read-input.ts";
import { createRender, FAILURE } from "./render.ts";
import type { OperationDefinition, Reply } from "./service.ts";
import { faultsOf, type Stage } from "./session.ts";

/** Answers one request. Never throws: what goes wrong inside is an answer too. */
export type Respond = (incoming: Incoming, address: Address) => Promise<Answer>;

/** What came of an exchange: a reply, undefined for a broken connection, and what happened on the way to it. */
interface Outcome {
	readonly reply: Reply | undefined;
	readonly disturbance?: Disturbance;
}

const LONGEST_TIMEOUT_MS = 60_000;
const NO_PREFERENCE: Preference = { applied: "" };

/** The way from request to answer for one operation; the same through every transport. */
export function createRespond(
	engine: Engine,
	definition: OperationDefinition,
): Respond {
	const { service, store, clock, sessions, onError } = engine;
	const { spec, handle } = definition;
	const { receive, judge } = createInputReader(definition, service.limits);
	const enter = createEnter(engine);
	const deliver = createDeliver(engine);
	const render = createRender(spec.answers, service.beyond.head.assumptions);
	const labels = new Map<number, Readonly<Record<string, string>>>();

	/** As the service would, in this state of things. */
	async function perform(begun: Begun, stage: Stage): Promise<Reply> {
		const { incoming, address, at, received } = begun;
		const refused = admit(incoming, spec, stage, at);
		if (refused) return refused;
		const input = judge(incoming, address.search, received);
		if ("refused" in input) return input.refused;
		const { query, body } = input;
		const reply = await handle({ query, body, state: stage.state });
		return "invalid" in reply ? refuseInvalid(spec, reply.invalid) : reply;
	}

	/** With what disturbs it on the way. */
	async function play(
		begun: Begun,
		stage: Stage,
		faults: readonly LiveFault[],
		{ code, delayMs = 0 }: Preference,
	): Promise<Outcome> {
		const chance = await store.draw(stage.stateKey, faults.length * DRAWS);
		const struck = strike(faults, chance);
		const disturbance = { ...struck, delayMs: struck.delayMs + delayMs };
		const { instead } = disturbance;
		const silence =
			instead?.kind === "timeout" ? (instead.ms ?? LONGEST_TIMEOUT_MS) : 0;
		await wait(disturbance.delayMs + silence, [
			begun.incoming.signal(),
			engine.ending.signal,
		]);
		if (instead && instead.kind !== "status")
			return { reply: undefined, disturbance };
		const reply = instead
			? await forcedReply(service, spec, instead)
			: code === undefined
				? await perform(begun, stage)
				: await documentedReply(service, spec, code);
		return { reply, disturbance };
	}

	/** As the client prefers, where it can be. */
	function prefer(
		begun: Begun,
		header: string,
	): { applied: string; outcome: Promise<Outcome> } {
		const { scenarios } = engine.repertoire;
		const preference = readPreference(header, spec, scenarios);
		if ("invalid" in preference) {
			const reply = refuseOwn("preference", preference.invalid);
			return { applied: "", outcome: Promise.resolve({ reply }) };
		}
		const { applied, scenario } = preference;
		const { session } = begun;
		const act = (stage: Stage): Promise<Outcome> =>
			play(begun, stage, faultsOf(session, stage, spec), preference);
		const outcome =
			scenario === undefined
				? act(session.stage)
				: sessions.during(session, scenario, act);
		return { applied, outcome };
	}

	function extraHeaders(
		status: number,
		applied: string,
	): Record<string, string> | undefined {
		const closing = status === spec.problems.tooLarge;
		if (!closing && applied === "") return undefined;
		return {
			...(closing && { connection: "close" }),
			...(applied !== "" && { "preference-applied": applied }),
		};
	}

	function labelsOf(status: number): Readonly<Record<string, string>> {
		const known = labels.get(status);
		if (known) return known;
		const made = { operation: spec.id, status: `${status}` };
		labels.set(status, made);
		return made;
	}

	return async (incoming, address) => {
		const at = performance.now();
		const { session, refused } = enter(incoming, address, at);
		const { stage } = session;
		const received = receive && (await receive(incoming));
		const begun = { incoming, address, session, at, received };
		const header = incoming.header("prefer");
		let applied = "";
		let outcome: Outcome;
		try {
			if (refused) outcome = { reply: refused };
			else if (header === null) {
				const faults = faultsOf(session, stage, spec);
				outcome =
					faults.length > 0
						? await play(begun, stage, faults, NO_PREFERENCE)
						: { reply: await perform(begun, stage) };
			} else {
				const preferred = prefer(begun, header);
				applied = preferred.applied;
				outcome = await preferred.outcome;
			}
		} catch (error) {
			onError(error);
			outcome = {
				reply: { ...problem("failed", 500, FAILURE), spec: FAILURE },
			};
		}
		const { reply, disturbance } = outcome;
		const operation = spec.id;
		const durationMs = performance.now() - at;
		if (!reply)
			return deliver(begun, {
				rendered: undefined,
				operation,
				durationMs,
				disturbance,
			});
		// With a clock that is set the same requests have the same durations: none but the delays that were asked for.
		const counted =
			clock.start === undefined ? durationMs : (disturbance?.delayMs ?? 0);
		const observed = store.observe(
			stage.stateKey,
			labelsOf(reply.status),
			counted / 1000,
		);
		if (observed) await observed;
		const extra = extraHeaders(reply.status, applied);
		const rendered = render(reply, incoming.method, extra);
		return deliver(begun, { rendered, operation, durationMs, disturbance });
	};
}
