import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { DEFAULT_LEDGER } from "../../config/project-files.ts";
import { ledger } from "../../service/shipped-service.ts";
import { commandLine } from "../../values/command-line.ts";
import { errorMessage, hasCode } from "../../values/errors.ts";
import { formatLedger } from "../../verification/ledger/record-verdicts.ts";
import { UsageError } from "../options/usage-error.ts";

/**
 * Writes a ledger, and returns what to do with it.
 * @throws UsageError if the file exists or cannot be written
 */
export async function initLedger(file: string): Promise<string> {
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
