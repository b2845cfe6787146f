import { useEffect, useMemo, useRef } from "preact/hooks";
import { useInspector, useKeys } from "../model/inspector.ts";
import { Empty } from "../ui/parts.tsx";
import { chooseColumns, nounOf, type Records } from "./columns.ts";
import { readExample } from "./drafts.ts";
import { NewRecordPanel, RecordPanel } from "./record-panel.tsx";
import { linkId, Pager, RecordTable } from "./record-table.tsx";
import { focusSearch, SearchField, useSearch } from "./search.tsx";

const PAGE_SIZE = 25;

/** Shows the records of a collection in pages, with the one that is open beside them. */
export function CollectionView({
	collection,
	records,
	openApi,
	reload,
}: {
	readonly collection: string;
	readonly records: Records;
	/** The OpenAPI document, once it is loaded. */
	readonly openApi: object | undefined;
	reload(): Promise<void>;
}) {
	const { router } = useInspector();
	const {
		search = "",
		page: given = "",
		record: opened,
		add,
	} = router.route.value.query;
	const noun = nounOf(collection);
	const found = useSearch(records, search);
	const columns = useMemo(() => chooseColumns(records), [records]);
	const record = useMemo(
		() => records.find(({ id }) => id === opened),
		[records, opened],
	);
	const example = useMemo(
		() => readExample(openApi, collection),
		[openApi, collection],
	);
	const pages = Math.max(1, Math.ceil((found?.length ?? 0) / PAGE_SIZE));
	const page = Math.min(pages, Math.max(1, Math.trunc(Number(given)) || 1));
	const isAdding = add !== undefined && example !== undefined;
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
		{ key: "/", does: `Search ${noun}s`, run: focusSearch },
		{ key: "j", does: `Open the next ${noun}`, run: () => step(1) },
		{ key: "k", does: `Open the previous ${noun}`, run: () => step(-1) },
		...(example === undefined
			? []
			: [{ key: "a", does: `Add ${noun}`, run: startAdding }]),
		...(isOpen
			? [{ key: "Escape", does: `Close the ${noun}`, run: close }]
			: []),
	]);
	// The focus goes back to where the record was opened.
	const before = useRef<string | undefined>(undefined);
	useEffect(() => {
		const closed = before.current;
		before.current = opened;
		if (closed !== undefined && opened === undefined && !isAdding)
			document.getElementById(linkId(closed))?.focus();
	}, [opened, isAdding]);

	return (
		<div class={isOpen ? "state-split state-has-panel" : "state-split"}>
			<section class="state-list" aria-label={`${noun}s`}>
				<div class="bar">
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
			{isAdding && (
				<NewRecordPanel
					collection={collection}
					example={example}
					reload={reload}
					onAdd={open}
					onClose={close}
				/>
			)}
			{opened !== undefined && !isAdding && (
				<RecordPanel
					key={opened}
					collection={collection}
					id={opened}
					record={record}
					canAdd={example !== undefined}
					reload={reload}
					onAdd={open}
					onClose={close}
				/>
			)}
		</div>
	);
}
