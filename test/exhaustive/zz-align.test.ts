import { appendFileSync } from "node:fs";
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
	// A property that the document does not name is allowed.
	"errors-in-meta",
	// Errors may still list what is wrong, where other responses do.
	"encoding-400",
];

const ids = DIFFERENCES.map(({ id }) => id);

test.each(isWhole ? ids : ["subject-flattened", "total-added"])(
	"after align --apply, a service with %s passes, and so does the mock",
	async (id) => {
		const { document, report, isAsExpected } = await alignWith([id]);
		appendFileSync("/tmp/align/final.txt", `${id} ${report.proposals.length} ${report.undecided.length} ${isAsExpected}\n`);
	expect(report.undecided).toEqual([]);
		expect(report.applied).toBe(report.proposals.length);
		expect(listFailures(await verifyService([id], document))).toEqual([]);
		expect(listFailures(await verifyMock(document))).toEqual([]);
		expect(isAsExpected).toBe(!OTHER.includes(id));
	},
	120_000,
);
