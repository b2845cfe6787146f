import { useEffect, useMemo, useRef } from "preact/hooks";
import { useInspector, useKeys } from "../model/inspector.ts";
import { Empty, focusInput } from "../ui/parts.tsx";
import { chooseColumns, nounOf, type Records } from "./columns.ts";
import { readExample } from "./drafts.ts";
import { NewRecordPanel, RecordPanel } from "./record-panel.tsx";
import { linkId, Pager, RecordTable } from "./record-table.tsx";
import { SEARCH_ID, SearchField, useSearch } from "./search.tsx";

const PAGE_SIZE = 25;

interface CollectionProps {
	readonly collection: string;
	readonly records: Records;
	/** The OpenAPI document, once it is loaded. */
	readonly openApi: object | undefined;
	reload(): Promise<void>;
}

/** Reads from the address what to show of a collection, and changes that. */
function useCollection({ collection, records, openApi }: CollectionProps) {
	const { router } = useInspector();
	const { query } = router.route.value;
	const { search = "", record: opened } = query;
	const noun = nounOf(collection);
	const found = useSearch(records, search);
	const columns = useMemo(() => chooseColumns(records), [records]);
	const example = useMemo(
		() => readExample(openApi, collection),
		[openApi, collection],
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
		const index = found?.findIndex(({ id }) => id === record) ?? -1;
		const next = index < 0 ? (page - 1) * PAGE_SIZE : index + by;
		const to = found?.[next];
		if (to)
			go({
				record: to.id,
				add: "",
				page: `${Math.floor(next / PAGE_SIZE) + 1}`,
			});
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
		noun,
		search,
		found,
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

/** Shows the records of a collection in pages, with the one that is open beside them. */
export function CollectionView(props: CollectionProps) {
	const { collection, records, reload } = props;
	const shown = useCollection(props);
	const { example, opened, isAdding, isOpen, open, close } = shown;
	const record = useMemo(
		() => records.find(({ id }) => id === opened),
		[records, opened],
	);
	const panel = { collection, reload, onAdd: open, onClose: close };
	return (
		<div class={isOpen ? "stack has-panel" : "stack"}>
			<RecordList {...shown} collection={collection} records={records} />
			{isAdding && example !== undefined && (
				<NewRecordPanel {...panel} example={example} />
			)}
			{opened !== undefined && !isAdding && (
				<RecordPanel
					{...panel}
					key={opened}
					id={opened}
					record={record}
					canAdd={example !== undefined}
				/>
			)}
		</div>
	);
}

/** Searches the records, and shows a page of those that are found. */
function RecordList({
	collection,
	records,
	noun,
	search,
	found,
	columns,
	example,
	opened,
	page,
	pages,
	go,
	startAdding,
}: Pick<CollectionProps, "collection" | "records"> &
	ReturnType<typeof useCollection>) {
	return (
		<section class="state-list stack" aria-label={`${noun}s`}>
			<div class="row">
				<SearchField collection={collection} />
				<span class="faint" aria-live="polite">
					{search !== "" && (found ? `${found.length} found` : "Searching…")}
				</span>
				<span class="grow" />
				{example !== undefined && (
					<button type="button" class="primary" onClick={startAdding}>
						Add {noun}
					</button>
				)}
			</div>
			{found && found.length > 0 && (
				<RecordTable
					collection={collection}
					records={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
					columns={columns}
					opened={opened}
				/>
			)}
			{records.length === 0 && (
				<Empty title={`This session has no ${noun}s`}>
					<p>
						Requests that create them add them here
						{example !== undefined && ", and so can you"}.
					</p>
				</Empty>
			)}
			{records.length > 0 && found?.length === 0 && (
				<Empty title={`No ${noun} contains “${search}”`}>
					<button type="button" onClick={() => go({ search: "", page: "" })}>
						Clear search
					</button>
				</Empty>
			)}
			<Pager
				page={page}
				pages={pages}
				onPage={(page) => go({ page: `${page}` })}
			/>
		</section>
	);
}

/** Moves the focus to where the record was opened, after it is closed. */
function useFocusOnClose(opened: string | undefined, isAdding: boolean): void {
	const before = useRef<string | undefined>(undefined);
	useEffect(() => {
		const closed = before.current;
		before.current = opened;
		if (closed !== undefined && opened === undefined && !isAdding)
			document.getElementById(linkId(closed))?.focus();
	}, [opened, isAdding]);
}
