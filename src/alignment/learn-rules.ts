import { isDeepStrictEqual } from "node:util";
import { isNode } from "../document/node.ts";
import { tryParseJson } from "../values/json.ts";
import type { Rule, Sighting } from "../verification/observed.ts";
import {
	type Change,
	elementAt,
	insertAt,
	joinPointer,
	removeKeywords,
	setAt,
} from "./edit.ts";
import { expand, replaceExamples } from "./example-changes.ts";
import { findViolatedKeywords } from "./infer-schema.ts";
import type { Learn, Round, Taught } from "./lesson.ts";
import { findInput, findParameterSchema } from "./request-inputs.ts";
import {
	type Element,
	findResponse,
	lastStep,
	listParts,
	parentOf,
	stepsOf,
} from "./schema-places.ts";

/** The change of a keyword of an element. Undefined removes it. */
const setKeyword = (
	pointer: string,
	keyword: string,
	value: unknown,
): Change =>
	value === undefined
		? removeKeywords(pointer, keyword)
		: setAt(pointer, value, joinPointer(keyword));

/** Returns the responses to a too large body, for all operations that share them. */
const findLimits = (
	{ document }: Round,
	operation: string,
	keyword: string,
): Element[] =>
	document.targets
		.filter(([target]) => target === operation)
		.flatMap(([target, responses]) =>
			responses.flatMap(
				([status]) => findResponse(document, target, Number(status)) ?? [],
			),
		)
		.filter(({ node }) => keyword in node);

/**
 * Returns the values that the service has sent or accepted at the places of an element. Leaves out exchanges whose
 * requests were adapted, because their values are those of the document.
 */
function listSeen({ places, observations }: Round, { pointer }: Element) {
	const original = observations.exchanges.filter(({ isAgain }) => !isAgain);
	return (places.get(pointer) ?? []).flatMap(({ target, status, where }) =>
		original
			.filter((each) => each.target === target)
			.flatMap(({ request, response }) => {
				if (status !== "request")
					return response.status === status ? [response.body] : [];
				return response.status < 300 ? [request.body] : [];
			})
			.map((body) => tryParseJson(`${body ?? ""}`))
			.flatMap((body) =>
				expand(body, stepsOf(where)).map((path) => elementAt(body, path)),
			)
			.filter((value) => value !== undefined),
	);
}

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
		findLimits(round, operation, keyword).map(({ pointer }) =>
			setKeyword(pointer, keyword, value),
		),
	);

/** Returns the places of keywords that the document has with other values. */
const listOther = (
	{ document: { root } }: Round,
	{ pointer, at }: Element,
	{ keywords }: Rule,
) =>
	Object.entries(keywords)
		.map(([keyword, value]) => ({
			...{ keyword, value },
			// The keywords of a role stand beside it, and not in a schema that others use.
			owner: keyword.startsWith("x-") ? at : pointer,
		}))
		.filter(
			({ keyword, value, owner }) =>
				!isDeepStrictEqual(
					elementAt(root, owner + joinPointer(keyword)),
					value,
				),
		);

/** Returns why the document cannot say a rule without a contradiction; undefined if it can. */
function findContradiction(
	round: Round,
	elements: readonly Element[],
	{ keywords }: Rule,
): string | undefined {
	if ("pattern" in keywords && elements.some(({ node }) => "pattern" in node))
		return "the document has another pattern";
	const seen = elements.flatMap((each) => listSeen(round, each));
	return seen.some((value) => findViolatedKeywords(keywords, value).length > 0)
		? "the service shows other values where the document has the same schema"
		: undefined;
}

/** Learns a rule for the value of a request, or for a whole body, that the document lacks. */
export const learnRule: Learn = (round, [first]): Taught | undefined => {
	const { rule, operation, where, actual } = first;
	if (!rule) return undefined;
	const teach = (changes: readonly Change[]): Taught | undefined =>
		changes.length > 0 ? { kind: "rule", isCertain: true, changes } : undefined;
	if (where === "request $") return teach(changeLimits(round, operation, rule));
	const elements = findValue(round, first);
	if (elements.length === 0) return teach(addProperty(round, first, rule));
	const other = elements.flatMap((each) => listOther(round, each, rule));
	const contradiction =
		other.length > 0 ? findContradiction(round, elements, rule) : undefined;
	if (contradiction !== undefined)
		return {
			why: `${operation} ${actual}, but ${contradiction}.`,
			question: `Which values does ${operation} accept at ${where}?`,
		};
	const isInvalid = (value: unknown): boolean =>
		findViolatedKeywords(rule.keywords, value).length > 0;
	return teach(
		other.length === 0
			? []
			: [
					...other.map((each) =>
						setKeyword(each.owner, each.keyword, each.value),
					),
					...elements.flatMap(({ pointer }) =>
						replaceExamples(round, pointer, (value) =>
							isInvalid(value) ? rule.accepted : undefined,
						),
					),
				],
	);
};
