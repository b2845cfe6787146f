import { tryParseJson } from "../../values/json.ts";
import type { Contract } from "../contract.ts";
import { listValues } from "../differences/additional-parts.ts";
import { collectDifferences } from "../differences/collect-differences.ts";
import { IF_UNSENT } from "../differences/describe-parts.ts";
import { withExamples } from "../differences/difference-collection.ts";
import { listErrorKinds } from "../differences/error-kinds.ts";
import {
	listLearnt,
	toDifferences,
	toSightings,
} from "../differences/learnt-differences.ts";
import type { Remainder } from "../differences/other-mismatches.ts";
import { differsInStyle } from "../differs-in-style.ts";
import type { CheckResult } from "../judge.ts";
import type { LearntRequests } from "../learning/learn-requests.ts";
import { NEWEST_FIRST } from "../learning/lists/learn-conditions.ts";
import type { ComparedObservation } from "../observed.ts";
import type { Observation, Observer } from "../observer.ts";
import type { Difference, VerificationReport } from "../report.ts";
import type { VerificationContext } from "../verify-options.ts";

/** Why checks failed. */
export interface Explanation
	extends Pick<
		VerificationReport,
		"differences" | "notReached" | "additional" | "learning"
	> {
	/** The checks, including results of the second run. */
	readonly checks: readonly CheckResult[];
}

/** Returns the descriptions of checks with responses in another form than documented. */
function findTranslatable(
	{ observations, compare }: Observer,
	failed: ReadonlyMap<string, CheckResult>,
): Set<string> {
	const relevant = observations.filter(({ check }) => {
		const failure = failed.get(check);
		return failure && !failure.accessDenied;
	});
	// The first run collects names from all responses, because a list without records contains no names.
	for (const each of relevant) compare(each);
	return new Set(
		relevant
			.filter((each) => compare(each).documentedForm !== undefined)
			.map(({ check }) => check),
	);
}

/** Returns the descriptions of checks with a request that the service accepts only in another form. */
function findAdaptable(
	{ observations }: Observer,
	failed: ReadonlyMap<string, CheckResult>,
	{ bodies, lists, mediaTypes }: LearntRequests,
): string[] {
	const learnt = new Set(
		[bodies, lists, mediaTypes].flatMap((each) => [...each.keys()]),
	);
	if (learnt.size === 0) return [];
	const sending = new Set(
		observations
			.filter(({ target }) => learnt.has(target))
			.map(({ check }) => check),
	);
	// Checks with the same state set it up once.
	return [...failed.values()]
		.filter(
			({ description, notReached }) =>
				notReached !== undefined || sending.has(description),
		)
		.map(({ description }) => description);
}

/** Whether the service rejected the request of a check that should succeed. */
function isRejected({ findLast }: Observer, description: string): boolean {
	const last = findLast(description);
	return last !== undefined && last.status < 400 && last.response.status >= 400;
}

/** Whether the result of the second run replaces the result of the first. */
function isConclusive(
	{ passed, description, notVerified }: CheckResult,
	first: Observer,
	second: Observer,
): boolean {
	if (notVerified !== undefined) return true;
	// The service does not accept the form of the first request.
	if (second.findLast(description)?.adapted) return true;
	// If a check passes only after some time, its first result is kept.
	if (passed && second.delayed.has(description)) return false;
	// The same applies if the second request was rejected, for example because the first one had the same name.
	return !isRejected(second, description) || isRejected(first, description);
}

