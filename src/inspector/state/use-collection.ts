import { useEffect, useMemo } from "preact/hooks";
import type { CollectionInfo } from "../../control/collection-control.ts";
import { useInspector, useResource } from "../model/inspector.ts";
import { chooseColumns, idOf, nounOf } from "./records.ts";

const PAGE_SIZE = 50;

/** What the page shows of a collection, and functions that change that. */
export type Collection = ReturnType<typeof useCollection>;

/** The property of a component for a part of a collection. */
export interface CollectionProps {
	readonly shown: Collection;
}

const NONE = { records: [], total: 0 };

/** Reads from the address what to show of a collection, and loads it. */
export function useCollection(info: CollectionInfo) {
	const { router, connection, session, attempt } = useInspector();
	const { name, idProperty, isAddable } = info;
	const { query } = router.route.value;
	const { search = "", record: opened } = query;
	const noun = nounOf(name);
	const page = Math.max(1, Math.trunc(Number(query.page)) || 1);
	const filter = search === "" ? {} : { text: search };
	const offset = (page - 1) * PAGE_SIZE;
	const limit = PAGE_SIZE;
	const loaded = useResource("records", name, { ...filter, offset, limit });
	const { records, total } = loaded.data ?? loaded.last ?? NONE;
	const columns = useMemo(
		() => chooseColumns(records, idProperty),
		[records, idProperty],
	);
	const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
	const isAdding = query.add !== undefined && isAddable;
	const isOpen = isAdding || opened !== undefined;

	const go = (
		query: Readonly<Record<string, string>>,
		options?: { readonly replace: boolean },
	): void => router.go({ id: name, query }, options);
	const open = (id: string): void => go({ record: id, add: "" });
	const close = (): void => go({ record: "", add: "" });
	const startAdding = (): void => go({ record: "", add: "new" });
	useEffect(() => {
		if (loaded.data && page > pages)
			go({ page: `${pages}` }, { replace: true });
	}, [loaded.data, page, pages]);

	async function step(by: 1 | -1): Promise<void> {
		// Keys may come faster than renderings.
		const { record } = router.route.peek().query;
		const index = records.findIndex((each) => idOf(each, info) === record);
		const next = index < 0 ? 0 : index + by;
		const place = offset + next;
		if (place < 0 || place >= total) return;
		const beyond = { ...filter, offset: place, limit: 1 };
		const control = connection.control(session.peek());
		const found = records[next]
			? records.slice(next)
			: (await attempt(() => control.records(name, beyond)))?.records;
		if (found?.[0])
			go({
				...{ record: idOf(found[0], info), add: "" },
				page: `${Math.floor(place / PAGE_SIZE) + 1}`,
			});
	}
	return {
		...{ info, noun, columns, isAdding, isOpen },
		...{ go, open, close, step, startAdding },
		/** The id of the open record. */
		...{ opened, search, page, pages },
		/** Those of the page, or what was shown before they are loaded. */
		records,
		/** How many there are, or how many the search finds. */
		total,
		isLoaded: loaded.data !== undefined,
		error: loaded.error,
	};
}
