import { expect, test } from "vitest";
import { DIFFERENCES } from "../provider/differences.ts";
import {
	listFailures,
	loadEdited,
	verifyMock,
	verifyService,
} from "../provider/verify-edited.ts";
import { drawSets, isWhole, sample } from "./sample.ts";

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

const [pairs, triples] = isWhole ? [60, 40] : [0, 1];

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
