import { useEffect, useState } from "preact/hooks";
import type { Records, StoredRecord } from "./columns.ts";

/** Returns the records that contain the text; those of the search before until it is done, and undefined before the first. */
export function useSearch(
	records: Records | undefined,
	search: string,
): Records | undefined {
	const [found, setFound] = useState<Records>();
	useEffect(() => {
		if (search === "" || !records) {
			setFound(undefined);
			return;
		}
		const ending = new AbortController();
		searchRecords(records, search, ending.signal).then((result) => {
			if (result && !ending.signal.aborted) setFound(result);
		});
		return () => ending.abort();
	}, [records, search]);
	return search === "" ? records : found;
}

/** The texts of records that were searched before, in lower case. */
const textsOf = new WeakMap<Records, string[]>();
/** Searches go on in a later task after this time, so that the page stays responsive. */
const SLICE_MS = 8;

const nextTask = (): Promise<void> =>
	new Promise((resolve) => setTimeout(resolve));

/** Returns the records whose JSON contains the text in any case, or undefined if the signal aborts. */
export async function searchRecords(
	records: Records,
	search: string,
	signal: AbortSignal,
): Promise<Records | undefined> {
	const texts = textsOf.get(records) ?? [];
	textsOf.set(records, texts);
	const wanted = search.toLowerCase();
	const found: StoredRecord[] = [];
	let until = performance.now() + SLICE_MS;
	for (const [index, record] of records.entries()) {
		texts[index] ??= JSON.stringify(record).toLowerCase();
		if (texts[index]?.includes(wanted)) found.push(record);
		if (index % 100 !== 99 || performance.now() < until) continue;
		await nextTask();
		if (signal.aborted) return undefined;
		until = performance.now() + SLICE_MS;
	}
	return found;
}
