import { entries, isNode, type Node } from "../document/node.ts";
import { attempt } from "../values/errors.ts";
import { tryParseJson } from "../values/json.ts";
import { readExposition } from "../values/read-exposition.ts";
import type { Sighting } from "../verification/observed.ts";
import { setAt } from "./changes.ts";
import { elementAt, joinPointer } from "./edit.ts";
import {
	joinLessons,
	type Learnt,
	type Lesson,
	type Round,
	summarize,
} from "./lesson.ts";
import { findResponse, follow } from "./schema-places.ts";

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

/** Learns a word of audit records. */
function learnWord(round: Round, sighting: Sighting): Lesson | undefined {
	const expected = tryParseJson(sighting.expected);
	const actual = tryParseJson(sighting.actual);
	const pointers = listAuditWords(round).get(expected) ?? [];
	if (typeof actual !== "string" || typeof expected !== "string")
		return undefined;
	if (pointers.length === 0) return undefined;
	return {
		...{ ...summarize([sighting]), kind: "word", of: 1, isCertain: true },
		...{ from: sighting.expected, to: sighting.actual },
		changes: pointers.map((pointer) => setAt(pointer, actual)),
	};
}

/** Returns the documented families, by the place of their name. */
function listFamilies(response: Node, at: string) {
	const metrics = response["x-metrics"];
	return entries(isNode(metrics) ? metrics : {}).map(([key, family]) => ({
		pointer: `${at}${joinPointer("x-metrics", key, "name")}`,
		name: String(family.name),
		type: String(family.type),
	}));
}

/**
 * Learns the names of metrics. A family is recognized if it is the only one of its type whose name begins or ends
 * with the documented name.
 */
function learnFamilies(
	round: Round,
	sightings: readonly Sighting[],
): { readonly lessons: Lesson[]; readonly explained: Sighting[] } {
	const lessons: Lesson[] = [];
	const explained: Sighting[] = [];
	for (const sighting of sightings) {
		const { target, status, response } = sighting.example;
		const documented = findResponse(round.document, target, status);
		const families = documented
			? listFamilies(documented.node, documented.pointer)
			: [];
		if (sighting.where !== "$" || families.length === 0) continue;
		const types = attempt(() => readExposition(`${response.body}`).types);
		const actual = [...(types ?? [])].filter(
			([name]) => !families.some((each) => each.name === name),
		);
		for (const { pointer, name, type } of families) {
			const [found, ...others] = actual.filter(
				([each, of]) =>
					of === type &&
					(each.endsWith(`_${name}`) || each.startsWith(`${name}_`)),
			);
			if (!found || others.length > 0 || types?.has(name)) continue;
			explained.push(sighting);
			lessons.push({
				...{ ...summarize([sighting]), kind: "metric", of: 1 },
				...{ isCertain: true, from: name, to: found[0] },
				changes: [setAt(pointer, found[0])],
			});
		}
	}
	return { lessons, explained };
}

/** Learns the literal words in the document that behaviors use. */
export function learnLiterals(round: Round): Learnt {
	const sightings = round.observations.sightings.filter(
		({ change, ignored }) => !change && ignored === undefined,
	);
	const families = learnFamilies(round, sightings);
	const words = sightings.map((sighting) => ({
		sighting,
		lesson: learnWord(round, sighting),
	}));
	return {
		lessons: joinLessons([
			...families.lessons,
			...words.flatMap(({ lesson }) => lesson ?? []),
		]),
		undecided: [],
		explained: new Set([
			...families.explained,
			...words.flatMap(({ sighting, lesson }) => (lesson ? [sighting] : [])),
		]),
	};
}
