import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import type { Assumption } from "../contract.ts";
import { VerificationError } from "../verification-error.ts";

type Status = Assumption["status"];

const isStatus = (value: unknown): value is Status =>
	value === "assumed" || value === "confirmed" || value === "refuted";

function statusOf(entries: readonly unknown[], id: string): Status {
	for (const entry of entries)
		if (typeof entry === "object" && entry !== null && "id" in entry)
			if (entry.id === id && "status" in entry && isStatus(entry.status))
				return entry.status;
	return "assumed";
}

/**
 * The assumptions with the statuses that the ledger gives them; what it does not name is assumed.
 * @throws VerificationError where the file cannot be read or is no ledger
 */
export async function readStatuses(
	file: string,
	assumptions: readonly Assumption[],
): Promise<Assumption[]> {
	const entries: unknown = await readFile(file, "utf8")
		.then((text) => parse(text))
		.catch(({ message }: Error) => {
			throw new VerificationError(
				`The ledger ${file} cannot be read: ${message}. Pass the file with --ledger.`,
			);
		});
	if (!Array.isArray(entries))
		throw new VerificationError(
			`${file} is no ledger: it is no list of entries. Pass one like contracts/assumptions.yaml with --ledger.`,
		);
	return assumptions.map(({ id }) => ({ id, status: statusOf(entries, id) }));
}
