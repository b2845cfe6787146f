import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { isObject } from "../../src/values/json.ts";

const STATUSES = ["assumed", "confirmed", "refuted"] as const;

/** An entry of `contracts/assumptions.yaml`. */
export interface LedgerEntry {
	readonly id: string;
	/** The section of the specification that leaves it open. */
	readonly open: string;
	readonly assumes: string;
	readonly because: string;
	readonly status: (typeof STATUSES)[number];
	/** What was verified, when, and against which version. Required unless the status is `assumed`. */
	readonly evidence?: string;
}

function readEntry(value: unknown, index: number): LedgerEntry {
	if (!isObject(value))
		throw new Error(`assumptions.yaml: entry ${index + 1} must be an object`);
	const at = `assumptions.yaml: entry ${index + 1} (${String(value.id)})`;
	const readText = (property: string): string => {
		const text = value[property];
		if (typeof text !== "string" || text === "")
			throw new Error(`${at}: ${property} is required, as a string`);
		return text;
	};
	const status = STATUSES.find((each) => each === value.status);
	if (!status)
		throw new Error(`${at}: status must be one of ${STATUSES.join(", ")}`);
	const hasEvidence = status !== "assumed" || value.evidence !== undefined;
	return {
		id: readText("id"),
		open: readText("open"),
		assumes: readText("assumes"),
		because: readText("because"),
		status,
		...(hasEvidence && { evidence: readText("evidence") }),
	};
}

/** @throws Error if an entry lacks a property, has an unknown status, or repeats an id */
export async function readLedger(root: string): Promise<LedgerEntry[]> {
	const parsed: unknown = parse(
		await readFile(join(root, "contracts/assumptions.yaml"), "utf8"),
	);
	if (!Array.isArray(parsed))
		throw new Error("assumptions.yaml must be a list of entries");
	const ledger = parsed.map(readEntry);
	const ids = ledger.map(({ id }) => id);
	const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
	if (repeated !== undefined)
		throw new Error(
			`assumptions.yaml: the id ${repeated} appears twice. Remove or rename one entry.`,
		);
	return ledger;
}

/** Returns the OpenAPI document under `root`, parsed. */
export const readDocument = async (root: string): Promise<unknown> =>
	parse(await readFile(join(root, "contracts/openapi.yaml"), "utf8"));
