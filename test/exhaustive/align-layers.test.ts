import { expect, test } from "vitest";
import { alignAt } from "../provider/align-service.ts";
import { LAYER_IDS, startLayered } from "../provider/layers.ts";
import {
	listFailures,
	verifyBy,
	verifyMock,
} from "../provider/verify-edited.ts";
import { sample } from "./sample.ts";

test.each(sample(LAYER_IDS))(
	"after align --apply, a service with %s passes, and so does the mock",
	async (id) => {
		await using service = await startLayered(id);
		const { document, report } = await alignAt(service.url);
		expect(report.undecided).toEqual([]);
		expect(report.applied).toBe(report.proposals.length);
		// A property that is ignored has no rules, either.
		expect(report.proposals).not.toContainEqual(
			expect.objectContaining({ kind: "constraint" }),
		);
		expect(listFailures(await verifyBy(service.url, document))).toEqual([]);
		expect(listFailures(await verifyMock(document))).toEqual([]);
	},
	300_000,
);
