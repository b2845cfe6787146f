import { collectDifferences } from "../differences/collect-differences.ts";
import {
	listLearntDifferences,
	listLearntSightings,
} from "../differences/learnt-differences.ts";
import type { Remainder } from "../differences/other-mismatches.ts";
import type { CheckResult } from "../judge.ts";
import type { LearntRequests } from "../learning/learn-requests.ts";
import type { Observation, Observer } from "../observer.ts";
import type { VerificationReport } from "../report.ts";
import type { VerificationContext } from "../verify-options.ts";

/** Why checks failed. */
export interface Explanation
	extends Pick<
		VerificationReport,
		"differences" | "notReached" | "additional" | "learning"
	> {
	/** The checks, with what the second run showed about the assumptions. */
	readonly checks: readonly CheckResult[];
}

/** Returns the descriptions of checks whose responses have another form than the document says. */
function findTranslatable(
	{ observations, compare }: Observer,
	failed: ReadonlyMap<string, CheckResult>,
): Set<string> {
	const relevant = observations.filter(({ check }) => {
		const failure = failed.get(check);
		return failure && !failure.accessDenied;
	});
	// The first run collects the names from all responses, because a list without records shows no names.
	for (const each of relevant) compare(each);
	return new Set(
		relevant
			.filter((each) => compare(each).documentedForm !== undefined)
			.map(({ check }) => check),
	);
}

/** Returns the descriptions of checks that need a request which the service takes in another form. */
function findAdaptable(
	{ observations }: Observer,
	failed: ReadonlyMap<string, CheckResult>,
	{ bodies, lists }: LearntRequests,
): string[] {
	if (bodies.size + lists.size === 0) return [];
	const sending = new Set(
		observations
			.filter(({ target }) => bodies.has(target) || lists.has(target))
			.map(({ check }) => check),
	);
	// Checks that need the same state set it up once.
	return [...failed.values()]
		.filter(
			({ description, notReached }) =>
				notReached !== undefined || sending.has(description),
		)
		.map(({ description }) => description);
}

/** Whether a successful response was expected for the request of the check, and the service rejected it. */
function isRejected({ findLast }: Observer, description: string): boolean {
	const last = findLast(description);
	return last !== undefined && last.status < 400 && last.response.status >= 400;
}

/** Whether the result of the second run replaces that of the first. */
function isConclusive(
	{ passed, description, notVerified }: CheckResult,
	first: Observer,
	second: Observer,
): boolean {
	if (notVerified !== undefined) return true;
	// The first request had a form that the service does not take.
	if (second.findLast(description)?.adapted) return true;
	// A check that passes only after a while keeps its first result.
	if (passed && second.delayed.has(description)) return false;
	// So does a check whose second request was rejected, because the first one had the same name, for example.
	return !isRejected(second, description) || isRejected(first, description);
}

/** @param deviating the assumptions that a deviation of the form refutes */
function applySecondRun(
	check: CheckResult,
	second: CheckResult | undefined,
	remainder: Remainder | undefined,
	deviating: ReadonlySet<string>,
): CheckResult {
	if (!second && !remainder) return check;
	// Without the second run, the first may blame too many assumptions.
	if (second?.notVerified !== undefined) return second;
	return {
		...check,
		refuted: new Map([
			// A deviation of the form refutes only the assumptions at its place, and not what the check is about.
			...[...check.refuted].filter(([id]) => deviating.has(id)),
			...((remainder ?? second)?.refuted ?? []),
		]),
		held: second?.passed === true || remainder?.isHeld === true,
	};
}

const indexByDescription = (
	checks: readonly CheckResult[],
): ReadonlyMap<string, CheckResult> =>
	new Map(checks.map((each) => [each.description, each]));

/**
 * Finds out in which ways the service deviates: compares all responses with the document, and runs the failed checks
 * once more with the responses in the documented form, which shows what the first difference had hidden.
 * @param learnt how the service takes requests
 * @param translating gives checks every response in the documented form
 * @param runAgain runs the checks with these descriptions with that observer
 * @param surface the example request of each operation
 */
export async function explainFailures(
	context: Pick<
		VerificationContext,
		"contract" | "observer" | "headerNames" | "onObserved"
	>,
	checks: readonly CheckResult[],
	learnt: LearntRequests,
	translating: Observer,
	runAgain: (names: ReadonlySet<string>) => Promise<CheckResult[]>,
	surface: readonly Observation[] = [],
): Promise<Explanation> {
	const { observer } = context;
	const own = checks.filter(({ provenance }) => provenance !== "external");
	const failed = indexByDescription(
		own.filter(
			({ passed, notVerified }) => !passed && notVerified === undefined,
		),
	);
	const names = new Set([
		...findTranslatable(observer, failed),
		...findAdaptable(observer, failed, learnt),
	]);
	const again = names.size > 0 ? await runAgain(names) : [];
	const translated = indexByDescription(
		again.filter((each) => isConclusive(each, observer, translating)),
	);
	const reasons = new Map<string, string>();
	for (const [description, failure] of failed) {
		const { notReached } = translated.get(description) ?? failure;
		if (notReached !== undefined) reasons.set(description, notReached);
	}
	const collected = collectDifferences({
		...context,
		...{ failed, translated, translating, reasons },
		passed: indexByDescription(own.filter(({ passed }) => passed)),
		own: new Set(own.map(({ description }) => description)),
		surface,
	});
	const { differences, additional, remainders } = collected;
	const { contract, headerNames, onObserved } = context;
	onObserved?.({
		exchanges: collected.exchanges,
		sightings: [
			...listLearntSightings(contract, learnt),
			...collected.sightings,
		],
	});
	const learntDifferences = listLearntDifferences(
		...([contract, learnt, observer.observations, headerNames] as const),
	);
	const deviating = new Set(differences.flatMap((each) => each.assumptions));
	return {
		differences: [...learntDifferences, ...differences],
		additional,
		...(learnt.requests.size > 0 && {
			learning: Array.from(learnt.requests, ([operation, requests]) => ({
				...{ operation, requests },
				isLearnt: learnt.bodies.has(operation) || learnt.lists.has(operation),
			})),
		}),
		notReached: Array.from(reasons, ([description, because]) => ({
			description,
			because,
		})),
		checks: checks.map((check) => {
			const { description } = check;
			return applySecondRun(
				check,
				translated.get(description),
				remainders.get(description),
				deviating,
			);
		}),
	};
}
