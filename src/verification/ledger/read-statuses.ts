import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { errorMessage } from "../../values/error-message.ts";
import { isObject } from "../../values/is-object.ts";
import type { Assumption } from "../contract.ts";
import { VerificationError } from "../verification-error.ts";

const STATUSES = ["assumed", "confirmed", "refuted"] as const;

/**
 * Returns the assumptions with their status in the ledger, which defaults to `assumed`.
 * @throws VerificationError if the file cannot be read or is no ledger
 */
export async function readStatuses(
	file: string,
	assumptions: readonly Assumption[],
): Promise<Assumption[]> {
	const entries: unknown = await readFile(file, "utf8")
		.then((text) => parse(text))
		.catch((error: unknown) => {
			throw new VerificationError(
				`Cannot read the ledger ${file}: ${errorMessage(error)}. Pass another file with --ledger.`,
			);
		});
	if (!Array.isArray(entries))
		throw new VerificationError(
			`${file} is no ledger: it is no list of entries. Pass one such as contracts/assumptions.yaml with --ledger.`,
		);
	const known = entries.filter(isObject);
	return assumptions.map(({ id }) => {
		const entry = known.find((each) => each.id === id);
		const status = STATUSES.find((each) => each === entry?.status);
		return { id, status: status ?? "assumed" };
	});
}
