import { useEffect, useMemo, useRef } from "preact/hooks";
import { readExample } from "../model/connection.ts";
import { useInspector, useKeys } from "../model/inspector.ts";
import { focusInput } from "../ui/parts.tsx";
import {
	chooseColumns,
	idOf,
	nounOf,
	type Records,
	useSearch,
} from "./records.ts";

const PAGE_SIZE = 25;

export const SEARCH_ID = "state-search";

/** The id of the element that opens a record. */
export const linkId = (id: string): string => `record-${id}`;

/** The shown part of a collection, with functions that change it. */
export type Collection = ReturnType<typeof useCollection>;

/** The property of a component for a part of a collection. */
export interface CollectionProps {
	readonly shown: Collection;
}

/** Reads from the address which part of a collection to show. */
export function useCollection(collection: string, records: Records) {
	const { router, connection } = useInspector();
	const { query } = router.route.value;
	const { search = "", record: opened } = query;
	const noun = nounOf(collection);
	const found = useSearch(records, search);
	const columns = useMemo(() => chooseColumns(records), [records]);
	const { document } = connection.service.value;
	/** The initial text of a new record; undefined if the collection takes no new records. */
	const example = useMemo(
		() => readExample(document, collection),
		[document, collection],
	);
	const pages = Math.max(1, Math.ceil((found?.length ?? 0) / PAGE_SIZE));
	const page = Math.min(
		pages,
		Math.max(1, Math.trunc(Number(query.page)) || 1),
	);
	const isAdding = query.add !== undefined && example !== undefined;
	const isOpen = isAdding || opened !== undefined;

	const go = (query: Readonly<Record<string, string>>): void =>
		router.go({ id: collection, query });
	const open = (id: string): void => go({ record: id, add: "" });
	const close = (): void => go({ record: "", add: "" });
	const startAdding = (): void => go({ record: "", add: "new" });
	function step(by: 1 | -1): void {
		// Keys may come faster than renderings.
		const { record } = router.route.peek().query;
		const index = found?.findIndex((each) => idOf(each) === record) ?? -1;
		const next = index < 0 ? (page - 1) * PAGE_SIZE : index + by;
		const to = found?.[next];
		const nextPage = `${Math.floor(next / PAGE_SIZE) + 1}`;
		if (to) go({ record: idOf(to), add: "", page: nextPage });
	}
	useKeys([
		{ key: "/", does: `Search ${noun}s`, run: () => focusInput(SEARCH_ID) },
		{ key: "j", does: `Open the next ${noun}`, run: () => step(1) },
		{ key: "k", does: `Open the previous ${noun}`, run: () => step(-1) },
		...(example === undefined
			? []
			: [{ key: "a", does: `Add ${noun}`, run: startAdding }]),
		...(isOpen
			? [{ key: "Escape", does: `Close the ${noun}`, run: close }]
			: []),
	]);
	useFocusOnClose(opened, isAdding);
	return {
		collection,
		noun,
		records,
		search,
		/** The records that the search finds. */
		found,
		/** The found records on the current page. */
		listed: found?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE) ?? [],
		columns,
		example,
		opened,
		page,
		pages,
		isAdding,
		isOpen,
		go,
		open,
		close,
		startAdding,
	};
}

/** After a record is closed, moves the focus back to the element that opened it. */
function useFocusOnClose(opened: string | undefined, isAdding: boolean): void {
	const before = useRef<string | undefined>(undefined);
	useEffect(() => {
		const closed = before.current;
		before.current = opened;
		if (closed !== undefined && opened === undefined && !isAdding)
			document.getElementById(linkId(closed))?.focus();
	}, [opened, isAdding]);
}
