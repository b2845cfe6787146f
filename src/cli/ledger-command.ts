import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Command } from "commander";
import { DEFAULT_LEDGER } from "../config/project-files.ts";
import { commandLine } from "../values/command-line.ts";
import { errorMessage, hasCode } from "../values/errors.ts";
import { formatExamples } from "./options/add-options.ts";
import { UsageError } from "./options/usage-error.ts";

/**
 * Writes a ledger, and returns what to do with it.
 * @throws UsageError if the file exists or cannot be written
 */
export async function initLedger(file: string): Promise<string> {
	// Imported here, because they are slow to load, and other commands do not need them.
	const [{ ledger }, { formatLedger }] = await Promise.all([
		import("../service/shipped-service.ts"),
		import("../verification/ledger/record-verdicts.ts"),
	]);
	try {
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, formatLedger(ledger), { flag: "wx" });
	} catch (error) {
		const isThere = hasCode(error, "EEXIST");
		const reason = isThere
			? `it exists. To update it, run \`${commandLine("verify <base-url>")}\` with --record --ledger ${file}, or pass another path.`
			: `${errorMessage(error)}. Pass another path.`;
		throw new UsageError(`Cannot write the ledger ${file}: ${reason}`, {
			cause: error,
		});
	}
	const option =
		file === DEFAULT_LEDGER
			? "--record"
			: `--record --ledger ${file}, or set ledger in understudy.config.ts`;
	return `Wrote ${ledger.length} assumptions to ${file}. To record which of them your service meets, run \`${commandLine("verify <base-url>")}\` with ${option}.`;
}

export function ledgerCommand(): Command {
	const init = new Command("init")
		.description("Write a new ledger with the statuses of the package.")
		.argument("[file]", "the ledger to write", DEFAULT_LEDGER)
		.action(async (file: string) => {
			console.log(await initLedger(file));
		});
	return new Command("ledger")
		.description(
			"Keep the statuses of the assumptions, and the evidence for them, in a file of your project.",
		)
		.addCommand(init)
		.addHelpText(
			"after",
			formatExamples([
				"understudy ledger init",
				"understudy verify http://127.0.0.1:8080 --record --provider-version 1.4.2",
			]),
		);
}
