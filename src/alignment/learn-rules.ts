import { isDeepStrictEqual } from "node:util";
import { isNode } from "../document/node.ts";
import { tryParseJson } from "../values/json.ts";
import { listValues } from "../verification/differences/additional-parts.ts";
import type { Sighting } from "../verification/observed.ts";
import {
	type Change,
	elementAt,
	insertAt,
	joinPointer,
	setKeyword,
} from "./edit.ts";
import { replaceExamples } from "./example-changes.ts";
import { findViolatedKeywords } from "./infer-schema.ts";
import type { Group, Of, Round, Taught } from "./lesson.ts";
import { findInput, findParameterSchema, valuesAt } from "./request-inputs.ts";
import {
	type Element,
	findResponse,
	findSplits,
	lastStep,
	listParts,
	type Place,
	parentOf,
} from "./schema-places.ts";

/**
 * Returns the responses that state a limit for bodies.
 * @param operation defaults to all operations, since a limit holds for all of them
 */
export const findLimits = (
	{ document }: Round,
	keyword: string,
	operation?: string,
): Element[] =>
	document.targets
		.filter(([target]) => target === (operation ?? target))
		.flatMap(([target, responses]) =>
			responses.flatMap(
				([status]) => findResponse(document, target, Number(status)) ?? [],
			),
		)
		.filter(({ node }) => keyword in node);

/**
 * Returns the values that the service has sent or accepted at a place. Leaves out exchanges whose requests were adapted,
 * because their values are those of the document.
 */
const listSeen = (round: Round, place: Place): unknown[] =>
	round.observations.exchanges
		.filter((each) => each.target === place.target && !each.isAgain)
		.flatMap((each) => {
			const { status, body } = each.response;
			if (typeof place.status !== "number")
				return status < 300 ? valuesAt(round, each, place) : [];
			return status === place.status
				? listValues(tryParseJson(`${body}`), place.where)
				: [];
		});

type Rule = Of<"rule">["change"];

/** Returns the elements of the value that a rule is about. */
function findValue(
	round: Round,
	{ operation, where }: Pick<Sighting, "operation" | "where">,
): readonly Element[] {
	const path = where.replace(/^request (query )?/, "");
	const elements = findInput(round, operation, path);
	return elements.length > 0
		? elements
		: findParameterSchema(round, operation, path.replace("$.", ""));
}

/** By type, the keywords that apply only to it. */
const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
	string: ["pattern", "minLength", "maxLength"],
	number: ["minimum", "maximum"],
	array: ["maxItems"],
};

/** Returns the keywords of a new property. Without a type, other values would be valid, too. */
function withType(keywords: Rule["keywords"]): Rule["keywords"] {
	const [type] =
		Object.entries(OF_TYPE).find(([, all]) =>
			all.some((keyword) => keyword in keywords),
		) ?? [];
	return type === undefined ? keywords : { type, ...keywords };
}

/** Adds the rule for a property that the document does not have, if it describes the object around it. */
function addProperty(
	round: Round,
	{ operation, where }: Pick<Sighting, "operation" | "where">,
	{ keywords }: Rule,
): Change[] {
	const path = where.replace("request ", "");
	const [owner] = findInput(round, operation, parentOf(path))
		.flatMap((each) => listParts(round.document.root, each))
		.filter(({ node }) => isNode(node.properties));
	return owner
		? Object.entries(withType(keywords)).map(([keyword, value]) =>
				insertAt(owner.pointer, ["properties", lastStep(path), keyword], value),
			)
		: [];
}

/** Returns the changes of a limit for whole bodies, in the responses to bodies that exceed it. */
const changeLimits = (
	round: Round,
	operation: string,
	{ keywords }: Rule,
): Change[] =>
	Object.entries(keywords).flatMap(([keyword, value]) =>
		findLimits(round, keyword, operation).map(({ pointer }) =>
			setKeyword(pointer, keyword, value),
		),
	);

/** Returns the keywords of a rule that the document does not have yet. */
const listOther = (
	{ document: { root } }: Round,
	{ pointer, at }: Element,
	{ keywords }: Rule,
) =>
	Object.entries(keywords).filter(([keyword, value]) =>
		[pointer, at].every(
			(each) =>
				!isDeepStrictEqual(elementAt(root, each + joinPointer(keyword)), value),
		),
	);

/** Returns the places of an element at which the service shows values that a rule forbids. */
const findContradicting = (
	round: Round,
	{ pointer }: Element,
	{ keywords }: Rule,
): Place[] =>
	(round.places.get(pointer) ?? []).filter((place) =>
		listSeen(round, place).some(
			(value) => findViolatedKeywords(keywords, value).length > 0,
		),
	);

/** Returns the changes after which an element says a rule. */
const writeRule = (
	round: Round,
	{ pointer, at }: Element,
	other: ReturnType<typeof listOther>,
	{ keywords, accepted }: Rule,
): Change[] => [
	// The keywords of a role stand beside it, and not in a schema that others use.
	...other.map(([keyword, value]) =>
		setKeyword(keyword.startsWith("x-") ? at : pointer, keyword, value),
	),
	...replaceExamples(round, round.places.get(pointer) ?? [], (value) =>
		findViolatedKeywords(keywords, value).length > 0 ? accepted : undefined,
	),
];

/** Learns a rule for the value of a request, or for a whole body, that the document lacks. */
export function learnRule(
	round: Round,
	[first]: Group<Of<"rule">>,
): Taught | undefined {
	const { change: rule, operation, where, actual } = first;
	const splits: string[] = [];
	const teach = (changes: readonly Change[]): Taught | undefined =>
		changes.length > 0
			? { kind: "rule", isCertain: true, changes, splits }
			: undefined;
	if (where === "request $") return teach(changeLimits(round, operation, rule));
	const elements = findValue(round, first);
	if (elements.length === 0) return teach(addProperty(round, first, rule));
	const changes: Change[] = [];
	for (const element of elements) {
		const other = listOther(round, element, rule);
		if (other.length === 0) continue;
		const contradicting = findContradicting(round, element, rule);
		const split = findSplits(round, element, (each) =>
			contradicting.includes(each),
		);
		const isOther = "pattern" in rule.keywords && "pattern" in element.node;
		if (isOther || (contradicting.length > 0 && split.length === 0))
			return {
				why: `${operation} ${actual}, but ${isOther ? "the document has another pattern" : "the service shows other values where the document has the same schema"}.`,
				question: `Which values does ${operation} accept at ${where}?`,
			};
		splits.push(...split);
		changes.push(...writeRule(round, element, other, rule));
	}
	return teach(changes);
}
