import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { commandLine } from "../../values/command-line.ts";
import { errorMessage } from "../../values/errors.ts";
import { isObject } from "../../values/json.ts";

const STATUSES = ["assumed", "confirmed", "refuted"] as const;

/** An assumption of the package. */
export interface Statement {
	readonly id: string;
	readonly assumes: string;
}

/** What a ledger says of an assumption. */
export interface LedgerStatus {
	readonly status: "assumed" | "confirmed" | "refuted";
	readonly evidence?: string;
}

export interface LedgerReading {
	/** By id. All other assumptions are assumed. */
	readonly statuses: Readonly<Record<string, LedgerStatus>>;
	/** Where the ledger and the package disagree. */
	readonly notes: readonly string[];
}

/** Whether two sentences differ in their line breaks only. */
export const isSameSentence = (one: string, other: string): boolean =>
	one.replaceAll(/\s+/g, " ").trim() === other.replaceAll(/\s+/g, " ").trim();

/** Reads the file at once, since `setupMock` returns no promise, and loads the parser only if there is a file. */
function parseFile(file: string): unknown {
	const require = createRequire(import.meta.url);
	const { parse }: typeof import("yaml") = require("yaml");
	try {
		return parse(readFileSync(file, "utf8"));
	} catch (error) {
		throw new Error(
			`Cannot read the ledger ${file}: ${errorMessage(error)}. Pass another file, or write one with \`${commandLine("ledger init")}\`.`,
			{ cause: error },
		);
	}
}

const list = (ids: readonly string[]): string =>
	new Intl.ListFormat("en-GB").format(ids);

/**
 * Returns the statuses in a ledger. If its sentence of an assumption is not the sentence of the package, the assumption
 * is assumed.
 * @throws Error if the file cannot be read or is no ledger
 */
export function readLedger(
	file: string,
	shipped: readonly Statement[],
): LedgerReading {
	const entries = parseFile(file);
	const invalid = (reason: string): Error =>
		new Error(
			`${file} is no ledger: ${reason}. \`${commandLine("ledger init")}\` writes one.`,
		);
	if (!Array.isArray(entries)) throw invalid("it is no list of entries");
	const sentences = new Map(shipped.map(({ id, assumes }) => [id, assumes]));
	const statuses: Record<string, LedgerStatus> = {};
	const changed: string[] = [];
	const unknown: string[] = [];
	for (const entry of entries) {
		if (!isObject(entry) || typeof entry.id !== "string")
			throw invalid("an entry has no id");
		const { id, assumes, evidence } = entry;
		const status = STATUSES.find((each) => each === entry.status);
		if (status === undefined)
			throw invalid(`the status of ${id} must be ${STATUSES.join(" or ")}`);
		const sentence = sentences.get(id);
		if (sentence === undefined) unknown.push(id);
		else if (isSameSentence(String(assumes), sentence))
			statuses[id] = {
				status,
				...(typeof evidence === "string" && { evidence }),
			};
		else if (status !== "assumed") changed.push(id);
	}
	const notes: string[] = [];
	if (changed.length > 0)
		notes.push(
			`The status of ${list(changed)} is assumed again, because its sentence in this package is not the one in ${file}. Verify with --record to update it.`,
		);
	if (unknown.length > 0)
		notes.push(
			`This package has no assumption ${list(unknown)}. Remove it from ${file}.`,
		);
	return { statuses, notes };
}
