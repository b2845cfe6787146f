import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { isNode } from "./document.ts";

export const STATUSES = ["assumed", "confirmed", "refuted"] as const;

/** One entry of `contracts/assumptions.yaml`. */
export interface LedgerEntry {
	readonly id: string;
	/** The section of the specification that leaves it open. */
	readonly open: string;
	readonly assumes: string;
	readonly because: string;
	readonly status: (typeof STATUSES)[number];
	/** What was verified, when, and against which version; once confirmed or refuted. */
	readonly evidence?: string;
}

const isStatus = (value: unknown): value is LedgerEntry["status"] =>
	STATUSES.some((status) => status === value);

function readEntry(value: unknown, index: number): LedgerEntry {
	if (!isNode(value))
		throw new Error(`assumptions.yaml: entry ${index + 1} must be an object`);
	const at = `assumptions.yaml: entry ${index + 1} (${String(value.id)})`;
	const member = (name: string): string => {
		const found = value[name];
		if (typeof found !== "string" || found === "")
			throw new Error(`${at} needs ${name}, a string`);
		return found;
	};
	const id = member("id");
	if (!isStatus(value.status))
		throw new Error(`${at}: status must be one of ${STATUSES.join(", ")}`);
	if (value.status !== "assumed" && value.evidence === undefined)
		throw new Error(`${at} is ${value.status} and needs evidence`);
	return {
		id,
		open: member("open"),
		assumes: member("assumes"),
		because: member("because"),
		status: value.status,
		...(value.evidence !== undefined && { evidence: member("evidence") }),
	};
}

/** @throws where an entry lacks a member, has an unknown status, or repeats an id. */
export async function readLedger(root: string): Promise<LedgerEntry[]> {
	const parsed: unknown = parse(
		await readFile(join(root, "contracts/assumptions.yaml"), "utf8"),
	);
	if (!Array.isArray(parsed))
		throw new Error("assumptions.yaml must be a list of entries");
	const ledger = parsed.map(readEntry);
	const repeated = ledger.find(
		({ id }, index) => ledger.findIndex((entry) => entry.id === id) !== index,
	);
	if (repeated)
		throw new Error(`assumptions.yaml: ${repeated.id} stands there twice`);
	return ledger;
}
