import { expect, test } from "vitest";
import { describeUnknownName } from "../../../src/values/describe-unknown-name.ts";

test.each([
	[
		"slwo",
		["normal", "slow"],
		' Did you mean "slow"? Available: normal, slow.',
	],
	["other", ["normal", "slow"], " Available: normal, slow."],
	["any", [], " None is available."],
])("the name %s of %j gets the remedy %j", (name, available, remedy) => {
	expect(describeUnknownName("scenario", name, available)).toBe(
		`Unknown scenario "${name}".${remedy}`,
	);
});
