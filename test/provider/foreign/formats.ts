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
		formatTime(at: number): string | number {
			const time = new Date(at).toISOString();
			return pick<string | number>(time, {
				"times-offset": time.replace("Z", "+00:00"),
				"times-milliseconds": at,
				"times-seconds": Math.floor(at / 1000),
				"times-without-milliseconds": time.replace(/\.[0-9]+/, ""),
			});
		},
	};
}

/** Returns the first whole millisecond that is not before an RFC 3339 time. */
export function readTime(time: string): number {
	const text = time.toUpperCase();
	// Date knows no leap seconds, and ignores digits after milliseconds.
	const known = text.replace(/:60(?=[.Z+-])/, ":59");
	const rest = /\.[0-9]{3}0*[1-9]/.test(time) ? 1 : 0;
	return Date.parse(known) + (known === text ? rest : 1000);
}
