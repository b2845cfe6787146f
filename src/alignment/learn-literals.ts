import { readTime } from "../behaviors/forms.ts";
import { tryParseJson, valueAt } from "../values/json.ts";
import type { Sighting } from "../verification/observed.ts";
import { elementAt, joinPointer, removeKeywords, setAt } from "./edit.ts";
import type { Group, Learn, Of, Round } from "./lesson.ts";
import {
	findElements,
	findOperation,
	follow,
	stepsOf,
} from "./schema-places.ts";

const AUDITED = ["action", "subjectType"];

/** Returns the places of the words in `x-audit`, by word. */
function listAuditWords({
	document: { root, operations },
}: Round): ReadonlyMap<unknown, readonly string[]> {
	const words = new Map<unknown, string[]>();
	for (const { pointer } of operations) {
		const at = `${follow(root, pointer)?.pointer}/x-audit`;
		for (const name of AUDITED) {
			const word = elementAt(root, `${at}/${name}`);
			words.set(word, [...(words.get(word) ?? []), `${at}/${name}`]);
		}
	}
	return words;
}

/** Returns the sightings of values that have no other form, each by itself. */
export const listWords = ({ observations: { sightings } }: Round): Group[] =>
	sightings.flatMap((each): Group[] => (each.change ? [] : [[each]]));

/** Returns the places of a text in the examples of an element. */
function listExamples(
	node: unknown,
	text: string,
	pointer: string,
	isExample = false,
): string[] {
	if (isExample && node === text) return [pointer];
	if (typeof node !== "object" || node === null) return [];
	return Object.entries(node).flatMap(([name, each]) =>
		listExamples(
			each,
			text,
			pointer + joinPointer(name),
			isExample || name === "example" || name === "examples",
		),
	);
}

/** Whether a response shows the word, so that a record with another word is another record. */
const isShown = (
	{ observations }: Round,
	{ operation, example: { status } }: Sighting,
	word: string,
): boolean =>
	observations.exchanges.some(
		(each) =>
			each.target === operation &&
			each.status === status &&
			`${each.response.body}`.includes(JSON.stringify(word)),
	);

/** Learns a word of audit records. */
export const learnWord: Learn = (round, [sighting]) => {
	const expected = tryParseJson(sighting.expected);
	const actual = tryParseJson(sighting.actual);
	const words = listAuditWords(round);
	const pointers = words.get(expected) ?? [];
	const at = findOperation(round.document, sighting.operation);
	// A search that ignores its conditions finds the records of other operations.
	return typeof actual === "string" &&
		typeof expected === "string" &&
		!words.has(actual) &&
		pointers.length > 0 &&
		!isShown(round, sighting, expected)
		? {
				kind: "word",
				changes: [
					...pointers,
					...(at ? listExamples(at.node, expected, at.pointer) : []),
				].map((pointer) => setAt(pointer, actual)),
			}
		: undefined;
};

const OLDEST_FIRST = "oldest first";

/**
 * Returns whether the records of all pages are in the order of their times, or in the reverse order; undefined if the
 * pages do not show one order.
 */
function isInOrderOfTime(
	{ document, observations }: Round,
	{ operation, where, example: { status } }: Sighting,
): boolean | undefined {
	const place = { target: operation, status, where: `${where}[*]` };
	const [name] = findElements(document, place).flatMap(({ node }) =>
		Object.entries(Object(node.properties)).flatMap(([each, property]) =>
			/(^|\.)createdAt$/.test(Object(property)["x-role"]) ? [each] : [],
		),
	);
	if (name === undefined) return undefined;
	const steps = observations.exchanges
		.filter((each) => each.target === operation && each.status === status)
		.map(({ response }) =>
			valueAt(tryParseJson(`${response.body}`), ...stepsOf(where)),
		)
		.filter(Array.isArray)
		.flatMap((items) => {
			const times = items.map((each) => readTime(Object(each)[name]));
			return times.slice(1).map((each, index) => each - Number(times[index]));
		})
		.filter((step) => step !== 0);
	if (steps.length === 0) return undefined;
	if (steps.every((step) => step > 0)) return true;
	return steps.every((step) => step < 0) ? false : undefined;
}

/** Whether a page has its new records in reverse order. */
const areReversed = ({ change: { from, to } }: Of<"records">): boolean => {
	const own = from.filter((number) => number > 0);
	return own.length > 1 && `${own.toReversed()}` === `${to}`;
};

/** Learns the order of records. */
export const learnOrder: Learn<Of<"records">> = (round, group) => {
	const [sighting] = group;
	const { pointer: at, node } =
		findOperation(round.document, sighting.operation) ?? {};
	const isOldestFirst = node?.["x-order"] === OLDEST_FIRST;
	const isOther =
		group.some(areReversed) ||
		(Number(sighting.change.from[0]) > 0 &&
			isInOrderOfTime(round, sighting) === !isOldestFirst);
	if (at === undefined || !isOther) return undefined;
	const [from, to] = ["no x-order", `x-order ${OLDEST_FIRST}`];
	return isOldestFirst
		? {
				...{ kind: "x-order", from: to, to: from },
				changes: [removeKeywords(at, "x-order")],
			}
		: {
				...{ kind: "x-order", from, to },
				changes: [setAt(at, OLDEST_FIRST, "/x-order")],
			};
};
