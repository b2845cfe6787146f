import { readTime } from "../behaviors/forms.ts";
import type { Subject } from "../checks/subject.ts";
import type { Field } from "../document/field.ts";
import { findRefutedAssumptions } from "../document/judgment/blame.ts";
import { shorten } from "../values/shorten.ts";
import type { Operation } from "./operation.ts";

export type Side = "mock" | "real";

/** The pairs of corresponding values of the service and the mock that a play has shown. */
interface Bindings {
	/**
	 * Binds a value of the mock to a value of the service that both have generated.
	 * @param scope the scope in which the values are unique
	 * @param isId whether the values identify a record in any scope
	 * @returns false if one of the values is bound to another value
	 */
	bind(scope: string, mock: unknown, real: unknown, isId?: boolean): boolean;
	/** Returns whether the values are bound to each other in any scope. */
	areBound(mock: unknown, real: unknown): boolean;
	/**
	 * Returns whether a side has generated the value in this play.
	 * @param scope defaults to all scopes
	 */
	knows(side: Side, value: unknown, scope?: string): boolean;
	/**
	 * Returns the value of the mock that corresponds to a value of the service; the value itself if none is known.
	 * @param scope defaults to all scopes
	 */
	toMock(real: unknown, scope?: string): unknown;
	/**
	 * Adds two times of the same kind.
	 * @returns false if the service has another order of times than the mock
	 */
	addTimes(scope: string, mock: unknown, real: unknown): boolean;
	/**
	 * Returns whether the service has shown its time for a record that has another time on the mock. A service may show
	 * times without milliseconds.
	 */
	isSharedTime(mock: unknown, real: unknown): boolean;
}

const keyOf = (value: unknown): string => JSON.stringify(value) ?? "";

/** Returns a key that is equal for a number and for the text of it, because a record may name another one by a text. */
const keyOfAny = (value: unknown): string =>
	keyOf(typeof value === "number" ? `${value}` : value);

export function createBindings(): Bindings {
	const toReal = new Map<string, string>();
	const toMock = new Map<string, string>();
	const anyReal = new Map<string, Set<string>>();
	const anyMock = new Map<string, unknown>();
	const times = new Map<string, (readonly [mock: number, real: number])[]>();
	return {
		bind(scope, mock, real, isId = false) {
			const [left, right] = [keyOf(mock), keyOf(real)];
			const known = toReal.get(`${scope} ${left}`) ?? right;
			const back = toMock.get(`${scope} ${right}`) ?? left;
			if (known !== right || back !== left) return false;
			toReal.set(`${scope} ${left}`, right);
			toMock.set(`${scope} ${right}`, left);
			if (!isId) return true;
			const [anyLeft, anyRight] = [keyOfAny(mock), keyOfAny(real)];
			anyReal.set(anyLeft, (anyReal.get(anyLeft) ?? new Set()).add(anyRight));
			if (!anyMock.has(anyRight)) anyMock.set(anyRight, mock);
			return true;
		},
		areBound: (mock, real) =>
			anyReal.get(keyOfAny(mock))?.has(keyOfAny(real)) ?? false,
		knows(side, value, scope) {
			if (scope === undefined)
				return (side === "mock" ? anyReal : anyMock).has(keyOfAny(value));
			const known = side === "mock" ? toReal : toMock;
			return known.has(`${scope} ${keyOf(value)}`);
		},
		toMock(real, scope) {
			if (scope === undefined) {
				const mock = anyMock.get(keyOfAny(real)) ?? real;
				return typeof real === "string" ? `${mock}` : mock;
			}
			const found = toMock.get(`${scope} ${keyOf(real)}`);
			return found === undefined ? real : JSON.parse(found);
		},
		addTimes(scope, mock, real) {
			const pair = [readTime(mock), readTime(real)] as const;
			const earlier = times.get(scope) ?? [];
			times.set(scope, [...earlier, pair]);
			return earlier.every(
				([left, right]) =>
					Math.sign(left - pair[0]) * Math.sign(right - pair[1]) >= 0,
			);
		},
		isSharedTime(mock, real) {
			const [left, right] = [readTime(mock), readTime(real)];
			return [...times.values()]
				.flat()
				.some((pair) => pair[0] !== left && pair[1] === right);
		},
	};
}

/** One place where the responses to a step disagree. */
export interface Difference {
	readonly operation: string;
	/** `status`, `header <name>`, or a path into the body with `[*]` for every index. */
	readonly where: string;
	/** The value or status of the mock and of the service. */
	readonly mock: string;
	readonly real: string;
	/** A text that is equal for all differences that are reported as one. */
	readonly form: string;
	readonly assumptions: readonly string[];
}

/** The two sides of one play, and its results so far. */
export interface Comparing {
	readonly subject: Subject;
	readonly bindings: Bindings;
	/** A text that all words of the play contain. */
	readonly tag: string;
	/** By id of the mock's record, the values that requests to the mock have set, by name. */
	readonly set: Map<string, Map<string, unknown>>;
	/** By id of the mock's record, the last version of each side. */
	readonly versions: Map<string, Readonly<Record<Side, string>>>;
	/** By list and conditions, the number of records of others in its total. */
	readonly bases: Map<string, number>;
	/** The actual names of properties, by documented name. */
	readonly renamed: Map<string, string>;
	/** Whether other sequences change the service meanwhile. */
	readonly isShared: boolean;
}

export const createComparing = (
	options: Pick<Comparing, "subject" | "tag" | "isShared">,
): Comparing => ({
	...options,
	bindings: createBindings(),
	...{ set: new Map(), versions: new Map() },
	...{ bases: new Map(), renamed: new Map() },
});

const MAX_SHOWN = 80;

/** Returns a value as a report shows it. */
export function show(value: unknown): string {
	return shorten(JSON.stringify(value) ?? "missing", MAX_SHOWN);
}

/** The place of a step to which differences are added. */
export interface Collecting {
	readonly comparing: Comparing;
	readonly operation: Operation;
	readonly status: number;
	readonly found: Difference[];
}

/** Adds a difference, with the assumptions of its place. */
export function addDifference(
	{ comparing: { subject }, operation, status, found }: Collecting,
	where: string,
	form: string,
	mock: string,
	real: string,
): void {
	const { id } = operation.operation;
	const deviation = { where, expected: mock, actual: real };
	const assumptions = findRefutedAssumptions(
		subject.documented,
		{ operation: id, status },
		deviation,
	);
	found.push({ operation: id, where, mock, real, form, assumptions });
}

/** The minimum length of a text that is unlikely to be equal by chance. */
const MIN_OWN = 8;

/** Whether a value is so long that it is unlikely to equal another one by chance. */
export const isLong = (value: unknown): value is string =>
	typeof value === "string" && value.length >= MIN_OWN;

/** Returns whether a value contains a word of the play, or an id that the side has generated for it. */
export function isOwn(
	comparing: Comparing,
	side: Side,
	value: unknown,
): boolean {
	const { bindings, tag } = comparing;
	if (typeof value === "string")
		return (
			value.toLowerCase().includes(tag) ||
			(isLong(value) && bindings.knows(side, value))
		);
	return (
		typeof value === "object" &&
		value !== null &&
		Object.values(value).some((each) => isOwn(comparing, side, each))
	);
}

/** Returns the scope in which the ids are unique. */
export const scopeOf = ({ plan }: Operation, { schema }: Field): string =>
	`${plan.resource} ${String(schema["x-role"])}`;
