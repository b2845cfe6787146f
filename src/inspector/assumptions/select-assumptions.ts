import type { Control } from "../../control/control.ts";
import type { LedgerEntry } from "../../engine/model/service.ts";
import { plural } from "../ui/parts.tsx";

/** An assumption of the ledger, with how many responses depended on it. */
export interface Assumption extends LedgerEntry {
	readonly uses: number;
}

/** What the user wants to see, as in the query of the address. */
export interface Filters {
	readonly search?: string;
	readonly section?: string;
	/** `yes` for assumptions that at least one response depended on. */
	readonly used?: string;
}

/** The columns of the board, in their order. */
export const STATUSES = ["assumed", "confirmed", "refuted"] as const;

export type Status = (typeof STATUSES)[number];

/** Loads the ledger with the number of responses that depended on each assumption. */
export async function loadAssumptions(
	control: Control,
): Promise<readonly Assumption[]> {
	const [ledger, { assumptions }] = await Promise.all([
		control.assumptions(),
		control.usedAssumptions(),
	]);
	const uses = new Map(assumptions.map(({ id, exchanges }) => [id, exchanges]));
	return ledger.map((entry) => ({ ...entry, uses: uses.get(entry.id) ?? 0 }));
}

/** Returns the sections of the specification that leave something open, in their order. */
export const sectionsOf = (
	ledger: readonly Pick<LedgerEntry, "open">[],
): readonly string[] =>
	[...new Set(ledger.map(({ open }) => open))].sort((a, b) =>
		a.localeCompare(b, "en", { numeric: true }),
	);

/** Returns the assumptions that match all filters. Each word of the search has to occur. */
export function selectAssumptions(
	assumptions: readonly Assumption[],
	{ search = "", section = "", used = "" }: Filters,
): readonly Assumption[] {
	const words = search.toLowerCase().split(/\s+/);
	return assumptions.filter(
		({ id, open, assumes, because, evidence = "", uses }) => {
			const text = `${id} ${assumes} ${because} ${evidence}`.toLowerCase();
			return (
				(section === "" || open === section) &&
				(used === "" || uses > 0) &&
				words.every((word) => text.includes(word))
			);
		},
	);
}

export const describeUses = (uses: number): string =>
	uses === 0 ? "not used" : plural(uses, "response");
