import { join } from "node:path";
import { expect, test } from "vitest";
import { recordVerdicts, verify } from "zaps-understudy/verify";
import { initLedger } from "../../src/cli/document-command.ts";
import { summarizeResults } from "../../src/verification/reports/results.ts";
import { startService } from "../provider/server.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { isWhole } from "./sample.ts";

const recorded = "2 of 26 assumptions; all of them are recorded as refuted:";
// In the form, in the behavior, and in a part of the response that the failed check does not need.
const all =
	"subject-flattened search-case-sensitive created-at-snake-case".split(" ");
const OTHERS = isWhole ? all : all.slice(1, 2);

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
	// Up to five verifications, each in two runs.
	120_000,
);
