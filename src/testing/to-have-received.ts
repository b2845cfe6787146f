import type { RequestsPage } from "../control/journal-control.ts";
import type { OperationModel } from "../engine/model/service.ts";
import { isObject } from "../values/is-object.ts";
import {
	describeExchange,
	describeReceived,
	describeTimes,
	describeUnmatched,
	describeUsedHandlers,
	formatRequestCount,
} from "./describe-received.ts";
import {
	type Expectation,
	findHidden,
	findNearest,
	pickExpected,
	readExpectation,
	readParts,
	truncateDiff,
	type ValueMatcher,
} from "./expectation.ts";
import { requireOperation } from "./require-operation.ts";
import { describeStrays } from "./stray-requests.ts";

/** The part of the matcher context that Vitest and Jest have in common. */
export interface MatcherContext {
	readonly isNot?: boolean;
	equals(
		actual: unknown,
		expected: unknown,
		testers?: readonly unknown[],
	): boolean;
	readonly utils: {
		diff(expected: unknown, actual: unknown): string | null | undefined;
		printExpected(expected: unknown): string;
		readonly iterableEquality: unknown;
		readonly subsetEquality: unknown;
	};
}

export type ToHaveReceived = (
	this: MatcherContext,
	mock: unknown,
	operation: string,
	expectation?: Expectation & { readonly times?: number },
) => Promise<{ pass: boolean; message: () => string }>;

const isMock = (
	value: unknown,
): value is { requests(): Promise<RequestsPage> } =>
	isObject(value) && typeof value.requests === "function";

/**
 * Creates the matcher for a service with these operations.
 * @param listUsedHandlers names the MSW handlers that responded in place of the mock
 */
export function createToHaveReceived(
	specs: readonly OperationModel[],
	listUsedHandlers: () => readonly string[],
): ToHaveReceived {
	return async function toHaveReceived(mock, operation, expectation = {}) {
		if (!isMock(mock))
			throw new TypeError(
				"toHaveReceived requires a mock: await expect(mock).toHaveReceived(…).",
			);
		requireOperation(specs, operation);
		const { times } = expectation;
		if (times !== undefined && !(Number.isSafeInteger(times) && times >= 0))
			throw new RangeError(
				`Invalid times ${times}. Pass a whole number of at least 0.`,
			);
		const { isNot = false, utils } = this;
		const testers = [utils.iterableEquality, utils.subsetEquality];
		const matches: ValueMatcher = (actual, wanted) =>
			this.equals(actual, wanted, testers);

		const expected = readExpectation(expectation);
		const isAny = Object.keys(expected).length === 0;
		const { requests, dropped } = await mock.requests();
		const received = requests.filter((each) => each.operation === operation);
		const matching = received.filter((each) =>
			matches(readParts(each, expected), expected),
		);
		const count = matching.length;
		const holds = times === undefined ? count > 0 : count === times;
		// Each dropped request may match too, and may change the result.
		const isUncertain =
			dropped > 0 &&
			(times === undefined
				? !holds
				: count <= times && times <= count + dropped);
		const isTooFew = !isNot && count < (times ?? 1);
		const strays = isTooFew ? await describeStrays(mock, operation) : [];

		function message(): string {
			const candidates = isTooFew
				? received.filter((each) => !matching.includes(each))
				: [];
			const nearest = findNearest(candidates, expected, matches);
			const actual =
				nearest && pickExpected(readParts(nearest, expected), expected);
			const difference =
				nearest &&
				utils.diff(
					truncateDiff(expected, actual),
					truncateDiff(actual, expected),
				);
			const goal = `${operation}${isNot ? " not" : ""} to be received${times === undefined ? "" : ` ${describeTimes(times)}`}${isAny ? "" : " with these values"}`;
			const uncertainty = isUncertain
				? `the result is uncertain: the journal dropped ${formatRequestCount(dropped)} (pass a larger journal to keep more). In the rest of the journal, `
				: "";
			const result =
				received.length === 0
					? "it was not received"
					: isAny
						? `it was received ${describeTimes(count)}`
						: `${count} of ${formatRequestCount(received.length)} ${count === 1 ? "matches" : "match"}`;
			const hidden = findHidden(candidates, expected, matches).join(", ");
			return [
				`Expected ${goal}, but ${uncertainty}${result}.`,
				...(difference
					? ["", difference, ""]
					: isAny
						? []
						: [utils.printExpected(truncateDiff(expected))]),
				...(hidden
					? [
							`The journal hides the values of ${hidden}. Expect any value with expect.any(String).`,
						]
					: []),
				...(nearest ? ["Nearest request:", describeExchange(nearest)] : []),
				...describeReceived(operation, received, requests),
				...strays,
				...describeUnmatched(requests),
				...(isNot ? [] : describeUsedHandlers(listUsedHandlers())),
			].join("\n");
		}
		return { pass: isUncertain ? isNot : holds, message };
	};
}
