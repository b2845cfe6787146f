import { readTime } from "../behaviors/forms.ts";

export type Side = "mock" | "real";

/** The pairs of corresponding values of the service and the mock that a play has shown. */
export interface Bindings {
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
}

const keyOf = (value: unknown): string => JSON.stringify(value) ?? "";

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
			anyReal.set(left, (anyReal.get(left) ?? new Set()).add(right));
			if (!anyMock.has(right)) anyMock.set(right, mock);
			return true;
		},
		areBound: (mock, real) =>
			anyReal.get(keyOf(mock))?.has(keyOf(real)) ?? false,
		knows(side, value, scope) {
			const key = keyOf(value);
			if (scope !== undefined)
				return (side === "mock" ? toReal : toMock).has(`${scope} ${key}`);
			return (side === "mock" ? anyReal : anyMock).has(key);
		},
		toMock(real, scope) {
			if (scope === undefined) return anyMock.get(keyOf(real)) ?? real;
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
	};
}
