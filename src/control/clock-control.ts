import type { EngineContext } from "../engine/context.ts";
import type { Session } from "../engine/sessions/session.ts";
import { isPossibleTime, parseTime } from "../store/clock.ts";
import type { OriginClock } from "../store/store.ts";
import type { ChangeClock } from "../store/write-context.ts";
import { parseDuration } from "../values/parse-duration.ts";
import { ControlError } from "./control-error.ts";

/** What the clock of a session shows. */
export interface ClockInfo {
	/** RFC 3339 in UTC: the time now or, if the clock is frozen, that of the next write. */
	readonly time: string;
	/** Whether the clock advances only by 1 ms at each accepted write, and not with real time. */
	readonly frozen: boolean;
}

/** Reads the clock of a session, or changes it. Each method returns what the clock shows then. */
export interface ClockControl {
	(): Promise<ClockInfo>;
	/**
	 * Sets the clock to a time, from which it goes on as before: running, or frozen. `system` sets it to real time again.
	 * @param time RFC 3339, or `system`
	 * @throws ControlError for an invalid time
	 */
	set(time: string): Promise<ClockInfo>;
	/**
	 * Moves the clock forward.
	 * @param by a duration like `2h`, `90m` or `1d12h` (units `d`, `h`, `m`, `s` and `ms`), or a number of milliseconds
	 * @throws ControlError for an invalid duration
	 */
	advance(by: string | number): Promise<ClockInfo>;
	/**
	 * Stops the clock: from now on, it advances by 1 ms at each accepted write. `set("system")` lets it run again.
	 * @param time when to stop it, RFC 3339; defaults to the time of the clock
	 * @throws ControlError for an invalid time
	 */
	freeze(time?: string): Promise<ClockInfo>;
}

const UNCHANGED = "Invalid clock. The current clock is unchanged.";

/**
 * Returns the time in milliseconds since the epoch; undefined for `system`.
 * @param pointer to the time in the body of a request
 * @throws ControlError for an invalid time
 */
function readTime(time: string, pointer: string, what: string) {
	if (time === "system") return undefined;
	const parsed = parseTime(time);
	if (isPossibleTime(parsed)) return parsed;
	const detail =
		'must be an RFC 3339 time like 2026-01-01T00:00:00.000Z, from the years 1971 to 9998, or "system"';
	throw new ControlError(400, what, [{ pointer, detail }]);
}

/**
 * Returns the clock that a reset asks for.
 * @param what the error message for an invalid time
 * @throws ControlError for an invalid time
 */
export function readOriginClock(time: string, what: string): OriginClock {
	const start = readTime(time, "/clock", what);
	return { start: start ?? null, end: start ?? Date.now() };
}

/** @param name the session to act on; defaults to the session of the running code */
export function createClockControl(
	{ store, sessions }: EngineContext,
	name: string | undefined,
): ClockControl {
	const change = (session: Session, next: ChangeClock): Promise<ClockInfo> =>
		store.append(session.active.stateKey, ({ changeClock }) => {
			const { time = 0, isFrozen = false } = changeClock?.(next) ?? {};
			const shown = new Date(time).toISOString();
			return { add: {}, result: { time: shown, frozen: isFrozen } };
		});
	const read = () =>
		sessions.view(name, (session) => change(session, (clock) => clock));
	const methods: Pick<ClockControl, "set" | "advance" | "freeze"> = {
		async set(time) {
			const given = readTime(time, "/time", UNCHANGED);
			return change(sessions.open(name), ({ isFrozen }, now) =>
				given === undefined
					? { time: now, isFrozen: false }
					: { time: given, isFrozen },
			);
		},
		async advance(by) {
			const step = typeof by === "number" ? Math.round(by) : parseDuration(by);
			const pointer = "/by";
			if (!(step >= 0)) {
				const detail =
					"must be a duration like 2h, 90m or 1d12h, or a number of milliseconds of at least 0";
				throw new ControlError(400, UNCHANGED, [{ pointer, detail }]);
			}
			return change(sessions.open(name), ({ time, isFrozen }) => {
				if (isPossibleTime(time + step)) return { time: time + step, isFrozen };
				const detail = "must lead to a time before the year 9999";
				throw new ControlError(400, UNCHANGED, [{ pointer, detail }]);
			});
		},
		async freeze(given) {
			const at =
				given === undefined ? undefined : readTime(given, "/time", UNCHANGED);
			return change(sessions.open(name), ({ time }, now) => ({
				time: at ?? (given === "system" ? now : time),
				isFrozen: true,
			}));
		},
	};
	return Object.assign(read, methods);
}
