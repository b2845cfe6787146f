import { valueAt } from "../../values/json.ts";
import type { Contract } from "../contract.ts";
import type { LearntRequests } from "../learning/learn-requests.ts";
import {
	isSamePlace,
	type Place,
	type Repair,
} from "../learning/rejections/repairs.ts";
import type { LearntBody } from "../learning/rules/measure-rules.ts";
import type { RuleKeywords, Sighting } from "../observed.ts";
import type { Observation } from "../observer.ts";
import { describeRepair, locateRule } from "./describe-repair.ts";
import type { Shown } from "./difference-collection.ts";
import {
	describeCondition,
	isOtherName,
	readCondition,
} from "./learnt-conditions.ts";

/** A difference of the accepted requests of an operation from the documented ones. */
export interface LearntDifference
	extends Pick<
		Sighting,
		"operation" | "where" | "expected" | "actual" | "change"
	> {
	readonly example: Shown["example"];
	/** What a report tells, where an alignment learns; both if undefined. */
	readonly only?: "report" | "alignment" | undefined;
	/** Whether it explains why checks are rejected. */
	readonly explains?: boolean;
}

/** Lists the differences in the form of bodies. A report tells one difference for all wrappers. */
function listForms(operation: string, learnt: LearntBody): LearntDifference[] {
	const { repairs, isAccepted, exchange } = learnt;
	const wrapper = repairs.find(({ kind }) => kind === "wrap");
	return repairs.flatMap((each) => {
		const isInner = each.kind === "wrap" && each !== wrapper;
		// Without a value that was left out, nothing shows that the service rejects it.
		const isUnshown = each.kind === "remove" && each.documented === undefined;
		if ((isInner || isUnshown) && !isAccepted) return [];
		// A document has no rule for what an item needs to succeed, if the request is accepted without it.
		const isRule = isAccepted && !("isReplacing" in each);
		const only = isRule ? (isInner || isUnshown) && "alignment" : "report";
		return {
			...{ operation, ...describeRepair(each, learnt), example: exchange },
			...{ only: only || undefined, explains: true },
		};
	});
}

/** Whether the property of a rule has another name in the document, or is wrapped: then the document needs that first. */
const isRenamed = (repairs: readonly Repair[], at: Place): boolean =>
	repairs.some(
		(each) =>
			each.kind === "wrap" ||
			(each.kind === "rename" &&
				isSamePlace([...each.at, each.to], at.slice(0, each.at.length + 1))),
	);

const createRule = (
	keywords: RuleKeywords | undefined,
	accepted?: unknown,
): Sighting["change"] => keywords && { kind: "rule", keywords, accepted };

/** Lists how the accepted requests of the service differ from the documented ones. */
export function listLearnt(
	{ documented }: Contract,
	{ bodies, lists, rules, mediaTypes }: LearntRequests,
): LearntDifference[] {
	return [
		...Array.from(mediaTypes, ([operation, learnt]) => ({
			...{
				operation,
				where: "request header content-type",
				expected: learnt.documented,
			},
			...{ actual: learnt.mediaType, example: learnt.example },
			change: {
				...({ kind: "request type", from: learnt.documented } as const),
				to: learnt.mediaType,
			},
		})),
		...[...lists].flatMap(([operation, { conditions }]) =>
			conditions.filter(isOtherName).map((each): LearntDifference => {
				const { name, example } = each;
				const place = example.request.body === undefined ? "query " : "$.";
				return {
					...{ operation, where: `request ${place}${name}`, expected: name },
					...{ actual: describeCondition(each), example },
					change: readCondition(each),
				};
			}),
		),
		...[...lists].flatMap(([operation, { seen }]) => {
			const items = `$.${documented.pages[operation]?.items ?? ""}`;
			return seen.map(({ where, ...each }): LearntDifference => {
				const change = each.change ?? createRule(each.keywords);
				const only = where !== undefined && change ? undefined : "report";
				return { ...each, operation, where: where ?? items, change, only };
			});
		}),
		...[...rules].flatMap(([operation, measured]) => {
			const { repairs = [], exchange } = bodies.get(operation) ?? {};
			return measured.map(({ at, ...each }): LearntDifference => {
				const accepted = valueAt(exchange?.body, ...at);
				const change = createRule(each.keywords, accepted);
				const only = change && !isRenamed(repairs, at) ? undefined : "report";
				return { operation, where: locateRule(at), ...each, change, only };
			});
		}),
		...[...bodies].flatMap(([operation, body]) => listForms(operation, body)),
	];
}

/** Returns what an alignment learns from the differences of requests. */
export const toSightings = (
	{ documented }: Contract,
	learnt: readonly LearntDifference[],
): Sighting[] =>
	learnt
		.filter(({ only }) => only !== "report")
		.map(({ operation, where, expected, actual, change, example }) => {
			const ofRule = change?.kind === "rule" && actual;
			const of = change?.kind === "wrap" ? change.to : ofRule;
			return {
				...{ operation, where, expected, actual, change },
				...{ explains: [], isOfRequest: true },
				key: JSON.stringify(["request", operation, expected, where, of]),
				assumptions: documented.findRequestAssumptions(operation),
				example: {
					...{ ...example, check: "", target: operation },
					...{ status: example.response.status, isArrangement: true },
				},
			};
		});

/** Returns what a report tells of the differences of requests. */
export function toDifferences(
	{ documented }: Contract,
	learnt: readonly LearntDifference[],
	failed: readonly Omit<Observation, "isArrangement">[],
): Shown[] {
	/** Returns the checks whose valid requests the service rejects. */
	const listRejected = (operation: string): string[] => [
		...new Set(
			failed.flatMap(({ check, target, status, response }) =>
				target === operation && status < 400 && response.status >= 400
					? [check]
					: [],
			),
		),
	];
	return learnt
		.filter(({ only }) => only !== "alignment")
		.map(({ operation, where, expected, actual, example, explains }) => ({
			...{ operation, where, expected, actual, count: 1, example },
			explains: explains ? listRejected(operation) : [],
			assumptions: documented.findRequestAssumptions(operation),
		}));
}
