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

test("of many names, only the nearest are listed, with the command that lists operations", () => {
	const available = Array.from({ length: 40 }, (_, n) => `getItem${n}`);
	expect(describeUnknownName("operation", "getItm7", available)).toMatch(
		/^Unknown operation "getItm7"\. Did you mean "getItem7"\? The nearest of 40 are getItem7, (getItem\d+, ){3}getItem\d+\. `.*document <file> --only <text>` lists those with a text\.$/,
	);
});
