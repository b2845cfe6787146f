import { judgeResponse } from "../../document/judgment/judge-response.ts";
import type { Contract } from "../contract.ts";
import { collectDifferences } from "../differences/collect-differences.ts";
import type { Remainder } from "../differences/other-mismatches.ts";
import type { CheckResult } from "../judge.ts";
import type { VerificationReport } from "../report.ts";
import type { Observer } from "./observer.ts";

export interface Explanation
	extends Pick<
		VerificationReport,
		"differences" | "notReached" | "additional"
	> {
	/** The checks, with what the second run showed about the assumptions. */
	readonly checks: readonly CheckResult[];
}

/** Returns the descriptions of checks whose responses have another form than the document says. */
function findTranslatable(
	{ documented }: Contract,
	{ observations, renamed }: Observer,
	failed: ReadonlyMap<string, CheckResult>,
): Set<string> {
	const relevant = observations.filter(({ check }) => failed.has(check));
	// The first time, all responses together show the names. A list without records shows none.
	for (const each of relevant) judgeResponse(documented, each, { renamed });
	return new Set(
		relevant
			.filter(
				(each) =>
					judgeResponse(documented, each, { renamed }).documentedForm !==
					undefined,
			)
			.map(({ check }) => check),
	);
}

/** What the explanation of failures needs to know of a run. */
interface VerificationRun {
	readonly contract: Contract;
	readonly observer: Observer;
	readonly checks: readonly CheckResult[];
	/** The headers that every request has in addition. */
	readonly headerNames: readonly string[];
	/** Gives checks every response in the documented form. */
	readonly translating: Observer;
	/** Runs the checks with these descriptions with that observer. */
	readonly runTranslated: (
		includes: (description: string) => boolean,
	) => Promise<CheckResult[]>;
}

/** Whether a successful response was expected for the request of the check, and the service rejected it. */
function isRejected({ observations }: Observer, description: string): boolean {
	const last = observations.findLast(
		({ check, isArrangement }) => check === description && !isArrangement,
	);
	return last !== undefined && last.status < 400 && last.response.status >= 400;
}

/** Whether the result of the second run replaces that of the first. */
function isConclusive(
	{ observer, translating }: VerificationRun,
	{ result: { passed, description, notVerified } }: CheckResult,
): boolean {
	if (notVerified !== undefined) return true;
	// A check that passes only after a while keeps its first result.
	if (passed && translating.delayed.has(description)) return false;
	// So does a check whose second request was rejected, because the first one had the same name, for example.
	return (
		!isRejected(translating, description) || isRejected(observer, description)
	);
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
	if (second?.result.notVerified !== undefined) return second;
	return {
		...check,
		refuted: new Map([
			// A deviation of the form refutes only the assumptions at its place, and not what the check is about.
			...[...check.refuted].filter(([id]) => deviating.has(id)),
			...((remainder ?? second)?.refuted ?? []),
		]),
		held: second?.result.passed === true || remainder?.isHeld === true,
	};
}

const indexByDescription = (
	checks: readonly CheckResult[],
): ReadonlyMap<string, CheckResult> =>
	new Map(checks.map((each) => [each.result.description, each]));

/**
 * Finds out in which ways the service deviates: compares the responses of the failed checks with the document, and runs
 * these checks once more with the responses in the documented form, which shows what the first difference had hidden.
 */
export async function explainFailures(
	run: VerificationRun,
): Promise<Explanation> {
	const { contract, observer, checks, headerNames } = run;
	const { observations, renamed } = observer;
	const failed = indexByDescription(
		checks.filter(
			({ result }) =>
				!result.passed &&
				result.notVerified === undefined &&
				result.provenance !== "external",
		),
	);
	if (checks.length === 0)
		return { checks, differences: [], notReached: [], additional: [] };
	const reached = new Map(
		[...failed].filter(([, { result }]) => !result.accessDenied),
	);
	const names = findTranslatable(contract, observer, reached);
	const again =
		names.size > 0 ? await run.runTranslated((each) => names.has(each)) : [];
	const translated = indexByDescription(
		again.filter((each) => isConclusive(run, each)),
	);
	const notReached = [...failed].flatMap(([description, failure]) => {
		const because = (translated.get(description) ?? failure).notReached;
		return because === undefined ? [] : [{ description, because }];
	});
	const { differences, additional, remainders } = collectDifferences({
		contract,
		observations,
		failed,
		passed: new Set(
			checks
				.filter(
					({ result }) => result.passed && result.provenance !== "external",
				)
				.map(({ result }) => result.description),
		),
		translated,
		laterObservations: run.translating.observations,
		reasons: new Map(
			notReached.map(({ description, because }) => [description, because]),
		),
		renamed,
		headerNames,
	});
	const deviating = new Set(differences.flatMap((each) => each.assumptions));
	return {
		differences,
		additional,
		notReached,
		checks: checks.map((check) => {
			const { description } = check.result;
			return applySecondRun(
				check,
				translated.get(description),
				remainders.get(description),
				deviating,
			);
		}),
	};
}
