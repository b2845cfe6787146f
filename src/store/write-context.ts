import {
	xoroshiro128plus,
	xoroshiro128plusFromState,
} from "pure-rand/generator/xoroshiro128plus";
import { encodeTime, incrementBase32, TIME_LEN, ulid } from "ulid";

const WARM_UP = 16;
const DICE_SALT = 0x2545_f491;
/** With what the last ULIDs that there can be begin; after them none sorts. */
const END_OF_TIME = "7ZZZZZZZZZ";
const ULID = /[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** What a session's clock, ids and chance have come to; plain JSON. */
export interface WriteContextState {
	/** The next time to give, in milliseconds since the epoch; null where real time is followed. */
	readonly time: number | null;
	/** The ULID given last, or the empty string. */
	readonly lastUlid: string;
	/** The latest time given. */
	readonly lastTime: number;
	readonly chance: readonly number[];
	/** The chance by which faults strike; of its own, so that a fault changes no id. */
	readonly dice: readonly number[];
}

/** Time, identity and chance for the records of one write. */
export interface WriteContext {
	/** The time of this write, RFC 3339 in UTC with milliseconds. */
	readonly at: string;
	/** A new id: the prefix and a ULID, sorting after every id given before. */
	id(prefix: string): string;
	/** At least 0 and less than 1. */
	fraction(): number;
}

function initialChance(seed: number): readonly number[] {
	const generator = xoroshiro128plus(seed);
	// Neighbouring seeds begin with alike numbers.
	for (let skipped = 0; skipped < WARM_UP; skipped++) generator.next();
	return generator.getState();
}

/** The state in which a session starts. */
export function initialWriteContextState(
	seed: number,
	start: number | undefined,
): WriteContextState {
	return {
		time: start ?? null,
		lastUlid: "",
		lastTime: 0,
		chance: initialChance(seed),
		dice: initialChance(seed ^ DICE_SALT),
	};
}

const toFraction = (drawn: number): number => (drawn >>> 0) / 2 ** 32;

/** So many numbers, at least 0 and less than 1, and what the state is after they were drawn. */
export function drawFractions(
	state: WriteContextState,
	count: number,
): { fractions: number[]; after: WriteContextState } {
	const generator = xoroshiro128plusFromState(state.dice);
	const fractions = Array.from({ length: count }, () =>
		toFraction(generator.next()),
	);
	return { fractions, after: { ...state, dice: generator.getState() } };
}

/** The last of the ULIDs in these ids that another can follow, or the empty string. */
export function lastUlidOf(ids: Iterable<string>): string {
	let last = "";
	for (const id of ids) {
		const [given = ""] = ULID.exec(id) ?? [];
		if (given > last && given < END_OF_TIME) last = given;
	}
	return last;
}

/** The state after that ULID was given, so that it is not given again, and the next sorts after it. */
export const afterUlid = (
	state: WriteContextState,
	given: string,
): WriteContextState =>
	given > state.lastUlid ? { ...state, lastUlid: given } : state;

/** Writes the same time only once: many records are made in one millisecond. */
function remembering(write: (time: number) => string): typeof write {
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
const rfc3339 = remembering((time) => new Date(time).toISOString());
const ulidTime = remembering((time) => encodeTime(time, TIME_LEN));

/** A mint for one write, and what the state will be after it. */
export function createWriteContext(
	state: WriteContextState,
	now: number,
): { mint: WriteContext; after(): WriteContextState } {
	// Made when it is first needed: ids of one millisecond only count on.
	let generator: ReturnType<typeof xoroshiro128plusFromState> | undefined;
	const fraction = (): number => {
		generator ??= xoroshiro128plusFromState(state.chance);
		return toFraction(generator.next());
	};
	// A system clock that is set back must not put new records before old ones.
	const time = state.time ?? Math.max(now, state.lastTime);
	let lastUlid = state.lastUlid;
	const nextUlid = (): string =>
		lastUlid.slice(0, TIME_LEN) >= ulidTime(time)
			? incrementBase32(lastUlid)
			: ulid(time, fraction);
	return {
		mint: {
			at: rfc3339(time),
			id: (prefix) => {
				lastUlid = nextUlid();
				return prefix + lastUlid;
			},
			fraction,
		},
		after: () => ({
			time: state.time === null ? null : time + 1,
			lastUlid,
			lastTime: time,
			chance: generator?.getState() ?? state.chance,
			dice: state.dice,
		}),
	};
}
