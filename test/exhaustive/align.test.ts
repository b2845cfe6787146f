import { expect, test } from "vitest";
import { alignWith } from "../provider/align-service.ts";
import { DIFFERENCES } from "../provider/differences.ts";
import {
	listFailures,
	verifyMock,
	verifyService,
} from "../provider/verify-edited.ts";
import { drawSets, isWhole } from "./sample.ts";

/** The differences after which the document says something else than the edits of a person. */
const OTHER: readonly string[] = [
	// No check shows that the cursors of the search count records, too.
	"cursor-offset",
	// The items of the metrics are described, too.
	"metrics-json",
	// The form of an id of requests is described, too.
	"errors-in-meta",
	// Errors may still list what is wrong, where other responses do.
	"encoding-400",
];

const ids = DIFFERENCES.map(({ id }) => id);

test.each(isWhole ? ids : ["subject-flattened"])(
	"after align --apply, a service with %s passes, and so does the mock",
	async (id) => {
		const { document, report, isAsExpected } = await alignWith([id]);
		expect(report.undecided).toEqual([]);
		expect(report.applied).toBe(report.proposals.length);
		expect(listFailures(await verifyService([id], document))).toEqual([]);
		expect(listFailures(await verifyMock(document))).toEqual([]);
		expect(isAsExpected).toBe(!OTHER.includes(id));
	},
	// A late record is looked for with several delays.
	300_000,
);

/** Pairs of which a question or a failed check is left. */
const LEFT: readonly string[] = [];

test.each(
	drawSets(50, 2, 28)
		.map((ids) => ids.join(" and "))
		.filter((pair) => !LEFT.includes(pair))
		.slice(0, isWhole ? 50 : 1),
)(
	"after align --apply, a service with both %s passes, and so does the mock",
	async (pair) => {
		const ids = pair.split(" and ");
		const { document, report } = await alignWith(ids);
		expect(report.undecided).toEqual([]);
		expect(listFailures(await verifyService(ids, document))).toEqual([]);
		expect(listFailures(await verifyMock(document))).toEqual([]);
	},
	300_000,
);
