import type { Engine } from "../engine/engine.ts";
import type { Service } from "../engine/service.ts";
import type { JournalEntry, JournalFilter } from "../journal/entry.ts";
import { compare, toEntry } from "../journal/entry-view.ts";
import type { NumberedRecord } from "../journal/journal.ts";
import { redactedNames } from "../journal/redact.ts";
import { ControlError } from "./control-error.ts";
import { followJournal } from "./follow-journal.ts";

export interface RequestsFilter extends JournalFilter {
	/** How many to give at the most; all when absent. */
	readonly limit?: number | undefined;
}

export interface RequestsPage {
	/** Newest first. */
	readonly requests: readonly JournalEntry[];
	/** How many there are, whatever the limit. */
	readonly total: number;
	/** How many had to leave the journal; what was looked for may be among them. */
	readonly dropped: number;
	/** How many are meant as far as can be told, since their bodies were cut; they are not among the others. */
	readonly uncompared: number;
}

export interface JournalControl {
	/** @throws ControlError for an operation that is not there, or a limit that is no whole number */
	requests(filter?: RequestsFilter): Promise<RequestsPage>;
	/** @throws ControlError for an operation that is not there, or where it hangs on a body that was cut */
	countRequests(filter?: JournalFilter): Promise<number>;
	/** Those that no operation matched, newest first. */
	unmatchedRequests(): Promise<readonly JournalEntry[]>;
	clearRequests(): Promise<void>;
	/** Each exchange from when it resolves on, until the signal says that it is enough. */
	events(signal: AbortSignal): Promise<AsyncIterable<JournalEntry>>;
}

/** A count of what cannot happen is 0, which a test may be glad of; so a misspelt operation is refused. */
function requireOperation(
	{ operations }: Pick<Service, "operations">,
	id: string | undefined,
): void {
	const ids = operations.map(({ spec }) => spec.id);
	if (id !== undefined && !ids.includes(id))
		throw new ControlError(
			400,
			`There is no operation "${id}". Use one of ${ids.join(", ")}.`,
		);
}

function requireLimit(limit: number | undefined): void {
	if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0))
		throw new ControlError(
			400,
			`The limit ${limit} cannot be used: it must be a whole number of 0 or more.`,
		);
}

/** @throws ControlError where a number alone would be a lie */
export function requireCompared(uncompared: number): void {
	if (uncompared > 0)
		throw new ControlError(
			409,
			`They cannot be counted: ${uncompared} more may be meant, whose bodies were cut at 64 KiB and cannot be compared. Count them without a body, or read \`total\` and \`uncompared\` of requests().`,
		);
}

/** @param viewed the session whose journal is meant, looked up each time; undefined for that of all */
export function createJournalControl(
	{ service, journal, redact }: Engine,
	viewed: () => string | undefined,
): JournalControl {
	const secret = redactedNames(redact);
	const told = (found: readonly NumberedRecord[]): JournalEntry[] =>
		found.map((each) => toEntry(each, secret));
	function find(filter: JournalFilter) {
		requireOperation(service, filter.operation);
		const meant: NumberedRecord[] = [];
		let uncompared = 0;
		for (const each of journal.read(viewed())) {
			const comparison = compare(each.record, filter);
			if (comparison === "meant") meant.push(each);
			else if (comparison === "uncompared") uncompared += 1;
		}
		return { meant, uncompared };
	}

	return {
		async requests({ limit, ...filter } = {}) {
			requireLimit(limit);
			const { meant, uncompared } = find(filter);
			return {
				requests: told(meant.slice(0, limit)),
				total: meant.length,
				dropped: journal.dropped(viewed()),
				uncompared,
			};
		},
		async countRequests(filter = {}) {
			const { meant, uncompared } = find(filter);
			requireCompared(uncompared);
			return meant.length;
		},
		unmatchedRequests: async () =>
			told(journal.read(viewed()).filter(({ record }) => !record.matched)),
		clearRequests: async () => journal.clear(viewed()),
		events: async (signal) =>
			followJournal(journal, viewed(), (each) => toEntry(each, secret), signal),
	};
}
