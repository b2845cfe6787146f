import type {
	RequestsFilter,
	RequestsPage,
} from "../control/journal-control.ts";
import type { OperationModel } from "../engine/model/service.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { isObject } from "../values/json.ts";
import { plural } from "../values/plural.ts";
import { REDACTED } from "../values/redact.ts";
import {
	DESCRIBE_STRAYS,
	type DescribeStrays,
	describeExchange,
	describeReceived,
	describeTimes,
	describeUnmatched,
} from "./describe-received.ts";
import {
	type Candidate,
	type Expectation,
	findHidden,
	findNearest,
	type Parts,
	pickExpected,
	readCandidate,
	readExpectation,
	truncateDiff,
} from "./expectation.ts";
import { matchesPart } from "./matches-part.ts";
import { OPERATIONS, requireOperation } from "./service-types.ts";

/** The part of the matcher context that Vitest, Jest and Playwright have in common. */
export interface MatcherContext {
	readonly isNot?: boolean;
	readonly utils: {
		diff(expected: unknown, actual: unknown): string | null | undefined;
		printExpected(expected: unknown): string;
	};
}

export type ToHaveReceived = (
	this: MatcherContext,
	mock: unknown,
	operation: string,
	expectation?: Expectation & { readonly times?: number },
) => Promise<{ pass: boolean; message: () => string }>;

interface Mock {
	requests(filter?: RequestsFilter): Promise<RequestsPage>;
	readonly [DESCRIBE_STRAYS]?: DescribeStrays;
	readonly [OPERATIONS]?: readonly OperationModel[];
}

const isMock = (value: unknown): value is Mock =>
	isObject(value) && typeof value.requests === "function";

/**
 * Returns the requests with the expected credentials, where they were sent. The journal hides them, but its filter
 * compares them.
 */
async function revealExpected(
	mock: Mock,
	{ requests }: RequestsPage,
	operation: string,
	expected: unknown,
): Promise<readonly JournalEntry[]> {
	const headers = Object.fromEntries(
		Object.entries(Object(expected)).flatMap(([name, value]) =>
			typeof value === "string" ? [[name.toLowerCase(), value]] : [],
		),
	);
	const isHidden = ({ request }: JournalEntry): boolean =>
		Object.keys(headers).some((name) =>
			request.headers[name]?.includes(REDACTED),
		);
	if (!requests.some(isHidden)) return requests;
	const sent = await mock.requests({ operation, headers });
	const ids = new Set(sent.requests.map(({ id }) => id));
	return requests.map((each) =>
		ids.has(each.id)
			? {
					...each,
					request: {
						...each.request,
						headers: { ...each.request.headers, ...headers },
					},
				}
			: each,
	);
}

/**
 * Compares the received requests with an expectation.
 * @param page all requests, and the number of requests that the journal has dropped
 * @param isNot whether no request may match
 */
function compare(
	{ requests, dropped }: RequestsPage,
	operation: string,
	expectation: Expectation & { readonly times?: number },
	isNot: boolean,
) {
	const { times } = expectation;
	const expected = readExpectation(expectation);
	const received = requests
		.filter((each) => each.operation === operation)
		.map((each) => readCandidate(each, expected));
	const matching = received.filter(({ parts }) => matchesPart(parts, expected));
	const { length: count } = matching;
	const holds = times === undefined ? count > 0 : count === times;
	/** Whether the dropped requests might change the result, because each of them may have matched. */
	const isUncertain =
		dropped > 0 &&
		(times === undefined ? !holds : count <= times && times <= count + dropped);
	const isAny = Object.keys(expected).length === 0;
	const goal = `${operation}${isNot ? " not" : ""} to be received${times === undefined ? "" : ` ${describeTimes(times)}`}${isAny ? "" : " with these values"}`;
	const uncertainty = isUncertain
		? `the result is uncertain: the journal dropped ${plural(dropped, "request")} (pass a larger journal to keep more). In the rest of the journal, `
		: "";
	const matched = isAny
		? `it was received ${describeTimes(count)}`
		: `${count} of ${plural(received.length, "request")} ${count === 1 ? "matches" : "match"}`;
	const result = received.length === 0 ? "it was not received" : matched;
	const sentence = `Expected ${goal}, but ${uncertainty}${result}.`;
	const pass = isUncertain ? isNot : holds;
	return { expected, received, matching, pass, sentence };
}

/** Describes the request that is most similar to the expectation, and its differences. */
function describeDifference(
	expected: Parts,
	candidates: readonly Candidate[],
	utils: MatcherContext["utils"],
): string[] {
	const nearest = findNearest(candidates, expected);
	const actual = nearest && pickExpected(nearest.parts, expected);
	const difference =
		nearest &&
		utils.diff(truncateDiff(expected, actual), truncateDiff(actual, expected));
	const isAny = Object.keys(expected).length === 0;
	const values = isAny ? [] : [utils.printExpected(truncateDiff(expected))];
	const hidden = findHidden(candidates, expected).join(", ");
	return [
		...(difference ? ["", difference, ""] : values),
		...(hidden
			? [
					`The journal hides the values of ${hidden}. Expect the whole value, or any value with expect.any(String).`,
				]
			: []),
		...(nearest ? ["Nearest request:", describeExchange(nearest.entry)] : []),
	];
}

/**
 * Creates the matcher.
 * @param specs the operations for mocks that do not contain their own
 * @param listUsedHandlers names the MSW handlers that responded instead of the mock
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
		const operations = mock[OPERATIONS] ?? specs;
		requireOperation(operations, operation);
		const { times, violations } = expectation;
		const spec = operations.find(({ id }) => id === operation);
		if (violations !== undefined && spec?.isUndocumented)
			throw new RangeError(
				`The mock cannot find violations of ${operation}: only a handler defines it. Describe it in the OpenAPI document, or leave violations out.`,
			);
		if (times !== undefined && !(Number.isSafeInteger(times) && times >= 0))
			throw new RangeError(
				`Invalid times ${times}. Pass a whole number of at least 0.`,
			);
		const { isNot = false, utils } = this;
		const page = await mock.requests();
		const { headers } = expectation;
		const requests = await revealExpected(mock, page, operation, headers);
		const { expected, received, matching, pass, sentence } = compare(
			{ ...page, requests },
			operation,
			expectation,
			isNot,
		);
		const isTooFew = !isNot && matching.length < (times ?? 1);
		const strays = isTooFew ? await mock[DESCRIBE_STRAYS]?.(operation) : [];
		const handlers = isNot ? [] : listUsedHandlers();

		function message(): string {
			const candidates = isTooFew
				? received.filter((each) => !matching.includes(each))
				: [];
			return [
				sentence,
				...describeDifference(expected, candidates, utils),
				...describeReceived(operation, page.requests),
				...(strays ?? []),
				...describeUnmatched(page.requests),
				...(handlers.length > 0
					? [
							`The mock does not record requests that handlers of mock.use respond to: ${handlers.join(", ")}.`,
						]
					: []),
			].join("\n");
		}
		return { pass, message };
	};
}
