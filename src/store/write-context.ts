import {
	xoroshiro128plus,
	xoroshiro128plusFromState,
} from "pure-rand/generator/xoroshiro128plus";
import { computeByObject } from "../values/load-once.ts";

const SKIPPED_NUMBERS = 16;
const FAULT_SALT = 0x2545_f491;
/** The largest time prefix of a ULID. No ULID sorts after the ULIDs with this prefix. */
const MAX_ULID_TIME = "7ZZZZZZZZZ";
const ULID = /[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** The state of a session's clock, ids and random numbers; plain JSON. */
export interface WriteContextState {
	/** The time of the next write, in milliseconds since the epoch; null for a clock that runs. */
	readonly time: number | null;
	/** How far a clock that runs is ahead of real time, in milliseconds; defaults to 0. */
	readonly offset?: number;
	/** The last ULID, or the empty string. */
	readonly lastUlid: string;
	/** The time of the last write. */
	readonly lastTime: number;
	readonly recordRandomState: readonly number[];
	/** Separate from the random numbers of records, so that faults do not affect ids. */
	readonly faultRandomState: readonly number[];
}

/** What a clock shows. */
export interface ClockReading {
	/** Milliseconds since the epoch. */
	readonly time: number;
	/** Whether the clock advances only by 1 ms at each write, and not with real time. */
	readonly isFrozen: boolean;
}

/**
 * Returns what a clock shows from now on, or the same object to leave the clock as it is.
 * @param now real time, in milliseconds since the epoch
 */
export type ChangeClock = (clock: ClockReading, now: number) => ClockReading;

/** Returns the time of a session, in milliseconds since the epoch. @param now real time */
export const currentTime = (
	{ time, offset = 0 }: Pick<WriteContextState, "time" | "offset">,
	now: number,
): number => time ?? now + offset;

/** The time, the ids and the random numbers of one write. */
export interface WriteContext {
	/** The time of this write, RFC 3339 in UTC with milliseconds. */
	readonly at: string;
	/** Returns a new id: the prefix and a ULID that sorts after all earlier ones. */
	id(prefix: string): string;
	/** Returns a random number, at least 0 and less than 1. */
	fraction(): number;
	/** Changes the clock of the session for later writes, and returns what it shows then. Only the context of a store has it. */
	changeClock?(change: ChangeClock): ClockReading;
}

function createRandomState(seed: number): readonly number[] {
	const generator = xoroshiro128plus(seed);
	// Similar seeds produce similar first numbers.
	for (let skipped = 0; skipped < SKIPPED_NUMBERS; skipped++) generator.next();
	return generator.getState();
}

/** Creates the initial state of a session's context. */
export function createWriteContextState(
	seed: number,
	start: number | undefined,
): WriteContextState {
	return {
		time: start ?? null,
		lastUlid: "",
		lastTime: 0,
		recordRandomState: createRandomState(seed),
		faultRandomState: createRandomState(seed ^ FAULT_SALT),
	};
}

const toFraction = (drawn: number): number => (drawn >>> 0) / 2 ** 32;

/** Draws `count` random numbers for faults, at least 0 and less than 1. */
export function drawFractions(
	state: WriteContextState,
	count: number,
): { fractions: number[]; after: WriteContextState } {
	const generator = xoroshiro128plusFromState(state.faultRandomState);
	const fractions = Array.from({ length: count }, () =>
		toFraction(generator.next()),
	);
	return {
		fractions,
		after: { ...state, faultRandomState: generator.getState() },
	};
}

function* idsIn(value: unknown): Generator<string> {
	if (typeof value !== "object" || value === null) return;
	for (const [name, below] of Object.entries(value))
		if (name === "id" && typeof below === "string") yield below;
		else yield* idsIn(below);
}

/**
 * Returns the largest ULID that another one can follow, or the empty string. Searches records and values inside them,
 * such as the steps of a pipeline. Skips records that are not in memory, because building them may take long. Cached,
 * because sessions share datasets, and reading all ids of a large one takes 50 ms.
 */
export const findLastUlid: (
	dataset: Readonly<Record<string, unknown>>,
) => string = computeByObject((dataset) => {
	let last = "";
	for (const records of Object.values(dataset).filter(Array.isArray))
		for (const id of idsIn(records)) {
			const [found = ""] = ULID.exec(id) ?? [];
			if (found > last && found < MAX_ULID_TIME) last = found;
		}
	return last;
});

/** Returns a state whose next ULID sorts after `ulid`. */
export const advancePastUlid = (
	state: WriteContextState,
	ulid: string,
): WriteContextState =>
	ulid > state.lastUlid ? { ...state, lastUlid: ulid } : state;

/** Caches the last result, because many records are created in one millisecond. */
function cacheLast(write: (time: number) => string): typeof write {
	let last: number | undefined;
	let text = "";
	return (time) => {
		if (time !== last) {
			text = write(time);
			last = time;
		}
		return text;
	};
}
const rfc3339 = cacheLast((time) => new Date(time).toISOString());
/** Crockford's base 32, in which ULIDs are written. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;

function encodeTime(time: number): string {
	let [rest, text] = [time, ""];
	while (text.length < TIME_LENGTH) {
		text = DIGITS.charAt(rest % 32) + text;
		rest = Math.floor(rest / 32);
	}
	return text;
}

function drawRandom(fraction: () => number): string {
	let text = "";
	while (text.length < RANDOM_LENGTH)
		text = DIGITS.charAt(Math.floor(fraction() * 32)) + text;
	return text;
}

/** Returns the next ULID in the same millisecond. */
function increment(ulid: string): string {
	let last = ulid.length - 1;
	while (ulid.charAt(last) === "Z") last -= 1;
	const digit = DIGITS.charAt(DIGITS.indexOf(ulid.charAt(last)) + 1);
	return ulid.slice(0, last) + digit + "0".repeat(ulid.length - 1 - last);
}

const ulidTime = cacheLast(encodeTime);

/** Creates the context of one write. `after` returns the state after the write. */
export function createWriteContext(
	state: WriteContextState,
	now: number,
): { context: WriteContext; after(): WriteContextState } {
	// Created on first use. Further ids of the same millisecond are incremented, and need no random numbers.
	let generator: ReturnType<typeof xoroshiro128plusFromState> | undefined;
	const fraction = (): number => {
		generator ??= xoroshiro128plusFromState(state.recordRandomState);
		return toFraction(generator.next());
	};
	// Times stay ascending even if the system clock is set back.
	const time = state.time ?? Math.max(currentTime(state, now), state.lastTime);
	const isFrozen = state.time !== null;
	let changed: ClockReading | undefined;
	let lastUlid = state.lastUlid;
	const nextUlid = (): string =>
		lastUlid.slice(0, TIME_LENGTH) >= ulidTime(time)
			? increment(lastUlid)
			: ulidTime(time) + drawRandom(fraction);
	return {
		context: {
			at: rfc3339(time),
			id: (prefix) => {
				lastUlid = nextUlid();
				return prefix + lastUlid;
			},
			fraction,
			changeClock(change) {
				changed = change({ time, isFrozen }, now);
				return changed;
			},
		},
		after() {
			const next: WriteContextState = {
				time: isFrozen ? time + 1 : null,
				offset: state.offset ?? 0,
				lastUlid,
				lastTime: time,
				recordRandomState: generator?.getState() ?? state.recordRandomState,
				faultRandomState: state.faultRandomState,
			};
			if (!changed) return next;
			const clock = changed.isFrozen
				? { time: changed.time, offset: 0 }
				: { time: null, offset: changed.time - now };
			// Times may be earlier than before, because the user wants it.
			return { ...next, ...clock, lastTime: 0 };
		},
	};
}
