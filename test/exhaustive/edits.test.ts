import { expect, test } from "vitest";
import { DIFFERENCES } from "../provider/differences.ts";
import { EDITS } from "../provider/edits.ts";
import {
	listFailures,
	loadEdited,
	verifyMock,
	verifyService,
} from "../provider/verify-edited.ts";
import { isWhole, sample } from "./sample.ts";

/** The differences that a document can say, and that the checks see: without the edit, a service that has one fails. */
const EXCLUDING = [
	...["health-up", "command-200", "receipt-status-queued"],
	...["accepted-at-snake-case", "created-at-snake-case", "zaps-in-data"],
	...["empty-pipeline", "zap-name-empty", "limit-60", "ids-integer"],
	...["times-seconds", "errors-message-only", "invalid-422", "method-404"],
	...["unknown-path-html", "metrics-prefix", "subject-flattened"],
	...["search-case-sensitive", "search-to-inclusive", "encoding-400"],
	...["cursor-offset", "cursor-unchecked"],
];

test.each(sample(DIFFERENCES.map(({ id }) => id)))(
	"with an edit of the document, a service with %s passes, and so does the mock",
	async (id) => {
		const document = await loadEdited([id]);
		expect(listFailures(await verifyService([id], document))).toEqual([]);
		expect(listFailures(await verifyMock(document))).toEqual([]);
	},
	120_000,
);

test.each(sample(EXCLUDING))(
	"with the edit of %s, the ordinary service fails",
	async (id) => {
		const document = await loadEdited([id]);
		expect((await verifyService([], document)).exitCode).toBe(1);
	},
);

/** Draws sets of differences that do not contradict each other; the same for the same seed. */
function drawSets(count: number, size: number, seed: number): string[][] {
	let state = seed;
	const draw = (): number => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
	const all = DIFFERENCES.filter(({ id }) => (EDITS[id] ?? []).length > 0);
	return Array.from({ length: count }, () => {
		const chosen = new Map<string, string>();
		while (chosen.size < size) {
			const found = all[Math.floor(draw() * all.length)];
			if (found && !chosen.has(found.group)) chosen.set(found.group, found.id);
		}
		const ids = new Set(chosen.values());
		return all.map(({ id }) => id).filter((id) => ids.has(id));
	});
}

const [pairs, triples] = isWhole ? [60, 40] : [2, 1];

const sets = [...drawSets(pairs, 2, 7), ...drawSets(triples, 3, 11)];

test.each(sets.map((ids) => ids.join(" and ")))(
	"with the edits of all of them, a service with %s passes, and so does the mock",
	async (ids) => {
		const differences = ids.split(" and ");
		const document = await loadEdited(differences);
		expect(listFailures(await verifyService(differences, document))).toEqual(
			[],
		);
		expect(listFailures(await verifyMock(document))).toEqual([]);
	},
	120_000,
);
