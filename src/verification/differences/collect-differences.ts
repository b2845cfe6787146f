import { findRefutedAssumptions } from "../../document/judgment/blame.ts";
import type { Deviation } from "../../document/judgment/comparison.ts";
import { tryParseJson } from "../../values/json.ts";
import { listAllValues } from "../../values/list-all-values.ts";
import type { Contract } from "../contract.ts";
import { differsInStyle } from "../differs-in-style.ts";
import type { CheckResult } from "../judge.ts";
import type { ComparedObservation, Observed, Sighting } from "../observed.ts";
import type { Observation } from "../observer.ts";
import { findOperationId } from "../operations.ts";
import type { VerificationReport } from "../report.ts";
import {
	type Evidence,
	mergeSightings,
	withExamples,
} from "./difference-collection.ts";
import {
	applyFindings,
	compareUnexpected,
	limitRemainders,
	listFindings,
	selectOverlooked,
} from "./findings.ts";
import { limitMissing, limitPages } from "./limit-missing.ts";
import {
	findRemainders,
	listOtherMismatches,
	type Remainder,
} from "./other-mismatches.ts";
import { createListJoiner } from "./rejection-forms.ts";
import { listUnnamed } from "./unnamed.ts";

/** The status of a request whose media type is the reason. */
const UNSUPPORTED = 415;
const CONFLICT = 409;

/** Headers that any server, framework or proxy may send, and headers of the mock. */
const USUAL =
	/^(date|server|connection|keep-alive|transfer-encoding|content-.+|cache-control|expires|etag|last-modified|vary|via|age|access-control-.+|strict-transport-security|x-powered-by|x-content-type-options|x-frame-options|mock-.+)$/;

/** Returns the headers of a successful response that are not in the document, as `header <name>`. */
function listUndeclaredHeaders(
	{ documented }: Contract,
	{ target, status, response }: Observation,
): string[] {
	if (response.status >= 400) return [];
	const { headers: declared = {} } =
		documented.findResponseAssumptions(target, status) ?? {};
	return Object.keys(response.headers)
		.filter((name) => !(name in declared) && !USUAL.test(name))
		.map((name) => `header ${name}`);
}

function compareAll(
	{ contract: { operations }, observer, passed, failed }: Evidence,
	observations: readonly Observation[],
): ComparedObservation[] {
	const verified = new Set(
		[...passed.keys(), ...failed.keys()].map((each) =>
			findOperationId(each, operations),
		),
	);
	const operationOf = ({ target, check }: Observation): string =>
		operations.some(({ id }) => id === target)
			? target
			: findOperationId(check, operations);
	return observations.map((observation) => {
		const operation = operationOf(observation);
		const isVerified = verified.has(operation);
		return {
			...{ ...observation, ...observer.compare(observation) },
			...{ operation, isVerified },
		};
	});
}

/** Returns the subject of a deviation in the response. */
function findSubject(
	{ target, status, request, response, isArrangement }: Observation,
	failure: CheckResult | undefined,
): Parameters<typeof findRefutedAssumptions>[1] {
	const isRejected = status < 400 && response.status >= 400 && !isArrangement;
	const isAccepted = status >= 400 && response.status !== status;
	// Only the check knows which rule a request violates, and the subject of a HEAD request.
	const isOfCheck = isAccepted || isRejected || request.method === "HEAD";
	return {
		operation: target,
		status,
		...(failure && isOfCheck && { assumptions: failure.assumptions }),
	};
}

/** Returns the same text for all sightings of a difference. */
export const keyOfDeviation = (
	operation: string,
	{ where, expected, actual, about, change }: Deviation,
): string => {
	const [status] = expected.split(", since ");
	// Errors of several statuses may have the same form instead of the documented ones.
	if (change?.kind === "other object")
		return JSON.stringify([operation, where, actual]);
	return JSON.stringify(
		about === undefined
			? [operation, where, expected, actual]
			: [operation, where, status, about, actual],
	);
};

/** Checks send texts of such a length only to exceed a maximum. */
const LONG = 100;

/** Returns a function that tells whether a text in a response is as long as those that the service should have rejected. */
function createLengthCheck({ observer, translating }: Evidence) {
	const lengths = [...observer.observations, ...translating.observations]
		.filter(({ status, response }) => status >= 400 && response.status < 300)
		.flatMap(({ request }) => [
			...listAllValues(tryParseJson(`${request.body ?? ""}`)),
		])
		.flatMap((each) => (typeof each === "string" ? each.length : []))
		.filter((length) => length > LONG);
	const min = Math.min(...lengths);
	return ({ seen }: Pick<Deviation, "seen">): boolean =>
		`${tryParseJson(seen ?? "")}`.length >= min;
}

const keyOfRequest = ({ target, request }: Observation): string =>
	`${target} ${request.path} ${request.body ?? ""}`;

/** Returns a function that tells whether an invalid request has a conflict with a record that it created before. */
function createConflictCheck({ observer, translating }: Evidence) {
	const accepted = new Set(
		[...observer.observations, ...translating.observations]
			.filter(({ response }) => response.status < 300)
			.map(keyOfRequest),
	);
	return (example: Observation, { where }: Deviation): boolean =>
		where === "status" &&
		example.status >= 400 &&
		example.response.status === CONFLICT &&
		accepted.has(keyOfRequest(example));
}

