import { tryParseJson } from "../values/json.ts";
import { elementAt, removeKeywords, setAt } from "./edit.ts";

import type { Group, Learn, Round } from "./lesson.ts";
import { follow } from "./schema-places.ts";

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

/** Learns the order of records, which checks number as they create them. */
export const learnOrder: Learn = (
	{ document: { root, operations } },
	[{ operation, expected, actual }],
) => {
	const [numbers = [], seen = []] = [expected, actual].map((each) =>
		/^\[new record [^[]*\]$/.test(each) ? [...each.matchAll(/\d+/g)] : [],
	);
	const plan = operations.find(({ id }) => id === operation);
	const at = plan && follow(root, plan.pointer)?.pointer;
	const isReversed =
		numbers.length > 1 && numbers.toReversed().join() === seen.join();
	if (at === undefined || !isReversed) return undefined;
	const isOldestFirst = plan?.node["x-order"] === "oldest first";
	const [from, to] = ["no x-order", "x-order oldest first"];
	return isOldestFirst
		? {
				...{ kind: "x-order", from: to, to: from },
				changes: [removeKeywords(at, "x-order")],
			}
		: {
				...{ kind: "x-order", from, to },
				changes: [setAt(at, "oldest first", "/x-order")],
			};
};
