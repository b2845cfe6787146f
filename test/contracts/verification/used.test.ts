import { describe, expect, test } from "vitest";
import { nextStep } from "../../../src/cli/verify/next-step.ts";
import { readUsed } from "../../../src/cli/verify/run-verification.ts";
import { verify } from "../../../src/entries/verify.ts";
import { isBroken } from "../../../src/verification/binding.ts";
import type { SuiteUse } from "../../../src/verification/report.ts";
import { summarizeResults } from "../../../src/verification/reports/results.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import {
	assumption,
	createResults,
	createVerification,
} from "./create-verification.ts";

const use = (...ids: readonly string[]): SuiteUse => ({
	tests: 48,
	exchanges: 90,
	assumptions: ids.map((id) => ({ id })),
});
const report = {
	...createVerification().report,
	assumptions: [
		assumption("a.refuted", "refuted"),
		assumption("b.refuted", "refuted"),
		assumption("c.held", "held"),
		assumption("d.untested", "untested"),
	],
};

describe("the assumptions that a suite depends on", () => {
	const none = "This service refutes none of them.";
	const depends = "Your 48 tests depend on";

	test.each([
		[
			use("a.refuted", "b.refuted", "c.held"),
			`${depends} 3 assumptions. This service refutes 2: a.refuted, b.refuted.`,
		],
		[
			use("c.held", "d.untested"),
			`${depends} 2 assumptions. ${none} Untested: d.untested.`,
		],
		[
			{ ...use("c.held"), tests: 0, exchanges: 1 },
			`Your 1 exchange depends on 1 assumption. ${none}`,
		],
		[
			use("c.held"),
			`${depends} 1 assumption. ${none} Failed: the service refutes 1 confirmed assumption.`,
			["b.refuted"],
		],
		[
			use("a.refuted", "b.refuted"),
			`${depends} 2 assumptions. This service refutes 2: a.refuted, b.refuted. The ledger already records as refuted: b.refuted.`,
			[],
			["b.refuted"],
		],
	])(
		"are binding and lead the verdict: %j %s",
		(used, verdict, confirmed: string[] = [], refuted: string[] = []) => {
			const fails = /refutes \d/.test(verdict);
			const exitCode = fails ? 1 : 0;
			const verification = createVerification({
				...{ confirmed, used, report, refuted, exitCode },
			});
			expect(isBroken(verification)).toBe(fails);
			expect(summarizeResults(verification).verdict).toBe(verdict);
		},
	);

	test("are not confirmed by that, so the next step does not say so", () => {
		const used = use("a.refuted");
		const results = createResults({ exitCode: 1, used, report });
		expect(nextStep(results)).toBe(
			"Fix the service, or change the parts of your OpenAPI document that depend on a.refuted (`npx zaps-understudy init` writes a copy to change, see docs/document.md).",
		);
		expect(nextStep(results, { isOwn: true })).toContain(
			"(`npx zaps-understudy align` proposes edits, see docs/align.md)",
		);
	});

	test("must be known", async () => {
		await expect(
			verify("http://127.0.0.1:1", { used: use("zap.gone") }),
		).rejects.toThrow(
			'Unknown assumption "zap.gone" in --used. Run the tests again',
		);
	});
});

test.each([
	["{", "JSON"],
	["[]", "the file must be an object"],
	['{"tests":-1,"exchanges":1,"assumptions":[]}', "/tests must be at least 0"],
	[
		'{"tests":1,"exchanges":1,"assumptions":["a"]}',
		"/assumptions/0 must be an object",
	],
	[
		'{"tests":0,"exchanges":0,"assumptions":[]}',
		"used.json names no assumption: run the whole test suite with",
	],
])("the file %s is not what the reporter writes: %s", async (text, reason) => {
	await using folder = await scratchFolder();
	const file = await folder.file("used.json", text);
	await expect(readUsed(file)).rejects.toThrow(reason);
	await expect(readUsed(`${file}.gone`)).rejects.toThrow(
		/^Invalid used assumptions in .*: ENOENT.* Pass the file that zaps-understudy\/vitest\/reporter writes with the option json\.$/,
	);
});
