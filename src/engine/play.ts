import {
	type ActiveFault,
	DRAWS_PER_FAULT,
	type FaultPlan,
	selectFaults,
} from "../faults/select-faults.ts";
import { wait } from "../faults/wait.ts";
import type { Begun } from "./deliver.ts";
import type { Engine } from "./engine.ts";
import { refuseOwn } from "./enter.ts";
import { checkAccess } from "./request/access.ts";
import { type Preference, readPreference } from "./request/preference.ts";
import { type createInputReader, refuseInvalid } from "./request/read-input.ts";
import { exampleReply, forcedReply } from "./response/example-reply.ts";
import type { OperationDefinition, Reply } from "./service.ts";
import { type ActiveScenario, faultsOf } from "./sessions/session.ts";

/** What came of an exchange. */
export interface Outcome {
	/** Undefined where the connection is broken instead. */
	readonly reply: Reply | undefined;
	/** What happened on the way. */
	readonly disturbance?: FaultPlan;
	/** Which preferences were met, for `Preference-Applied`. */
	readonly applied?: string;
}

const LONGEST_TIMEOUT_MS = 60_000;

/** Plays one operation: as the service would, as the client prefers, or as a fault has it. */
export function createPlay(
	engine: Engine,
	definition: OperationDefinition,
	judge: ReturnType<typeof createInputReader>["judge"],
): (begun: Begun) => Promise<Outcome> {
	const { service, store, sessions } = engine;
	const { spec, handle } = definition;

	async function perform(
		begun: Begun,
		stage: ActiveScenario,
	): Promise<Outcome> {
		const { incoming, address, at, received } = begun;
		const refused = checkAccess(incoming, spec, stage, at);
		if (refused) return { reply: refused };
		const input = judge(incoming, address.search, received);
		if ("refused" in input) return { reply: input.refused };
		const { query, body } = input;
		const reply = await handle({ query, body, state: stage.state });
		return {
			reply: "invalid" in reply ? refuseInvalid(spec, reply.invalid) : reply,
		};
	}

	async function disturb(
		begun: Begun,
		stage: ActiveScenario,
		faults: readonly ActiveFault[],
		{ code, delayMs = 0 }: Pick<Preference, "code" | "delayMs">,
	): Promise<Outcome> {
		const chance = await store.draw(
			stage.stateKey,
			faults.length * DRAWS_PER_FAULT,
		);
		const struck = selectFaults(faults, chance);
		const disturbance = { ...struck, delayMs: struck.delayMs + delayMs };
		const { replacement: instead } = disturbance;
		const silence =
			instead?.kind === "timeout" ? (instead.ms ?? LONGEST_TIMEOUT_MS) : 0;
		await wait(disturbance.delayMs + silence, [
			begun.incoming.signal(),
			engine.ending.signal,
		]);
		if (instead && instead.kind !== "status")
			return { reply: undefined, disturbance };
		if (!instead && code === undefined)
			return { ...(await perform(begun, stage)), disturbance };
		const reply = instead
			? await forcedReply(service, spec, stage.auth, instead)
			: await exampleReply(service, spec, stage.auth, code ?? spec.success);
		return { reply, disturbance };
	}

	async function prefer(begun: Begun, header: string): Promise<Outcome> {
		const { incoming, session, stage } = begun;
		const { scenarios } = engine.presets;
		const preference = readPreference(header, spec, scenarios);
		if ("invalid" in preference)
			return { reply: refuseOwn("preference", preference.invalid) };
		const act = (preferred: ActiveScenario): Promise<Outcome> =>
			disturb(
				begun,
				preferred,
				faultsOf(session, preferred, spec, incoming.method),
				preference,
			);
		const outcome =
			preference.scenario === undefined
				? await act(stage)
				: await sessions.during(session, preference.scenario, act);
		// A fault that came in its place has not met the preference.
		const isMet = (applied: string): boolean =>
			!outcome.disturbance?.replacement || !applied.startsWith("code=");
		return { ...outcome, applied: preference.applied.filter(isMet).join(", ") };
	}

	return (begun) => {
		const { incoming, session, stage } = begun;
		const header = incoming.header("prefer");
		if (header !== null) return prefer(begun, header);
		const faults = faultsOf(session, stage, spec, incoming.method);
		return faults.length > 0
			? disturb(begun, stage, faults, {})
			: perform(begun, stage);
	};
}
