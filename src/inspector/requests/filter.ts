import type { JournalEntry } from "../../journal/entry.ts";
import type { Item } from "../model/journal.ts";

/** What only some exchanges are: the values of `only` in the address. */
export const KINDS: Readonly<
	Record<string, { readonly label: string; is(entry: JournalEntry): boolean }>
> = {
	unmatched: { label: "without an operation", is: ({ matched }) => !matched },
	violations: {
		label: "with violations",
		is: ({ violations = [] }) => violations.length > 0,
	},
	faults: { label: "with faults", is: ({ fault }) => fault !== null },
	forwarded: {
		label: "from the real service",
		is: ({ forwarded }) => forwarded === true,
	},
};

/** The first digits of statuses; 0 for broken connections. */
export const STATUS_CLASSES = ["2", "3", "4", "5", "0"] as const;

/** Selects exchanges. All given conditions have to hold. Comes from the query of the address. */
export interface Filter {
	readonly session?: string | undefined;
	readonly operation?: string | undefined;
	/** The first digit of the status. */
	readonly status?: string | undefined;
	readonly only?: string | undefined;
	/** The id of an assumption that the response depends on. */
	readonly assumption?: string | undefined;
	/** Any part of method, path, query, headers or bodies, in any case. */
	readonly text?: string | undefined;
}

/** Returns the ids of the assumptions that a response depends on. */
export const assumptionsOf = ({ response }: JournalEntry): readonly string[] =>
	response.headers["mock-assumptions"]?.split(", ") ?? [];

/** Returns the items that match, newest first. */
export function selectItems(
	items: readonly Item[],
	{ session, operation, status, only, assumption, text = "" }: Filter,
): readonly Item[] {
	const kind = only && Object.hasOwn(KINDS, only) ? KINDS[only] : undefined;
	const wanted = text.trim().toLowerCase();
	// The journal has JSON without the white space that clients may send.
	const compact = wanted.replace(/([:,[{])\s+/g, "$1");
	return items
		.filter(
			(item) =>
				(!session || item.entry.session === session) &&
				(!operation || item.entry.operation === operation) &&
				(!status || `${item.entry.status}`.startsWith(status)) &&
				(!kind || kind.is(item.entry)) &&
				(!assumption || assumptionsOf(item.entry).includes(assumption)) &&
				(item.text.includes(wanted) || item.text.includes(compact)),
		)
		.reverse();
}
