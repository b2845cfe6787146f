import { expect, test } from "vitest";
import { alignWith } from "../provider/align-service.ts";
import { DIFFERENCES } from "../provider/differences.ts";
import {
	listFailures,
	verifyMock,
	verifyService,
} from "../provider/verify-service.ts";
import { drawPairs, isWhole } from "./sample.ts";

/** Some differences that checks see if a document has them: a service without them fails. */
const EXCLUDING = [
	...["created-at-snake-case", "ids-integer", "limit-60", "subject-flattened"],
];

const ids = DIFFERENCES.map(({ id }) => id);

test.each(isWhole ? ids : ["subject-flattened"])(
	"after align --apply, a service with %s passes, and so does the mock",
	async (id) => {
		const { document, report } = await alignWith([id]);
		expect(report.undecided).toEqual([]);
		expect(report.applied).toBe(report.proposals.length);
		expect(listFailures(await verifyService([id], document))).toEqual([]);
		expect(listFailures(await verifyMock(document))).toEqual([]);
		if (EXCLUDING.includes(id))
			expect((await verifyService([], document)).exitCode).toBe(1);
	},
	// A late record is looked for with several delays.
	300_000,
);

test.each(drawPairs(isWhole ? 50 : 1, 28).map((ids) => ids.join(" and ")))(
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
