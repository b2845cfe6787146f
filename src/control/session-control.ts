import type { EngineContext } from "../engine/context.ts";
import {
	CANNOT_FORWARD,
	type ForwardSettings,
	forwardsOperation,
} from "../engine/forwarding/forwarder.ts";
import type { OperationModel } from "../engine/model/service.ts";
import type { Session } from "../engine/sessions/session.ts";
import type { Fault } from "../faults/fault.ts";
import { activateFaults, remainingFaults } from "../faults/select-faults.ts";
import {
	findTakenIds,
	identifyFaults,
	type SetFault,
	validateFaults,
} from "../faults/validate-faults.ts";
import { MAX_FAULTS } from "../schemas/generated/limits.ts";
import { mapValues, type Texts } from "../values/json.ts";
import { REDACTED } from "../values/redact.ts";
import { ControlError, requireKnownName } from "./control-error.ts";

export interface Scenarios {
	/** The name of the active scenario. */
	readonly active: string;
	readonly available: readonly {
		readonly name: string;
		readonly description: string;
	}[];
}

/** The operations that a real service responds to. */
export interface ForwardInfo {
	/** The base URL of the service; null if the mock responds to all operations. */
	readonly url: string | null;
	/** The ids of the forwarded operations. */
	readonly operations: readonly string[];
	/** The headers that forwarding adds to requests. Their values are redacted. */
	readonly headers: Texts;
	/** The names of headers that forwarding no longer adds, because their values were lost when the mock restarted. */
	readonly lostHeaders: readonly string[];
	readonly timeoutMs: number | null;
	readonly strict: boolean;
}

export interface ForwardControl {
	/** Returns which operations a real service responds to. */
	forward(): Promise<ForwardInfo>;
	/**
	 * Lets a real service respond to operations. Omitted properties keep their values, with two exceptions: `only` and
	 * `except` are always reset, and headers are kept only for the same origin.
	 * @throws ControlError for invalid settings, or if the mock cannot forward
	 */
	setForward(settings: ForwardSettings): Promise<void>;
	/** Lets the mock respond to all operations. */
	clearForward(): Promise<void>;
}

/** Controls how the mock behaves in one session. */
export interface SessionControl extends ForwardControl {
	scenarios(): Promise<Scenarios>;
	/** @throws ControlError for an unknown scenario */
	setScenario(name: string): Promise<void>;

	/** Returns the faults that are set, each with its id and its remaining `times`. */
	faults(): Promise<readonly SetFault[]>;
	/**
	 * Replaces the faults that are set.
	 * @throws ControlError for an invalid fault
	 */
	setFaults(faults: readonly Fault[]): Promise<void>;
	/**
	 * Adds faults, which take precedence over earlier ones. Earlier faults keep their remaining `times`.
	 * @throws ControlError for an invalid fault
	 */
	addFaults(faults: readonly Fault[]): Promise<void>;
	/** @throws ControlError for an unknown fault */
	removeFault(id: string): Promise<void>;
	clearFaults(): Promise<void>;
}

/** Returns the faults that are not used up. */
export const faultsLeft = ({ faults }: Session): Session["faults"] =>
	faults.filter(({ left }) => left > 0);

function createForwardControl(
	{ service, sessions, forwarding, addedCredentials }: EngineContext,
	name: string | undefined,
): ForwardControl {
	const listOperations = () => service.operations.map(({ spec }) => spec.id);
	return {
		forward: () =>
			sessions.view(name, ({ forward }) => ({
				url: forward?.url ?? null,
				operations: forward
					? listOperations().filter((id) => forwardsOperation(forward, id))
					: [],
				headers: mapValues(forward?.headers ?? {}, () => REDACTED),
				lostHeaders: forward?.lostHeaders ?? [],
				timeoutMs: forward?.timeoutMs ?? null,
				strict: forward?.strict ?? false,
			})),
		async setForward(settings: unknown = {}) {
			if (!forwarding.load) throw new ControlError(400, CANNOT_FORWARD);
			const { ownUrl } = forwarding;
			const current = await sessions.view(name, ({ forward }) => forward);
			const forwarder = await forwarding.load();
			const operations = listOperations();
			const read = forwarder.read(settings, { operations, current, ownUrl });
			if ("invalid" in read)
				throw new ControlError(
					400,
					"Invalid settings of forwarding. The current ones are unchanged.",
					read.invalid,
				);
			addedCredentials.remember(read.forward);
			await sessions.change(sessions.open(name), { forward: read.forward });
		},
		async clearForward() {
			await sessions.change(sessions.open(name), { forward: undefined });
		},
	};
}

/**
 * Returns the new faults of a session besides its other faults.
 * @throws ControlError if a fault is invalid, if an id is taken, or if there are too many faults
 */
function requireFaults(
	given: unknown,
	targets: readonly OperationModel[],
	others: readonly SetFault[],
): readonly Fault[] {
	const read = validateFaults(given, targets);
	const invalid =
		"invalid" in read ? read.invalid : findTakenIds(read.faults, others);
	if ("invalid" in read || invalid.length > 0)
		throw new ControlError(
			400,
			"Invalid faults. The current faults are unchanged.",
			invalid,
		);
	if (read.faults.length + others.length > MAX_FAULTS)
		throw new ControlError(
			400,
			`The session has ${others.length} faults, and may have ${MAX_FAULTS}. Clear some first.`,
		);
	return read.faults;
}

/** @param name the session to act on; defaults to the session of the running code */
export function createSessionControl(
	engine: EngineContext,
	name: string | undefined,
): SessionControl {
	const { service, sessions, presets } = engine;
	const open = (): Session => sessions.open(name);
	/** Adds the given faults before `others`. All other faults of the session are removed. */
	async function insertFaults(given: unknown, others: Session["faults"]) {
		const current = others.map(({ fault }) => fault);
		const specs = service.operations.map(({ spec }) => spec);
		const faults = requireFaults(given, specs, current);
		const session = open();
		const added = identifyFaults(faults, current, session.lastFaultId);
		await sessions.change(session, {
			lastFaultId: added.last,
			faults: [...activateFaults(added.faults), ...others],
		});
	}

	return {
		scenarios: async () => ({
			active: await sessions.view(name, ({ active }) => active.name),
			available: Object.entries(presets.scenarios).map(
				([name, { description }]) => ({ name, description }),
			),
		}),
		async setScenario(scenario) {
			requireKnownName("scenario", scenario, Object.keys(presets.scenarios));
			await sessions.setScenario(open(), scenario);
		},
		faults: () => sessions.view(name, ({ faults }) => remainingFaults(faults)),
		async setFaults(faults: unknown) {
			await insertFaults(faults, []);
		},
		async addFaults(faults: unknown) {
			await insertFaults(faults, faultsLeft(open()));
		},
		async removeFault(id) {
			const current = faultsLeft(open());
			const others = current.filter(({ fault }) => fault.id !== id);
			if (others.length === current.length) {
				const ids = current.map(({ fault }) => fault.id);
				throw new ControlError(
					404,
					`Unknown fault "${id}": it was never set, or is used up or removed. ${ids.length > 0 ? `The ids of the faults are ${ids.join(", ")}.` : "No faults are set."}`,
				);
			}
			await sessions.change(open(), { faults: others });
		},
		async clearFaults() {
			await sessions.change(open(), { faults: [] });
		},
		...createForwardControl(engine, name),
	};
}
