import {
	type BlamedDeviation,
	listInput,
} from "../../document/judgment/judge-response.ts";
import { isObject, tryParseJson } from "../../values/json.ts";
import { differsInStyle } from "../differs-in-style.ts";
import { ACCESS_STATUSES } from "../judge.ts";
import type { ComparedObservation, Sighting } from "../observed.ts";
import type { Evidence } from "./difference-collection.ts";
import type { Remainder } from "./other-mismatches.ts";

const isOfSameClass = (one: number, other: number): boolean =>
	Math.floor(one / 100) === Math.floor(other / 100);

/**
 * Returns the deviations that no check failed for, or whose check was not reached. Only deviations that do not depend
 * on the reason for the response are returned.
 */
export function selectOverlooked(
	{ contract: { documented }, reasons }: Evidence,
	example: ComparedObservation,
): readonly BlamedDeviation[] {
	const { target, check, request, response, status, deviations } = example;
	if (!example.isVerified || !isOfSameClass(status, response.status)) return [];
	if (ACCESS_STATUSES.includes(response.status)) return [];
	const violation = documented.findResponseViolation(
		...([target, request.method, response] as const),
	);
	if (violation === undefined) return [];
	if (response.status < 300 || response.status === status) return deviations;
	if (!reasons.has(check)) return [];
	return deviations.filter(({ where }) => where !== "status");
}

/**
 * Compares unexpected successes and rejections with the documented form of a success or a rejection. This form does
 * not depend on the request.
 */
export const compareUnexpected = (
	{ contract: { documented, operations }, observer }: Evidence,
	compared: readonly ComparedObservation[],
): ComparedObservation[] =>
	compared.flatMap((example) => {
		const { target, response } = example;
		const { status } = response;
		const isSuccess = status >= 200 && status < 300;
		if (isOfSameClass(example.status, status)) return [];
		if (!isSuccess && (status < 400 || status >= 500)) return [];
		const operation = operations.find(({ id }) => id === target);
		const isListed = documented.findResponse(target, status) !== undefined;
		const own = isListed ? status : isSuccess && operation?.success;
		if (!operation || !own) return [];
		const other = { ...example, status: own };
		const judgment = observer.compare(other);
		const deviations = judgment.deviations.filter(
			({ where, isFound }) =>
				where !== "status" &&
				// The values may come from the invalid request.
				(!isSuccess || isFound || where === "$" || where.startsWith("header ")),
		);
		return [{ ...other, ...judgment, deviations }];
	});

/** Returns the text that a body has as the value of a property, in whatever object. */
function findSent(value: unknown, name: string): string | undefined {
	if (!isObject(value)) return undefined;
	const own = value[name];
	if (typeof own === "string") return own;
	return Object.values(value)
		.map((each) => findSent(each, name))
		.find((each) => each !== undefined);
}

/**
 * Returns the request without properties that were not sent, because the service does not accept them. If it takes
 * other words under another name, the property has this word.
 */
function dropUnsent(
	{ request, adapted }: ComparedObservation,
	findName: (name: string) => string | undefined,
) {
	const body = tryParseJson(`${request.body ?? ""}`);
	if (!adapted || !isObject(body)) return request;
	const sent = `${adapted.body ?? ""}`;
	const kept = Object.entries(body).flatMap(([name, value]) => {
		// The items may have other names in them.
		if (Array.isArray(value) || sent.includes(JSON.stringify(value)))
			return [[name, value]];
		const other = findName(name);
		const word = other && findSent(tryParseJson(sent), other);
		return word === undefined ? [] : [[name, word]];
	});
	return { ...request, body: JSON.stringify(Object.fromEntries(kept)) };
}

/** Returns the exchange with its response in the documented form. */
const translate = (
	original: ComparedObservation,
	{ sentNames }: Partial<Pick<Evidence, "sentNames">>,
) => {
	const { response, documentedForm, target } = original;
	const body = documentedForm?.body;
	const findName = (name: string) => sentNames?.get(`${target} ${name}`);
	return {
		...{ original, target, request: dropUnsent(original, findName) },
		response:
			body === undefined ? response : { ...response, body: Buffer.from(body) },
	};
};

