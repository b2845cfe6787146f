import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { formatDifferences } from "../../../src/cli/verify/format-differences.ts";
import { createVerification } from "../../contracts/verification/create-verification.ts";

test("cuts long values between characters, also if no line is cut", () => {
	const difference = {
		...{ operation: "createZap", where: "$.name", assumptions: [], count: 1 },
		...{ expected: `"${"😀".repeat(200)}"`, actual: `"${"?".repeat(200)}"` },
		explains: [],
		example: {
			request: { method: "POST", path: "/v1/zaps", headers: {}, body: {} },
			response: { status: 201, headers: {}, body: {} },
		},
	};
	const verification = createVerification({
		report: { differences: [difference] },
	});
	const [, title, values] = formatDifferences(
		verification,
		Infinity,
		false,
	).map((line) => stripVTControlCharacters(line)); // Colors depend on the terminal.
	expect(title).toContain(`not "${"😀".repeat(58)}… (1)`);
	expect(values).toContain(`"${"😀".repeat(59)}…  actual`);
	expect(values).toContain(`"${"?".repeat(118)}…`);
});
