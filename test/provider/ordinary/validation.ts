import { readInstant } from "./instant.ts";
import { type Fault, invalid } from "./problems.ts";

export type Members = Readonly<Record<string, unknown>>;

export const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
export const LIMIT_DETAIL = `must be a whole number from 1 to ${MAX_LIMIT}`;
export const isLimit = (value: unknown): value is number =>
	typeof value === "number" &&
	Number.isInteger(value) &&
	value >= 1 &&
	value <= MAX_LIMIT;

export function isObject(value: unknown): value is Members {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @throws Problem with status 400 */
export function requireObject(body: unknown): Members {
	if (!isObject(body))
		throw invalid([{ pointer: "", detail: "must be an object" }]);
	return body;
}

/** @throws Problem with status 400 if there are faults */
export function settle<Value>(value: Value, faults: readonly Fault[]): Value {
	if (faults.length > 0) throw invalid(faults);
	return value;
}

function faultOfText(value: unknown, most: number): string | undefined {
	if (typeof value !== "string") return "must be a string";
	if (value === "") return "may not be empty";
	// The length of a string counts an emoji twice.
	return value.length > most && [...value].length > most
		? `may have at most ${most} characters`
		: undefined;
}

/** Reads the properties of an object one by one and adds to `faults`. */
export interface MemberReader {
	has(name: string): boolean;
	fault(name: string, detail: string): void;
	/** Returns undefined if the property is missing or invalid. */
	text(name: string, most?: number): string | undefined;
	/** Returns an empty string if the property is invalid. */
	requiredText(name: string, most: number): string;
	/** Returns milliseconds since the epoch. */
	instant(name: string): number | undefined;
	limit(): number;
}

/** @param at the JSON pointer of the object */
export function readMembers(
	members: Members,
	at: string,
	faults: Fault[],
): MemberReader {
	const has = (name: string): boolean => Object.hasOwn(members, name);
	const fault = (name: string, detail: string): void => {
		faults.push({ pointer: `${at}/${name}`, detail });
	};
	const text = (
		name: string,
		most = Number.POSITIVE_INFINITY,
	): string | undefined => {
		if (!has(name)) return undefined;
		const value = members[name];
		const detail = faultOfText(value, most);
		if (detail === undefined && typeof value === "string") return value;
		fault(name, detail ?? "is wrong");
		return undefined;
	};
	return {
		has,
		fault,
		text,
		requiredText(name, most) {
			if (!has(name)) fault(name, "is missing");
			return text(name, most) ?? "";
		},
		instant(name) {
			const written = text(name);
			if (written === undefined) return undefined;
			const instant = readInstant(written);
			if (instant === undefined)
				fault(name, "must be a date and time of RFC 3339");
			return instant;
		},
		limit() {
			const limit = has("limit") ? members.limit : DEFAULT_LIMIT;
			if (isLimit(limit)) return limit;
			fault("limit", LIMIT_DETAIL);
			return DEFAULT_LIMIT;
		},
	};
}
