import { entries, isNode, type Node } from "../document/node.ts";
import { attempt } from "../values/errors.ts";
import { tryParseJson } from "../values/json.ts";
import { readExposition } from "../values/read-exposition.ts";
import { setAt } from "./changes.ts";
import { elementAt, joinPointer } from "./edit.ts";
import type { Group, Learn, Round } from "./lesson.ts";
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

/** Returns the sightings that concern no form, each by itself. */
export const listSingle = ({ observations: { sightings } }: Round): Group[] =>
	sightings.flatMap((each): Group[] =>
		!each.change && each.ignored === undefined ? [[each]] : [],
	);

/** Learns a word of audit records. */
export const learnWord: Learn = (round, [sighting]) => {
	const expected = tryParseJson(sighting.expected);
	const actual = tryParseJson(sighting.actual);
	const pointers = listAuditWords(round).get(expected) ?? [];
	return typeof actual === "string" &&
		typeof expected === "string" &&
		pointers.length > 0
		? {
				kind: "word",
				changes: pointers.map((pointer) => setAt(pointer, actual)),
			}
		: undefined;
};

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
export const learnFamilies: Learn = (round, [{ example, where }]) => {
	const { target, status, response } = example;
	const documented = findResponse(round.document, target, status);
	if (where !== "$" || !documented) return undefined;
	const families = listFamilies(documented.node, documented.pointer);
	const types = attempt(() => readExposition(`${response.body}`).types);
	const actual = [...(types ?? [])].filter(
		([name]) => !families.some((each) => each.name === name),
	);
	const renamed = families.flatMap(({ pointer, name, type }) => {
		const [found, ...others] = actual.filter(
			([each, of]) =>
				of === type &&
				(each.endsWith(`_${name}`) || each.startsWith(`${name}_`)),
		);
		if (!found || others.length > 0 || types?.has(name)) return [];
		const changes = [setAt(pointer, found[0])];
		return [{ kind: "metric", from: name, to: found[0], changes }];
	});
	return renamed.length > 0 ? renamed : undefined;
};
