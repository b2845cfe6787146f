import { expect, test } from "vitest";
import { ALL_TOGETHER, DIFFERENCES } from "../provider/differences.ts";
import {
	describeAlone,
	findDifferences,
	isReported,
} from "./describe-alone.ts";

describeAlone(DIFFERENCES.filter((_, index) => index % 2 === 0));

/** JSON hides the names of metrics, and the order hides pages that move. */
const HIDING = ["metrics-json", "zaps-oldest-first"];

test.each([
	["nearly all differences", [], 0.1],
	["the differences that do not hide others", HIDING, 0],
])(
	"reports %s together",
	async (_, without, missing) => {
		const together = ALL_TOGETHER.filter((id) => !without.includes(id));
		const { differences } = await findDifferences(together);
		const missed = DIFFERENCES.filter(({ id }) => together.includes(id))
			.filter(({ reported }) => !isReported(reported, differences))
			.map(({ id }) => id);
		expect(missed.length, missed.join()).toBeLessThanOrEqual(
			together.length * missing,
		);
		// The checks of the search wait for late records.
	},
	120_000,
);
