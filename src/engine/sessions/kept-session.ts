import { activateFaults, remainingFaults } from "../../faults/select-faults.ts";
import type { SetFault } from "../../faults/validate-faults.ts";
import type { KeptSession, StoreFile } from "../../store/backing.ts";
import { errorMessage } from "../../values/errors.ts";
import type { ActiveForward } from "../forwarding/forwarder.ts";
import { activateScenario } from "./activate-scenario.ts";
import {
	createSessionKey,
	epoch,
	type Leftover,
	type ScenarioOptions,
	type Session,
	type SessionFile,
} from "./session.ts";

/**
 * The forwarding of a session in a file, as plain JSON. It contains no values of headers, because they may be
 * credentials.
 */
interface KeptForward extends Omit<ActiveForward, "headers" | "lostHeaders"> {
	/** The names of all headers. */
	readonly headerNames: readonly string[];
	/** Whether the headers are the ones that the mock was started with. */
	readonly hasInitialHeaders: boolean;
}

/**
 * Describes the forwarding of a session for a file.
 * @param initial the forwarding that the mock was started with
 * @returns undefined for `initial`, so that new flags apply after a restart; null if nothing is forwarded
 */
function toKeptForward(
	forward: ActiveForward | undefined,
	initial: ActiveForward | undefined,
): KeptForward | null | undefined {
	if (forward === initial) return undefined;
	if (!forward) return null;
	const { headers, lostHeaders = [], ...rest } = forward;
	return {
		...rest,
		headerNames: [...Object.keys(headers), ...lostHeaders],
		hasInitialHeaders: headers === initial?.headers,
	};
}

const NO_HEADERS: ActiveForward["headers"] = {};

/**
 * Returns the forwarding from a file. Headers get their values back only if the mock was started with them, for the
 * same origin.
 */
function fromKeptForward(
	kept: KeptForward | null | undefined,
	initial: ActiveForward | undefined,
): ActiveForward | undefined {
	if (kept === undefined) return initial;
	if (kept === null) return undefined;
	const { headerNames, hasInitialHeaders, ...rest } = kept;
	const isSameOrigin =
		initial && new URL(initial.url).origin === new URL(kept.url).origin;
	const headers =
		hasInitialHeaders && isSameOrigin ? initial.headers : NO_HEADERS;
	const isLost = (name: string): boolean => !Object.hasOwn(headers, name);
	return { ...rest, headers, lostHeaders: headerNames.filter(isLost) };
}

/** The content of a session in a file, as plain JSON. */
interface Kept
	extends Pick<Session, "incarnation" | "openedAt" | "lastFaultId">,
		Partial<Pick<Session, "isForeign" | "isChanged">> {
	readonly scenario: string;
	readonly stateKey: string;
	/** Each fault has its remaining `times`. */
	readonly faults: readonly SetFault[];
	/** The faults of the scenario, as text, and the remaining `times` of each; null if unlimited. */
	readonly scenarioLeft: {
		readonly faults: string;
		readonly times: readonly (number | null)[];
	};
	readonly usedAssumptions: readonly (readonly [readonly string[], number])[];
	/** Undefined for the forwarding that the mock was started with. */
	readonly forward?: KeptForward | null | undefined;
}

const writeFaults = ({ faults }: Session["active"]): string =>
	JSON.stringify(faults.map(({ fault }) => fault));

/**
 * Adds up the counts for equal ids. Counters use the array of ids as their key, and a session from a file has other
 * arrays.
 */
function sumByIds(counts: Session["usedAssumptions"]): Kept["usedAssumptions"] {
	const sums = new Map<string, readonly [readonly string[], number]>();
	for (const [ids, count] of counts) {
		const key = ids.join();
		sums.set(key, [ids, count + (sums.get(key)?.[1] ?? 0)]);
	}
	return [...sums.values()];
}

/**
 * Describes a session for a file. Leaves out rate limits, the journal, and credentials of forwarding.
 * @param initialForward the forwarding of new sessions
 */
export function toKeptSession(
	session: Session,
	initialForward: Session["forward"],
): KeptSession {
	const { active } = session;
	const { incarnation, openedAt, lastFaultId, isForeign, isChanged } = session;
	const kept: Kept = {
		...{ incarnation, openedAt, lastFaultId, isForeign, isChanged },
		scenario: active.name,
		stateKey: active.stateKey,
		faults: remainingFaults(session.faults),
		scenarioLeft: {
			faults: writeFaults(active),
			times: active.faults.map(({ left }) =>
				Number.isFinite(left) ? left : null,
			),
		},
		usedAssumptions: sumByIds(session.usedAssumptions),
		forward: toKeptForward(session.forward, initialForward),
	};
	return { id: session.id, lastSeen: session.lastSeen + epoch(), kept };
}

/** Creates a session from a file. */
export function fromKeptSession(
	{ id, lastSeen, kept }: KeptSession,
	options: ScenarioOptions,
): Session {
	// Only this module writes the content of sessions.
	const { scenario, stateKey, scenarioLeft, ...rest } = kept as Kept;
	const rateLimits: Session["rateLimits"] = new Map();
	const leftover: Leftover = { open: undefined };
	const isOwn = stateKey === createSessionKey({ ...rest, id });
	const active = activateScenario(
		options,
		{ rateLimits, leftover: isOwn ? leftover : { open: undefined } },
		scenario,
		stateKey,
	);
	// The configuration may have changed since then.
	if (scenarioLeft.faults === writeFaults(active))
		active.faults.forEach((fault, index) => {
			fault.left = scenarioLeft.times[index] ?? fault.left;
		});
	return {
		isForeign: false,
		isChanged: false,
		...rest,
		id,
		lastSeen: lastSeen - epoch(),
		active,
		faults: activateFaults(rest.faults),
		forward: fromKeptForward(rest.forward, options.initialForward),
		isDropped: false,
		leftover,
		restartReason: undefined,
		rateLimits,
		usedAssumptions: new Map(rest.usedAssumptions),
	};
}

/** Combines the file with the code that keeps sessions in it. */
export const keepSessionsIn = (file: StoreFile): SessionFile => ({
	...file,
	toKept: toKeptSession,
	fromKept(kept, options) {
		try {
			return fromKeptSession(kept, options);
		} catch (cause) {
			throw new Error(
				`The session "${kept.id}" in the store is damaged: ${errorMessage(cause)}. Start the mock with a copy of the file, or with another file.`,
				{ cause },
			);
		}
	},
});
