import { tryParseJson } from "../../values/try-parse-json.ts";
import { findRefutedAssumptions } from "../blame.ts";
import type { Contract } from "../contract.ts";
import type { CheckResult } from "../judge.ts";
import type { Difference, DifferenceExample } from "../report.ts";
import { compareResponse, type Observation } from "./compare-response.ts";

const REDACTED = "[redacted]";
const MAX_BODY = 2_000;

const readBody = (body: Buffer | string | undefined): unknown => {
	const text = String(body ?? "");
	if (text === "") return null;
	return (
		(text.length <= MAX_BODY ? tryParseJson(text) : undefined) ??
		text.slice(0, MAX_BODY)
	);
};

/** @param headerNames the headers that every request has in addition, whose values may be credentials */
function createExample(
	{ request, response }: Observation,
	headerNames: readonly string[],
): DifferenceExample {
	const { method, path, headers, body } = request;
	return {
		request: {
			method,
			path,
			headers: {
				...headers,
				...Object.fromEntries(headerNames.map((name) => [name, REDACTED])),
			},
			body: readBody(body),
		},
		response: {
			status: response.status,
			headers: {
				...response.headers,
				...("set-cookie" in response.headers && { "set-cookie": REDACTED }),
			},
			body: readBody(response.body),
		},
	};
}

const generalize = (where: string): string =>
	where.replaceAll(/\[\d+\]/g, "[*]");

/** Whether one place is the other, or contains it. */
const overlap = (one: string, other: string): boolean =>
	one === other ||
	one.startsWith(`${other}.`) ||
	one.startsWith(`${other}[`) ||
	other.startsWith(`${one}.`) ||
	other.startsWith(`${one}[`);

/** Whether a request that should be rejected was accepted. */
const isAccepted = ({ status, response }: Observation): boolean =>
	status >= 400 && response.status < 300;

const lengthOf = ({ request: { body = "" } }: Observation): number =>
	body.length;

interface Found
	extends Pick<Difference, "operation" | "where" | "expected" | "actual"> {
	readonly assumptions: Set<string>;
	example: Observation;
	/** The descriptions of the checks that found it, if no deviation of the form explains their failure. */
	readonly checks: string[];
	count: number;
}

/** What the differences are collected from. */
export interface Evidence {
	readonly contract: Contract;
	readonly observations: readonly Observation[];
	/** The failed checks, by description. */
	readonly failed: ReadonlyMap<string, CheckResult>;
	/** Their results when they receive the responses in the documented form. */
	readonly translated: ReadonlyMap<string, CheckResult>;
	readonly isReached: (description: string) => boolean;
	readonly renamed: Map<string, string>;
	readonly headerNames: readonly string[];
}

/** Collects each way in which the service deviates once. */
export function collectDifferences(evidence: Evidence): {
	differences: Difference[];
	additional: string[];
} {
	const { contract, failed, translated, renamed } = evidence;
	// The request of a check that was not reached lacks the values of its provider state.
	const observations = evidence.observations.filter(
		({ check, isArrangement }) => isArrangement || evidence.isReached(check),
	);
	const operationOf = ({ target, check }: Observation): string =>
		contract.operations.some(({ id }) => id === target)
			? target
			: (failed.get(check)?.result.operation ?? check.split(":")[0] ?? "");
	const compared = observations.map((observation) => ({
		observation,
		operation: operationOf(observation),
		...compareResponse(contract.documented, observation, renamed),
	}));

	const found = new Map<string, Found>();
	const add = (
		key: string,
		difference: Omit<Found, "assumptions" | "checks" | "count">,
		assumptions: Iterable<string>,
	): Found => {
		const earlier = found.get(key);
		// The shortest request is the easiest to read.
		if (earlier && lengthOf(difference.example) < lengthOf(earlier.example))
			earlier.example = difference.example;
		const known = earlier ?? {
			...difference,
			assumptions: new Set<string>(),
			checks: [],
			count: 0,
		};
		for (const id of assumptions) known.assumptions.add(id);
		found.set(key, known);
		return known;
	};
	const byCheck = new Map<string, typeof compared>();
	for (const each of compared) {
		const { observation, operation, deviations } = each;
		const { check, status, target } = observation;
		const failure = failed.get(check);
		if (!failure) continue;
		byCheck.set(check, [...(byCheck.get(check) ?? []), each]);
		const subject = { operation: target, status };
		for (const { isFound, implies, ...deviation } of deviations)
			add(
				JSON.stringify([operation, deviation]),
				{ operation, ...deviation, example: observation },
				findRefutedAssumptions(
					contract,
					// Which rule an accepted request breaks is known to its check only.
					isAccepted(observation)
						? { ...subject, assumptions: failure.result.assumptions }
						: subject,
					{ ...deviation, message: "" },
				),
			);
	}
	for (const { operation, deviations } of compared)
		for (const key of new Set(
			deviations.map(({ isFound, implies, ...deviation }) =>
				JSON.stringify([operation, deviation]),
			),
		)) {
			const difference = found.get(key);
			if (difference) difference.count += 1;
		}

	for (const [description, failure] of failed) {
		const { result, refuted } = translated.get(description) ?? failure;
		const own = (byCheck.get(description) ?? []).filter(
			({ observation }) => !observation.isArrangement,
		);
		const { operation } = result;
		const known = own.flatMap(({ deviations }) => deviations);
		const isTranslated = translated.has(description);
		const last = own.at(-1);
		// A response of another form has nothing in common with the expected one.
		if (!last?.isReadable || !evidence.isReached(description)) continue;
		const mismatch = result.mismatches.find(
			({ where }) =>
				!known.some(
					(each) =>
						each.implies?.includes(generalize(where)) ||
						(!(isTranslated && each.isFound) &&
							overlap(generalize(where), each.where)),
				),
		);
		if (!mismatch) continue;
		const { expected, actual } = mismatch;
		const where = generalize(mismatch.where);
		const difference = add(
			JSON.stringify([operation, where, actual === "[]"]),
			{ operation, where, expected, actual, example: last.observation },
			refuted.keys(),
		);
		difference.checks.push(description);
		difference.count += 1;
	}
	return {
		differences: [...found.values()].map(
			({ assumptions, example, checks, ...each }) => ({
				...each,
				assumptions: [...assumptions],
				...(checks.length > 0 && { checks }),
				example: createExample(example, evidence.headerNames),
			}),
		),
		// An error with another status has the properties of another problem.
		additional: listAdditional(
			compared.filter(({ observation }) => observation.status < 400),
		),
	};
}

const listAdditional = (
	compared: readonly { operation: string; additional: readonly string[] }[],
): string[] => [
	...new Set(
		compared.flatMap(({ operation, additional }) =>
			additional.map((where) => `${operation} ${where}`),
		),
	),
];
