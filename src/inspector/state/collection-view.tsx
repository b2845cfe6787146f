import type { CollectionInfo } from "../../control/collection-control.ts";
import { useInspector } from "../model/inspector.ts";
import { Input } from "../ui/form.tsx";
import { defineField, useQueryForm } from "../ui/form-state.ts";
import { Alert, Button, Empty, IconButton } from "../ui/parts.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { formatDate } from "../ui/time.tsx";
import { NewRecord, OpenRecord } from "./record-panel.tsx";
import {
	draftKey,
	drafts,
	idOf,
	isTime,
	otherProperties,
	type StoredRecord,
	summarize,
} from "./records.ts";
import {
	type Collection,
	type CollectionProps,
	SEARCH_ID,
	useCollection,
} from "./use-collection.ts";

/** Shows the records of a collection in pages, with the one that is open beside them. */
export function CollectionView({ info }: { readonly info: CollectionInfo }) {
	const shown = useCollection(info);
	const { opened = "", isAdding, isOpen } = shown;
	return (
		<div class={isOpen ? "split has-panel" : "split"}>
			<RecordList shown={shown} />
			{isAdding && <NewRecord shown={shown} />}
			{isOpen && !isAdding && (
				<OpenRecord key={opened} shown={shown} id={opened} />
			)}
		</div>
	);
}

/** Searches the records, and shows a page of the results. */
function RecordList({ shown }: CollectionProps) {
	const { router } = useInspector();
	const { info, noun, search, records, total, isLoaded, opened = "" } = shown;
	const label = `Search ${noun}s`;
	const field = defineField("search", label, "search", { placeholder: label });
	const columns = recordColumns(shown);
	return (
		<section class="list" aria-label={`${noun}s`}>
			<div class="toolbar">
				<Input
					id={SEARCH_ID}
					form={useQueryForm({ page: "" })}
					field={field}
					aria-label={label}
				/>
				<span class="grow faint" role="status">
					{search !== "" && (isLoaded ? `${total} found` : "Searching…")}
				</span>
				<Pager shown={shown} />
				{info.isAddable && (
					<Button
						label={`Add ${noun}`}
						class="primary"
						onClick={shown.startAdding}
					/>
				)}
			</div>
			<Alert text={shown.error} />
			{records.length > 0 && (
				<Table
					label={`${noun}s`}
					columns={columns}
					items={records}
					opened={opened}
					idOf={(record) => idOf(record, info)}
					hrefOf={(record) =>
						router.link({
							id: info.name,
							query: { record: idOf(record, info), add: "" },
						})
					}
				/>
			)}
			{isLoaded && total === 0 && <NoRecords shown={shown} />}
		</section>
	);
}

function NoRecords({ shown }: CollectionProps) {
	const { router } = useInspector();
	const { info, noun, search, go, startAdding } = shown;
	if (search !== "" && info.count > 0)
		return (
			<Empty title={`No ${noun} contains “${search}”`}>
				<Button
					label="Clear search"
					onClick={() => go({ search: "", page: "" })}
				/>
			</Empty>
		);
	return (
		<Empty
			title={`This session has no ${noun}s`}
			text="Requests that create them add them here."
		>
			{info.isAddable ? (
				<Button label={`Add the first ${noun}`} onClick={startAdding} />
			) : (
				<a href={router.link({ view: "behavior" })}>Choose a dataset</a>
			)}
		</Empty>
	);
}

/** Goes through the pages of a table. */
function Pager({ shown: { page, pages, go } }: CollectionProps) {
	if (pages <= 1) return null;
	const step = (label: string, symbol: string, to: number) => (
		<IconButton
			label={label}
			onClick={to < 1 || to > pages ? undefined : () => go({ page: `${to}` })}
		>
			{symbol}
		</IconButton>
	);
	return (
		<nav class="row tight" aria-label="Pages">
			{step("Previous page", "‹", page - 1)}
			<span class="faint">
				Page {page} of {pages}
			</span>
			{step("Next page", "›", page + 1)}
		</nav>
	);
}

/** The columns that there is room for, by their place after the id. */
const FROM = [undefined, "medium", "medium", "wide", "wide"] as const;

/** Returns a column for the id, for the most frequent properties, and for all others. */
function recordColumns({ info, columns }: Collection): Column<StoredRecord>[] {
	const { idProperty } = info;
	const own = columns.names.map((name, index) => ({
		title: name,
		...(FROM[index] && { from: FROM[index] }),
		cell: (record: StoredRecord) => <Cell value={Reflect.get(record, name)} />,
	}));
	const others = (record: StoredRecord): unknown => {
		const rest = otherProperties(record, columns, idProperty);
		return Object.keys(rest).length > 0 ? rest : undefined;
	};
	return [
		{
			title: idProperty,
			width: "13rem",
			isLink: true,
			cell: (record) => <RecordId id={idOf(record, info)} info={info} />,
		},
		...own,
		...(columns.hasMore
			? [
					{
						title: "other properties",
						from: "wide" as const,
						cell: (record: StoredRecord) => <Cell value={others(record)} />,
					},
				]
			: []),
	];
}

/** Shows a value of a record in one line. */
function Cell({ value }: { readonly value: unknown }) {
	if (value === undefined) return <span class="faint">–</span>;
	if (isTime(value))
		return (
			<time dateTime={value} title={value}>
				{formatDate(value)}
			</time>
		);
	const text = summarize(value);
	return (
		<span class={typeof value === "object" ? "faint" : undefined} title={text}>
			{text}
		</span>
	);
}

const TAIL_LENGTH = 6;

interface IdProps {
	readonly id: string;
	readonly info: CollectionInfo;
}

/** Shows an id, whose end tells ids apart that were generated one after the other. */
function RecordId({ id, info }: IdProps) {
	const { session } = useInspector();
	const draft = drafts.value.get(draftKey(session.value, info.name, id));
	return (
		<>
			<span class="state-id mono" title={id}>
				<span>{id.slice(0, -TAIL_LENGTH)}</span>
				<span>{id.slice(-TAIL_LENGTH)}</span>
			</span>
			{draft !== undefined && draft.text !== draft.base && (
				<span class="badge odd">not saved</span>
			)}
		</>
	);
}
