import { randomUUID } from "node:crypto";
import { monotonicFactory } from "ulid";
import type { Switches } from "./differences.ts";

export type Id = string | number;
export type Formats = ReturnType<typeof createFormats>;

export function createFormats({ pick }: Switches) {
	const ulid = monotonicFactory();
	let count = 0;
	return {
		nextId(prefix: string): Id {
			count += 1;
			const id = `${prefix}_${ulid()}`;
			return pick<Id>(id, { "ids-uuid": randomUUID(), "ids-integer": count });
		},
		/** @param microseconds three digits, if the difference `times-mixed` adds them instead of removing the milliseconds */
		formatTime(at: number, microseconds = ""): string | number {
			const time = new Date(at).toISOString();
			const toSecond = time.replace(/\.[0-9]+/, "");
			return pick<string | number>(time, {
				"times-mixed": microseconds
					? time.replace("Z", `${microseconds}Z`)
					: toSecond,
				"times-offset": time.replace("Z", "+00:00"),
				"times-milliseconds": at,
				"times-seconds": Math.floor(at / 1000),
				"times-without-milliseconds": toSecond,
			});
		},
	};
}

/** Returns the first microsecond that is not before an RFC 3339 time, in milliseconds since 1970. */
export function readTime(time: string): number {
	const text = time.toUpperCase();
	// Date knows no leap seconds, and ignores digits after milliseconds.
	const known = text.replace(/:60(?=[.Z+-])/, ":59");
	if (known !== text) return Date.parse(known) + 1000;
	const [, digits = "", rest = ""] =
		/\.[0-9]{3}([0-9]{0,3})([0-9]*)/.exec(text) ?? [];
	const microseconds = Number(digits.padEnd(3, "0"));
	const roundUp = /[1-9]/.test(rest) ? 1 : 0;
	return Date.parse(text) + (microseconds + roundUp) / 1000;
}
