import { join } from "node:path";
import { expect, test } from "vitest";
import { recordVerdicts, verify } from "zaps-understudy/verify";
import { initLedger } from "../../src/cli/ledger-command.ts";
import { summarizeResults } from "../../src/verification/reports/results.ts";
import { ALL_TOGETHER } from "../provider/differences.ts";
import { startService } from "../provider/server.ts";
import { run } from "../support/run.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { CLI } from "../support/understudy.ts";

const recorded = "2 of 26 assumptions; all of them are recorded as refuted:";
// In the form, in the behavior, and in a part of the response that the failed check does not need.
const OTHERS =
	"subject-flattened search-case-sensitive created-at-snake-case".split(" ");

test.each([
	["create-zap-200 cursor-snake-case", "zaps.created, audit.page", OTHERS],
	["command-204", "command.request, command.receipt", []],
])(
	"after %s was recorded, only the refutation of a confirmed assumption fails",
	async (before, known, others) => {
		await using folder = await scratchFolder();
		const ledger = join(folder.path, "ledger.yaml");
		await initLedger(ledger);
		const check = async (...added: readonly string[]) => {
			const differences = [...before.split(" "), ...added];
			await using service = await startService({ differences });
			const only = ["submitCommand", "createZap", "searchAudit"];
			return await verify(service.url, { ledger, only });
		};
		await recordVerdicts(await check(), { ledger });
		const again = await check();
		expect(again.exitCode).toBe(0);
		expect(summarizeResults(again).verdict).toBe(
			`3 of 3 operations exist. The service contradicts ${recorded} ${known}.`,
		);
		for (const other of others)
			expect((await check(other)).exitCode, other).toBe(1);
	},
	// Five verifications, each in two runs.
	120_000,
);

test("the text has at most 40 lines, even if everything differs, and --verbose prints the rest", async () => {
	// Late records would only cost time.
	const differences = ALL_TOGETHER.filter((id) => id !== "audit-delayed");
	await using service = await startService({ differences });
	const args = [CLI, "verify", service.url];
	const brief = await run(process.execPath, args);
	const verbose = await run(process.execPath, [...args, "--verbose"]);
	const [, count = ""] =
		/^ {2}(\d+) differences; fix first:$/m.exec(brief.stdout) ?? [];
	expect(Number(count)).toBeGreaterThan(40);
	// Numbered are the groups of differences that have one cause.
	const listGroups = (text: string) => text.match(/^ {4}\d+\. .*\)$/gm) ?? [];
	const [, more = ""] =
		/and (\d+) more; see --verbose$/m.exec(brief.stdout) ?? [];
	expect(listGroups(brief.stdout)).toHaveLength(11);
	expect(listGroups(verbose.stdout)).toHaveLength(11 + Number(more));
	expect(brief.stdout.split("\n").length).toBeLessThanOrEqual(40);
	const all = Number(/(\d+) differences/.exec(verbose.stdout)?.[1]);
	expect(verbose.stdout.match(/^ {6}(\S.* \| )?curl -i /gm)).toHaveLength(all);
	expect(verbose.stdout).toContain("interactions failed");
	// Two verifications, each in two runs.
}, 120_000);
