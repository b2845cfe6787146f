import type { RequestsPage } from "../control/journal-control.ts";
import type { KnownOperation } from "./answer.ts";
import {
	describeDoubt,
	describeExchange,
	describeExchanges,
	describeOperations,
	describeUnmatched,
	times,
} from "./describe-received.ts";
import {
	type Expectation,
	isUncompared,
	likeExpected,
	nearestOf,
	partsOf,
	readExpectation,
} from "./expectation.ts";
import { shortenAlone, truncateDiff } from "./truncate-diff.ts";

/** What a matcher needs of Vitest; Jest has it too. */
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
	typeof value === "object" &&
	value !== null &&
	"requests" in value &&
	typeof value.requests === "function";

/** Makes the matcher for a service with these operations. */
export function createToHaveReceived(
	operations: readonly KnownOperation[],
): ToHaveReceived {
	return async function toHaveReceived(mock, operation, expectation = {}) {
		if (!isMock(mock))
			throw new TypeError(
				"toHaveReceived is about a mock: await expect(mock).toHaveReceived(…).",
			);
		if (!operations.some(({ id }) => id === operation))
			throw new RangeError(
				`There is no operation "${operation}". Use one of ${operations.map(({ id }) => id).join(", ")}.`,
			);
		const { times: wanted } = expectation;
		if (wanted !== undefined && !(Number.isSafeInteger(wanted) && wanted >= 0))
			throw new RangeError(
				`An operation cannot be received ${wanted} times. Pass times as a whole number of 0 or more.`,
			);
		const { isNot = false, utils } = this;
		const testers = [utils.iterableEquality, utils.subsetEquality];
		const matches = (actual: unknown, wanted: unknown): boolean =>
			this.equals(actual, wanted, testers);

		const expected = readExpectation(expectation);
		const isAny = Object.keys(expected).length === 0;
		const { requests, dropped } = await mock.requests();
		const received = requests.filter((each) => each.operation === operation);
		const uncompared = received.filter((each) =>
			isUncompared(each, expected, matches),
		);
		const alike = received.filter(
			(each) => !uncompared.includes(each) && matches(partsOf(each), expected),
		);
		const holds =
			wanted === undefined ? alike.length > 0 : alike.length === wanted;
		// Each that has left the journal, or was cut, could be one more, and turn what holds into what does not.
		const unseen = dropped + uncompared.length;
		const isUncertain =
			unseen > 0 &&
			(wanted === undefined
				? !holds
				: alike.length <= wanted && wanted <= alike.length + unseen);

		function message(): string {
			const tooFew = !isNot && alike.length < (wanted ?? 1);
			const nearest =
				tooFew && !isAny
					? nearestOf(
							received.filter(
								(each) => ![...alike, ...uncompared].includes(each),
							),
							expected,
							matches,
						)
					: undefined;
			const difference =
				nearest &&
				utils.diff(
					...truncateDiff(expected, likeExpected(partsOf(nearest), expected)),
				);
			const goal = [
				`Expected ${operation}${isNot ? " not" : ""} to be received`,
				...(wanted === undefined ? [] : [times(wanted)]),
				...(isAny ? [] : ["like this"]),
			].join(" ");
			const seen =
				received.length === uncompared.length
					? "it was not"
					: isAny
						? `it was ${times(alike.length)}`
						: `${alike.length || "none"} of the ${received.length - uncompared.length} received ${alike.length > 1 ? "were" : "was"}`;
			const doubt = `that cannot be known: ${describeDoubt(operation, dropped, uncompared.length)}. Of the rest,`;
			return [
				`${goal}, but ${isUncertain ? `${doubt} ` : ""}${seen}.`,
				...(difference
					? ["", difference, ""]
					: isAny
						? []
						: [utils.printExpected(shortenAlone(expected))]),
				...(nearest ? ["The nearest:", describeExchange(nearest)] : []),
				...(received.length > 0
					? [
							`Received of ${operation}, newest first:`,
							...describeExchanges(received),
						]
					: describeOperations(requests)),
				...describeUnmatched(requests),
			].join("\n");
		}
		return { pass: isUncertain ? isNot : holds, message };
	};
}
