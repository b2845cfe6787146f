import type { UsedAssumptions } from "../../control/control.ts";
import type { LedgerEntry } from "../../engine/model/service.ts";
import { plural } from "../ui/parts.tsx";

/** An assumption of the ledger, with how many responses depended on it. */
export interface Assumption extends LedgerEntry {
	readonly uses: number;
}

export const STATUSES = ["refuted", "assumed", "confirmed"] as const;

/** Returns the ledger with the number of responses that depended on each assumption; the refuted ones first. */
export function countUses(
	ledger: readonly LedgerEntry[],
	{ assumptions }: UsedAssumptions,
): readonly Assumption[] {
	const uses = new Map(assumptions.map(({ id, exchanges }) => [id, exchanges]));
	const counted = ledger.map((entry) => ({
		...entry,
		uses: uses.get(entry.id) ?? 0,
	}));
	return STATUSES.flatMap((status) =>
		counted.filter((each) => each.status === status),
	);
}

/** Returns the sections of the specification that leave something open, in their order. */
export const sectionsOf = (
	ledger: readonly Pick<LedgerEntry, "open">[],
): readonly string[] =>
	[...new Set(ledger.map(({ open }) => open))].sort((a, b) =>
		a.localeCompare(b, "en", { numeric: true }),
	);

/** Returns the assumptions that match all filters of the address. Each word of the search has to occur. */
export function selectAssumptions(
	assumptions: readonly Assumption[],
	query: Readonly<Record<string, string>>,
): readonly Assumption[] {
	const { search = "", section = "", status = "", used = "" } = query;
	const words = search.toLowerCase().split(/\s+/);
	return assumptions.filter((each) => {
		const { id, assumes, because, evidence = "" } = each;
		const text = `${id} ${assumes} ${because} ${evidence}`.toLowerCase();
		return (
			(section === "" || each.open === section) &&
			(status === "" || each.status === status) &&
			(used === "" || each.uses > 0) &&
			words.every((word) => text.includes(word))
		);
	});
}

export const describeUses = (uses: number): string =>
	uses === 0 ? "not used" : plural(uses, "response");