/** Returns the differences that the successful responses of a run show together. */
export const listFindings = (
	evidence: Pick<Evidence, "contract"> & Partial<Pick<Evidence, "sentNames">>,
	compared: readonly ComparedObservation[],
): Sighting[] => {
	const succeeded = compared.filter(
		({ isVerified, response: { status } }) =>
			isVerified && status >= 200 && status < 300,
	);
	const isForeign = differsInStyle(compared, (each) => each);
	const found = evidence.contract.findInExchanges(
		succeeded.map((each) => translate(each, evidence)),
	);
	const isTold = ({ isAllowed = false }: { isAllowed?: boolean }): boolean =>
		!isAllowed || isForeign;
	return found.filter(isTold).map(({ exchange: { original }, ...finding }) => {
		const { where, expected, actual, change } = finding;
		const { operation } = original;
		// A failed check may have found the same difference. Then it has the same key.
		const isWhole = where === "$";
		const kind = change?.kind === "ignored" ? actual : isWhole && expected;
		return {
			...{ ...finding, operation, example: original, explains: [] },
			key: JSON.stringify([operation, where, kind]),
		};
	});
};

/** Whether a list lacks records because the request searches for a value that the service writes in another way. */
function isSearched(found: Sighting, { where, example }: Sighting): boolean {
	const value = tryParseJson(found.expected);
	return (
		typeof value === "string" &&
		found.where.startsWith(`${where}[`) &&
		listInput(example.request).some(
			([, sent]) => `${sent}`.toLowerCase() === value.toLowerCase(),
		)
	);
}

/** Whether a difference follows from a finding. */
function follows(sighting: Sighting, found: Sighting): boolean {
	const { operation, about, actual, check, where, example } = sighting;
	const { change } = found;
	if (![operation, example.target].includes(found.operation)) return false;
	// A check that compares a whole text finds all differences in it.
	if (change?.kind !== "ignored")
		return (
			check !== undefined &&
			(where === found.where
				? sighting.expected.includes(`${found.expected}\n`) ||
					(sighting.expected === found.expected && actual === found.actual)
				: isSearched(found, sighting))
		);
	// If the service ignores a value, it does not validate it, either.
	if (about !== undefined)
		return actual.startsWith("2") && about.split(/[ /]/).at(-1) === change.name;
	const isOfBody = check !== undefined && where.startsWith("$");
	return (
		isOfBody &&
		listInput(example.request).some(([name]) => name === change.name)
	);
}

/**
 * Joins findings with the differences that follow from them. They come after other deviations of the form, and before
 * the differences of checks.
 */
export function applyFindings(
	findings: readonly Sighting[],
	forms: readonly Sighting[],
	others: readonly Sighting[],
): Sighting[] {
	const join = (sighting: Sighting): Sighting => {
		const cause = findings.find((each) => follows(sighting, each));
		if (!cause) return sighting;
		const { check, about: _, ...parts } = sighting;
		const { operation, key, example, assumptions } = cause;
		// If the records are wrong, the response tells nothing about other assumptions.
		const isRefuted = (id: string): boolean =>
			check === undefined || assumptions.includes(id);
		return {
			...{ ...parts, operation, key, example },
			assumptions: parts.assumptions.filter(isRefuted),
		};
	};
	const keys = new Set(findings.map(({ key }) => key));
	const joined = forms.map(join);
	return [
		...joined.filter(({ key }) => !keys.has(key)),
		...findings,
		...joined.filter(({ key }) => keys.has(key)),
		...others.map(join),
	];
}

/**
 * Limits the refuted assumptions of checks to those of the findings, if everything that the checks found follows from
 * findings.
 */
export function limitRemainders(
	remainders: ReadonlyMap<string, Remainder>,
	findings: readonly Sighting[],
	others: readonly Sighting[],
): ReadonlyMap<string, Remainder> {
	const limit = (check: string, remainder: Remainder): Remainder => {
		const causes = others
			.filter((each) => each.check === check)
			.map((each) => findings.find((found) => follows(each, found)));
		const known = causes.flatMap((cause) => cause?.assumptions ?? []);
		const isExplained = causes.length > 0 && causes.every(Boolean);
		const refuted = [...remainder.refuted].filter(([id]) => known.includes(id));
		return isExplained
			? { ...remainder, refuted: new Map(refuted) }
			: remainder;
	};
	return new Map(
		Array.from(remainders, ([check, each]) => [check, limit(check, each)]),
	);
}