/** @param deviating the assumptions that deviations of the form refute */
function applySecondRun(
	check: CheckResult,
	second: CheckResult | undefined,
	remainder: Remainder | undefined,
	deviating: ReadonlySet<string>,
): CheckResult {
	if (!second && !remainder) return check;
	// Without the second run, the first run may blame too many assumptions.
	if (second?.notVerified !== undefined) return second;
	return {
		...check,
		refuted: new Map([
			// A deviation of the form refutes only assumptions at its place, and not the subject of the check.
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

/** Returns the names of properties in requests that learning found, by operation id and documented name. */
const listSentNames = ({ bodies }: LearntRequests): Map<string, string> =>
	new Map(
		[...bodies].flatMap(([operation, { repairs }]) =>
			repairs.flatMap((each) =>
				each.kind === "rename"
					? [[`${operation} ${each.name}`, each.to] as const]
					: [],
			),
		),
	);

/** Returns the assumptions about the items of lists if no response has an item. */
function listUnseen(
	{ documented }: Contract,
	exchanges: readonly ComparedObservation[],
): string[] {
	const unseen = new Set<string>();
	const seen = new Set<string>();
	for (const { target, status, response, documentedForm } of exchanges) {
		const own = documented.findResponseAssumptions(target, status);
		if (!own) continue;
		const beside = [own.status, own.contentType, Object.values(own.headers)];
		for (const id of beside.flat(2)) seen.add(id);
		const value = tryParseJson(documentedForm?.body ?? `${response.body}`);
		for (const [where, ids] of Object.entries(own.body)) {
			const isAny =
				!where.includes("[*]") || listValues(value, where).length > 0;
			for (const id of ids) (isAny ? seen : unseen).add(id);
		}
	}
	return [...unseen].filter((id) => !seen.has(id));
}

/**
 * Finds the deviations of the service. Compares all responses with the document, and runs the failed checks again
 * with responses in the documented form, which reveals further differences.
 * @param learnt the accepted forms of requests
 * @param translating gives checks every response in the documented form
 * @param runAgain runs the checks with these descriptions and this observer
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
		...{ learnt: learnt.rejections, accepted: learnt.accepted },
		sentNames: listSentNames(learnt),
		passed: indexByDescription(own.filter(({ passed }) => passed)),
		own: new Set(own.map(({ description }) => description)),
		surface,
	});
	const { differences, additional, remainders } = collected;
	const { contract, headerNames, onObserved } = context;
	const ofRequests = listLearnt(contract, learnt);
	onObserved?.({
		exchanges: collected.exchanges,
		sightings: [...toSightings(contract, ofRequests), ...collected.sightings],
	});
	const learntDifferences = withExamples(
		toDifferences(contract, ofRequests, observer.observations),
		headerNames,
	);
	const deviating = new Set(differences.flatMap((each) => each.assumptions));
	/** Whether a difference of the checks tells, too, that a condition is ignored. */
	const isTold = ({ operation, actual }: Difference): boolean =>
		actual.startsWith("ignores ") &&
		differences.some(
			(each) => each.operation === operation && each.actual === actual,
		);
	// Learning tells what such a part means, and the order of a list in words.
	const isLearnt = ({ operation, where, ...each }: Difference): boolean => {
		const isOrder = each.actual === "[an older one]";
		const expected = isOrder ? [each.expected, NEWEST_FIRST] : [each.expected];
		return learntDifferences.some(
			(one) =>
				one.operation === operation &&
				one.where === where &&
				!isTold(one) &&
				expected.includes(one.expected),
		);
	};
	// Requests of learning have other values than new records of checks.
	const tellUnsent = (each: Difference): Difference =>
		learntDifferences.some(
			({ operation, where }) =>
				operation === each.operation && where === `request ${each.where}`,
		)
			? { ...each, actual: each.actual.replace(/in new records$/, IF_UNSENT) }
			: each;
	return {
		differences: [
			...learntDifferences.filter((each) => !isTold(each)),
			...differences.filter((each) => !isLearnt(each)).map(tellUnsent),
			...(differsInStyle(collected.exchanges, (each) => each)
				? listErrorKinds(
						contract.documented,
						[...learntDifferences, ...differences],
						learnt.rejections.filter(({ target }) =>
							contract.operations.some(({ id }) => id === target),
						),
						...([collected.exchanges, headerNames] as const),
					)
				: []),
		],
		additional,
		...(learnt.requests.size > 0 && {
			learning: Array.from(learnt.requests, ([operation, requests]) => ({
				...{ operation, requests },
				isLearnt:
					learnt.lists.has(operation) ||
					[
						learnt.bodies.get(operation)?.exchange,
						// The service may accept the documented form, of which more was asked.
						...observer.observations.filter(
							({ target }) => target === operation,
						),
					].some((each) => each && each.response.status < 300),
			})),
		}),
		notReached: Array.from(reasons, ([description, because]) => ({
			description,
			because,
		})),
		checks: checks.map((check) => {
			const { description } = check;
			return {
				...applySecondRun(
					check,
					translated.get(description),
					remainders.get(description),
					deviating,
				),
				unseen: listUnseen(
					contract,
					collected.exchanges.filter((each) => each.check === description),
				),
			};
		}),
	};
}
