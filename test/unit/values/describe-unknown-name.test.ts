import { expect, test } from "vitest";
import { describeUnknownName } from "../../../src/values/describe-unknown-name.ts";

test("of many names, only the nearest are listed, with the command that lists operations", () => {
	const available = Array.from({ length: 40 }, (_, n) => `getItem${n}`);
	expect(describeUnknownName("operation", "getItm7", available)).toMatch(
		/^Unknown operation "getItm7"\. Did you mean "getItem7"\? The nearest of 40 are getItem7, (getItem\d+, ){3}getItem\d+\. `.*document <file> --only <text>` lists those with a text\.$/,
	);
});
