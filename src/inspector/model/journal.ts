import { signal } from "@preact/signals";
import type { Control } from "../../control/control.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { formatTarget } from "../../journal/format-target.ts";

/** An exchange, with what a text search looks at. */
export interface Item {
	/** The id of the entry as a number. Later exchanges have higher ones. */
	readonly number: number;
	readonly entry: JournalEntry;
	/** Method, target, headers and bodies, in lower case. */
	readonly text: string;
}

/** The mock keeps at most 64 MiB; a page that is open all day must not grow further. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
const MAX_ITEMS = 20_000;
const FLUSH_MS = 200;
/** More exchanges than that between two flushes are sampled. */
const MAX_NEW = 200;
/** After this many flushes without sampling, the exchanges that were left out are loaded. */
const CALM_FLUSHES = 5;
const LOAD_SIZE = 500;

/** Returns how many exchanges a second happened from the first one to the last one. */
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

/** Returns the items of both lists, oldest first, without the oldest above the limits. */
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
 * Collects the exchanges that arrive, and passes them on a few times a second. If too many arrive, passes on a sample.
 * @param insert is called with new exchanges
 * @param reload is called after exchanges were left out, once it is calm again
 */
function createArrivals(
	insert: (added: readonly Item[]) => void,
	reload: () => void,
) {
	/** How many exchanges a second arrive, if they are so many that the page shows a sample only; else 0. */
	const sampledRate = signal(0);
	let waiting: JournalEntry[] = [];
	/** The newest exchange that arrived. */
	let newest: JournalEntry | undefined;
	/** What was the newest exchange when the mock or the page began to leave out some, which have to be loaded. */
	let sampledSince: JournalEntry | undefined;
	/** Flushes since exchanges were left out. */
	let calm = 0;
	let timer: ReturnType<typeof setInterval> | undefined;

	function leaveOut(): void {
		calm = -1;
		sampledSince ??= newest;
	}
	function flush(): void {
		insert(waiting.map(toItem));
		if (sampledSince && newest) {
			calm += 1;
			if (calm === 0) sampledRate.value = rateOf(sampledSince, newest);
			if (calm === CALM_FLUSHES) {
				sampledSince = undefined;
				sampledRate.value = 0;
				reload();
			}
		} else if (waiting.length === 0) {
			clearInterval(timer);
			timer = undefined;
		}
		waiting = [];
	}
	return {
		sampledRate,
		/** Adds a new exchange. */
		add(entry: JournalEntry): void {
			// Ids are consecutive: the mock leaves out exchanges if the page reads too slowly.
			if (newest && Number(entry.id) > Number(newest.id) + 1) leaveOut();
			if (waiting.length >= MAX_NEW) {
				waiting.shift();
				leaveOut();
			}
			newest = entry;
			waiting.push(entry);
			timer ??= setInterval(flush, FLUSH_MS);
		},
		/** @param session null for all sessions */
		clear(session: string | null): void {
			waiting = waiting.filter((entry) => session && entry.session !== session);
			if (session !== null) return;
			newest = undefined;
			sampledSince = undefined;
			sampledRate.value = 0;
		},
	};
}

/**
 * Keeps the exchanges that the page has.
 * @param reload is called after exchanges were left out, once it is calm again
 */
export function createPageJournal(reload: () => void) {
	/** Oldest first. It is a new array after each change. */
	const items = signal<readonly Item[]>([]);
	/** Whether the mock has been read to its oldest exchange. */
	const isComplete = signal(false);
	/** How many exchanges the mock had dropped from its journal at the last load, because the journal was full. */
	const dropped = signal(0);
	/** Whether the page has dropped its oldest exchanges, because it had too many. */
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
		/** Reads all exchanges that the mock has, a page at a time, newest first. */
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
			// Those before and among the loaded ones that the mock no longer has: the list would have gaps.
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
			// The response that is on its way may contain cleared exchanges, so the load begins anew.
			if (isLoading && session !== null) reload();
		},
	};
}
