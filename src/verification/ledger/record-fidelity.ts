import { readFile } from "node:fs/promises";
import { errorMessage } from "../../values/errors.ts";
import { VerificationError } from "../errors.ts";
import { replaceFile } from "../replace-file.ts";
import { openLedger, setEvidence } from "./edit-ledger.ts";

/** How many responses that depend on an assumption were compared, and how many of them agree. */
interface CountedAgreement {
	readonly steps: number;
	readonly agreed: number;
}

const PREFIX = "compared with ";

/** What a comparison has added, alone or after the evidence of a verification. */
const EARLIER = new RegExp(`(^|; )${PREFIX}.*$`, "s");

/**
 * Adds to the `evidence` of each compared assumption how many responses agree, instead of the result of an earlier
 * comparison. The statuses stay as they are: a response depends on several assumptions, and only a check of `verify`
 * shows which of them holds.
 * @param compared the service, the day and the version
 * @param byAssumption the compared responses by the ids of the assumptions that they depend on
 * @returns the ids of the changed entries
 * @throws VerificationError if the ledger cannot be read or written
 */
export async function writeFidelity(
	ledger: string,
	compared: string,
	byAssumption: Readonly<Record<string, CountedAgreement>>,
): Promise<readonly string[]> {
	try {
		const decoder = new TextDecoder("utf-8", { fatal: true });
		const { entries, format } = openLedger(
			decoder.decode(await readFile(ledger)),
		);
		const known = entries.filter((entry) => byAssumption[`${entry.get("id")}`]);
		if (known.length === 0)
			throw new Error("it has none of the compared assumptions");
		const ids = known.map((entry) => {
			const id = String(entry.get("id"));
			const { steps, agreed } = byAssumption[id] ?? { steps: 0, agreed: 0 };
			const others = `${entry.get("evidence") ?? ""}`.replace(EARLIER, "");
			setEvidence(
				entry,
				`${others === "" ? "" : `${others}; `}${PREFIX}${compared}: ${agreed} of ${steps} responses agree`,
			);
			return id;
		});
		await replaceFile(ledger, format());
		return ids;
	} catch (error) {
		throw new VerificationError(
			`Cannot record the comparison in ${ledger}: ${errorMessage(error)}. Pass another ledger with --ledger.`,
		);
	}
}
