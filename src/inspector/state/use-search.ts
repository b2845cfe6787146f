import { useEffect, useState } from "preact/hooks";
import type { Records } from "./records.ts";
import { searchRecords } from "./search-records.ts";

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
