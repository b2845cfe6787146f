import { DEFAULT_LEDGER } from "../config/project-files.ts";
import type { MockDocument } from "../service/load-document.ts";
import { commandLine } from "../values/command-line.ts";
import { UsageError } from "./options/usage-error.ts";
import { writeOutput } from "./options/write-output.ts";

/** Returns the text of a new ledger, and the number of its assumptions. */
export async function createLedger(
	document?: MockDocument,
): Promise<{ readonly text: string; readonly size: number }> {
	// Imported here, because they are slow to load, and other commands do not need them.
	const [{ listAssumptions }, { formatLedger }] = await Promise.all([
		import("../config/load-ledger.ts"),
		import("../verification/ledger/edit-ledger.ts"),
	]);
	const [ledger, digests] = listAssumptions(document);
	return { text: formatLedger(ledger, digests), size: ledger.length };
}

/**
 * Writes a ledger, and returns the next steps.
 * @param document the document with the assumptions; defaults to the document of the package
 * @throws UsageError if the document has no assumptions, or if the file exists or cannot be written
 */
export async function initLedger(
	file: string,
	document?: MockDocument,
): Promise<string> {
	const { text, size } = await createLedger(document);
	if (size === 0)
		throw new UsageError(
			"The document declares no assumption, so everything in it is specified and binds. Add x-assumption: <id> to an element that is not certain.",
		);
	await writeOutput(file, text, {
		what: `the ledger ${file}`,
		remedy: "Pass another path.",
		exists: `it exists. To update it, run \`${commandLine("verify <base-url>")}\` with --record --ledger ${file}, or pass another path.`,
	});
	const option =
		file === DEFAULT_LEDGER
			? "--record"
			: `--record --ledger ${file}, or set ledger in understudy.config.ts`;
	return `Wrote ${size} assumptions to ${file}. To record which of them your service meets, run \`${commandLine("verify <base-url>")}\` with ${option}.`;
}
