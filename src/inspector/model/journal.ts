import { signal } from "@preact/signals";
import type { Control } from "../../control/control.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { formatTarget } from "../../journal/to-journal-entry.ts";

/** An exchange, with the text for searches. */
export interface Item {
	/** The id of the entry as a number. Later exchanges have higher numbers. */
	readonly number: number;
	readonly entry: JournalEntry;
	/** Method, target, headers and bodies, in lower case. */
	readonly text: string;
}

/**
 * The maximum size of the list. The mock keeps at most 64 MiB, and a page that is open all day must not need more.
 */
const MAX_CHARACTERS = 64 * 1024 * 1024;
const MAX_ITEMS = 20_000;
const FLUSH_MS = 200;
/** The maximum number of exchanges between two flushes. If there are more, a sample is shown. */
const MAX_NEW = 200;
/** How long no exchange must be left out before the missing ones are loaded. */
const CALM_MS = 1_100;
const LOAD_SIZE = 500;

/** Returns the number of exchanges per second between two exchanges. */
function rateOf(first: JournalEntry, last: JournalEntry): number {
	const ms = Date.parse(last.at) - Date.parse(first.at);
	const count = Number(last.id) - Number(first.id);
	return Math.round((count * 1_000) / Math.max(ms, 1));
}

const textOf = ({ headers, body }: JournalEntry["request"]): string =>
	`${Object.entries(headers)
		.map(([name, value]) => `${name}: ${value}`)
		.join("\n")}\n${typeof body === "string" ? body : JSON.stringify(body)}`;

const toItem = (entry: JournalEntry): Item => ({
	number: Number(entry.id),
	entry,
	text: `${entry.method} ${formatTarget(entry)}\n${textOf(entry.request)}\n${textOf(entry.response)}`.toLowerCase(),
});

/** Merges both lists, the oldest items first. Drops the oldest items above the limits. */
function mergeItems(
	items: readonly Item[],
	added: readonly Item[],
): { readonly merged: readonly Item[]; readonly isCut: boolean } {
	const known = new Set(items.map(({ number }) => number));
	const fresh = added.filter(({ number }) => !known.has(number));
	if (fresh.length === 0) return { merged: items, isCut: false };
	const all = [...items, ...fresh].sort((a, b) => a.number - b.number);
	let characters = 0;
	let start = all.length;
	while (start > 0 && all.length - start < MAX_ITEMS) {
		characters += all[start - 1]?.text.length ?? 0;
		if (characters > MAX_CHARACTERS) break;
		start -= 1;
	}
	return { merged: all.slice(start), isCut: start > 0 };
}

/**
 * Collects new exchanges, and passes them on a few times a second. If there are too many, passes on a sample.
 * @param insert called with new exchanges
 * @param reload called after exchanges were left out, when fewer exchanges arrive
 */
function createArrivals(
	insert: (added: readonly Item[]) => void,
	reload: () => void,
) {
	/** The number of exchanges per second if the page shows only a sample; otherwise 0. */
	const sampledRate = signal(0);
	let waiting: JournalEntry[] = [];
	/** The newest exchange that arrived. */
	let newest: JournalEntry | undefined;
	/**
	 * The newest exchange at the time when the mock or the page began to leave out exchanges. Later exchanges must be
	 * loaded.
	 */
	let sampledSince: JournalEntry | undefined;
	let calming: ReturnType<typeof setTimeout> | undefined;

	function stopSampling(): void {
		clearTimeout(calming);
		sampledSince = undefined;
		sampledRate.value = 0;
	}
	function leaveOut(): void {
		sampledSince ??= newest;
		clearTimeout(calming);
		calming = setTimeout(() => {
			stopSampling();
			reload();
		}, CALM_MS);
	}
	function flush(): void {
		insert(waiting.map(toItem));
		waiting = [];
		if (sampledSince && newest)
			sampledRate.value = rateOf(sampledSince, newest);
	}
	return {
		sampledRate,
		/** Adds a new exchange. */
		add(entry: JournalEntry): void {
			// Ids are consecutive. If the page reads too slowly, the mock leaves out exchanges.
			if (newest && Number(entry.id) > Number(newest.id) + 1) leaveOut();
			if (waiting.length >= MAX_NEW) {
				waiting.shift();
				leaveOut();
			}
			newest = entry;
			waiting.push(entry);
			if (waiting.length === 1) setTimeout(flush, FLUSH_MS);
		},
		/** @param session null for all sessions */
		clear(session: string | null): void {
			waiting = waiting.filter((entry) => session && entry.session !== session);
			if (session !== null) return;
			newest = undefined;
			stopSampling();
		},
	};
}

/**
 * Keeps the exchanges of the page.
 * @param reload called after exchanges were left out, when fewer exchanges arrive
 */
export function createPageJournal(reload: () => void) {
	/** Oldest first. It is a new array after each change. */
	const items = signal<readonly Item[]>([]);
	/** Whether the page has loaded the oldest exchange of the mock. */
	const isComplete = signal(false);
	/** The number of exchanges that the full journal of the mock had dropped at the last load. */
	const dropped = signal(0);
	/** Whether the page has dropped its oldest exchanges to stay below its limits. */
	const isCut = signal(false);
	let loads = 0;
	function insert(added: readonly Item[]): void {
		const result = mergeItems(items.value, added);
		items.value = result.merged;
		isCut.value ||= result.isCut;
	}
	const { sampledRate, add, clear } = createArrivals(insert, reload);

	return {
		items,
		isComplete,
		sampledRate,
		dropped,
		isCut,
		add,
		/** Reads all exchanges of the mock in parts, the newest first. */
		async load(control: Control): Promise<void> {
			loads += 1;
			const load = loads;
			isComplete.value = false;
			const loaded = new Set<number>();
			let before: string | undefined;
			do {
				const page = await control.requests({ limit: LOAD_SIZE, before });
				// Another load has begun, or the journal was cleared.
				if (load !== loads) return;
				const added = page.requests.map(toItem);
				for (const { number } of added) loaded.add(number);
				insert(added);
				dropped.value = page.dropped;
				before =
					added.length < LOAD_SIZE ? undefined : page.requests.at(-1)?.id;
			} while (before !== undefined && !isCut.value);
			// Exchanges before and among the loaded ones that the mock has dropped. The list would have gaps.
			const newest = Math.max(0, ...loaded);
			items.value = items.value.filter(
				({ number }) => number > newest || loaded.has(number),
			);
			isComplete.value = true;
		},
		/** @param session null for all sessions */
		clear(session: string | null): void {
			const isLoading = loads > 0 && !isComplete.value;
			loads += 1;
			isComplete.value = true;
			if (session === null) {
				dropped.value = 0;
				isCut.value = false;
			}
			clear(session);
			items.value = items.value.filter(
				({ entry }) => session !== null && entry.session !== session,
			);
			// A response in progress may contain deleted exchanges, so loading starts again.
			if (isLoading && session !== null) reload();
		},
	};
}
