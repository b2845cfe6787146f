import { expect, test } from "vitest";
import { alignWith } from "../provider/align-service.ts";
import { DIFFERENCES } from "../provider/differences.ts";
import {
	listFailures,
	verifyMock,
	verifyService,
} from "../provider/verify-edited.ts";
import { isWhole } from "./sample.ts";

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

test.each(isWhole ? ids : ["subject-flattened", "total-added"])(
	"after align --apply, a service with %s passes, and so does the mock",
	async (id) => {
		const { document, report, isAsExpected } = await alignWith([id]);
		expect(report.undecided).toEqual([]);
		expect(report.applied).toBe(report.proposals.length);
		expect(listFailures(await verifyService([id], document))).toEqual([]);
		expect(listFailures(await verifyMock(document))).toEqual([]);
		expect(isAsExpected).toBe(!OTHER.includes(id));
	},
	120_000,
);