/** Returns the deviations of the form, including parts of responses that no check compares. */
function listDeviations(
	evidence: Evidence,
	compared: readonly ComparedObservation[],
): Sighting[] {
	const { contract, failed, reasons } = evidence;
	/** Returns the checks that failed because of the observation. Checks with the same state set it up once. */
	const listFailed = ({ check, isArrangement }: Observation): string[] => {
		const because = reasons.get(check);
		if (because === undefined) return isArrangement ? [] : [check];
		return [...reasons.keys()].filter((each) => reasons.get(each) === because);
	};
	const isTooLong = createLengthCheck(evidence);
	const isConflict = createConflictCheck(evidence);
	return compared.flatMap((example) => {
		const { operation, check, isArrangement } = example;
		// If a check was not reached, its request lacks the values of its provider state.
		const isJudged = isArrangement || !reasons.has(check);
		const failure = isJudged ? failed.get(check) : undefined;
		const deviations = (
			failure ? example.deviations : selectOverlooked(evidence, example)
		).filter((each) => !isTooLong(each) && !isConflict(example, each));
		const subject = findSubject(example, failure);
		const explains = failure ? listFailed(example) : [];
		return deviations.map((deviation) => {
			const { where, expected, actual, about, seen, isFound } = deviation;
			const { change, violation } = deviation;
			const refuted = findRefutedAssumptions(
				contract.documented,
				subject,
				deviation,
			);
			return {
				...{
					key: keyOfDeviation(operation, deviation),
					operation,
					where,
					expected,
				},
				...{ actual, about, seen, change, violation, example, explains },
				// Another name tells nothing about the values.
				assumptions: isFound ? refuted.slice(0, 1) : refuted,
			};
		});
	});
}

/** Returns the deviations of the form, with the number of responses for each. */
function findForms(
	evidence: Evidence,
	seen: readonly ComparedObservation[],
	join: (seen: ComparedObservation) => ComparedObservation,
) {
	const compared = seen.map(join);
	const unexpected = compareUnexpected(evidence, seen).map(join);
	const sightings = [
		...listDeviations(evidence, compared),
		// The status is the reason why the check fails.
		...listDeviations({ ...evidence, failed: new Map() }, unexpected),
	];
	const responses = [...compared, ...unexpected].map(
		({ operation, deviations }) =>
			new Set(deviations.map((each) => keyOfDeviation(operation, each))),
	);
	return { sightings, responses };
}

/** Collects each deviation of the service once, and the properties and headers that the document lacks. */
export function collectDifferences(evidence: Evidence): Pick<
	VerificationReport,
	"differences" | "additional"
> & {
	/** By description, the findings of failed checks that no deviation of the form explains. */
	readonly remainders: ReadonlyMap<string, Remainder>;
} & Observed {
	const { surface, observer, translating, own, contract } = evidence;
	// If the service accepts requests only in another form, the second run shows the other deviations.
	const learnt = new Set(
		translating.observations
			.filter((each) => each.adapted)
			.map(({ target }) => target),
	);
	const isLearnt = learnt.size > 0;
	// The service rejects the others because of their form, not because of their violation.
	const isForForm = ({ target, status, response }: Observation): boolean =>
		learnt.has(target) &&
		status >= 400 &&
		response.status >= 400 &&
		response.status !== UNSUPPORTED;
	const { pages } = contract.documented;
	const asked = new Set(
		translating.observations
			.filter(({ adapted, target }) => adapted && target in pages)
			.map(({ check, target }) => `${target} ${check}`),
	);
	// The service ignores the documented conditions, so only requests with the learnt conditions are evidence.
	const isIgnored = ({ check, target }: Observation): boolean =>
		asked.has(`${target} ${check}`);
	const ofChecks = observer.observations.filter(
		(each) => own.has(each.check) && !isForForm(each) && !isIgnored(each),
	);
	const again = isLearnt
		? translating.observations.map((each) => ({ ...each, isAgain: true }))
		: [];
	const compared = compareAll(evidence, [...surface, ...ofChecks, ...again]);
	// A repeated request may be rejected because of data from the first one.
	const repeated = translating.observations.filter(
		({ response }) => !isLearnt && response.status < 300,
	);
	const later = compareAll(evidence, repeated);
	const remainders = findRemainders(evidence, compared);
	const join = createListJoiner([...compared, ...later]);
	const first = findForms(evidence, compared, join);
	const known = new Set(first.sightings.map(({ key }) => key));
	const isNew = (key: string): boolean => !known.has(key);
	const second = findForms({ ...evidence, failed: new Map() }, later, join);
	const additional = compared
		// An error with another status is another problem, with other properties.
		.filter(({ status }) => status < 400)
		.flatMap((each) =>
			[...each.additional, ...listUndeclaredHeaders(contract, each)].map(
				(where) => `${each.operation} ${where}`,
			),
		);
	const forms = [
		...first.sightings,
		...second.sightings.filter(({ key }) => isNew(key)),
	];
	const others = listOtherMismatches(evidence, remainders);
	const findings = listFindings(evidence, [...compared, ...later]);
	const sightings = applyFindings(findings, forms, others);
	const unnamed = differsInStyle(compared, (each) => each)
		? listUnnamed(
				...([evidence, [...compared, ...later], sightings] as const),
				compareAll(evidence, evidence.accepted),
			)
		: [];
	const merged = mergeSightings(
		sightings,
		[
			...first.responses,
			...second.responses.map((keys) => new Set([...keys].filter(isNew))),
			...findings.map(({ key }) => new Set([key])),
		],
		evidence.headerNames,
	);
	return {
		sightings,
		exchanges: [...compared, ...later],
		differences: [
			...limitMissing(
				limitPages(merged),
				[
					...compared,
					...evidence.learnt.map(({ target, response }) => ({
						...{ operation: target, response },
					})),
				],
				(target, status, name) => {
					const { schema } =
						contract.documented.findResponse(target, status) ?? {};
					return schema !== undefined && !schema.required?.includes(name);
				},
			),
			...withExamples(unnamed, evidence.headerNames),
		],
		additional: [...new Set(additional)],
		remainders: limitRemainders(remainders, findings, others),
	};
}
