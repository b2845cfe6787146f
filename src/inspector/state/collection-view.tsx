import { useInspector } from "../model/inspector.ts";
import { Input } from "../ui/form.tsx";
import { defineField, useQueryForm } from "../ui/form-state.ts";
import { Button, Empty } from "../ui/parts.tsx";
import { RecordPanel } from "./record-panel.tsx";
import {
	draftKey,
	drafts,
	idNameOf,
	idOf,
	isTime,
	otherProperties,
	type Records,
	type StoredRecord,
	summarize,
} from "./records.ts";
import {
	type CollectionProps,
	linkId,
	SEARCH_ID,
	useCollection,
} from "./use-collection.ts";

interface ViewProps {
	readonly collection: string;
	readonly records: Records;
}

/** Shows the records of a collection in pages, with the open record beside them. */
export function CollectionView({ collection, records }: ViewProps) {
	const shown = useCollection(collection, records);
	const { opened = "", isAdding, isOpen } = shown;
	const id = isAdding ? "" : opened;
	return (
		<div class={isOpen ? "stack has-panel" : "stack"}>
			<RecordList shown={shown} />
			{isOpen && <RecordPanel key={id} shown={shown} id={id} />}
		</div>
	);
}

/** Searches the records, and shows a page of the results. */
function RecordList({ shown }: CollectionProps) {
	const { noun, records, search, found, listed, example, go } = shown;
	const label = `Search ${noun}s`;
	const field = defineField("search", label, "search", { placeholder: label });
	const clear = () => go({ search: "", page: "" });
	return (
		<section class="state-list stack" aria-label={`${noun}s`}>
			<div class="row">
				<Input
					id={SEARCH_ID}
					class="state-search"
					form={useQueryForm({ page: "" })}
					field={field}
					aria-label={label}
				/>
				<span class="faint" aria-live="polite">
					{search !== "" && (found ? `${found.length} found` : "Searching…")}
				</span>
				<span class="grow" />
				{example !== undefined && (
					<Button
						label={`Add ${noun}`}
						class="primary"
						onClick={shown.startAdding}
					/>
				)}
			</div>
			{listed.length > 0 && <RecordTable shown={shown} />}
			{records.length === 0 && (
				<Empty
					title={`This session has no ${noun}s`}
					text={`Requests that create them add them here${example === undefined ? "" : ", and so can you"}.`}
				/>
			)}
			{records.length > 0 && found?.length === 0 && (
				<Empty title={`No ${noun} contains “${search}”`}>
					<Button label="Clear search" onClick={clear} />
				</Empty>
			)}
			<Pager shown={shown} />
		</section>
	);
}

/** Navigates the pages of a table. */
function Pager({ shown: { page, pages, go } }: CollectionProps) {
	if (pages <= 1) return null;
	const link = (label: string, to: number) => (
		<Button
			label={label}
			disabled={to < 1 || to > pages}
			onClick={() => go({ page: `${to}` })}
		/>
	);
	return (
		<nav class="row end" aria-label="Pages">
			{link("Previous page", page - 1)}
			<span>
				Page {page} of {pages}
			</span>
			{link("Next page", page + 1)}
		</nav>
	);
}

/** Shows a page of records. */
export function RecordTable({ shown }: CollectionProps) {
	const { columns, listed } = shown;
	const names = [idNameOf(listed[0]), ...columns.names];
	if (columns.hasMore) names.push("other properties");
	return (
		<div class="scroll">
			<table class="state-table">
				<thead>
					<tr>
						{names.map((name) => (
							<th key={name} scope="col">
								{name}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{listed.map((record) => (
						<Row key={idOf(record)} shown={shown} record={record} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function Row({
	shown: { collection, columns, opened },
	record,
}: CollectionProps & { readonly record: StoredRecord }) {
	const { router, session } = useInspector();
	const id = idOf(record);
	const properties = new Map<string, unknown>(Object.entries(record));
	const values = columns.names.map((name) => properties.get(name));
	const others = otherProperties(record, columns);
	if (columns.hasMore)
		values.push(Object.keys(others).length > 0 ? others : undefined);
	const draft = drafts.value.get(draftKey(session.value, collection, id));
	const isEdited = draft !== undefined && draft.text !== draft.base;
	return (
		<tr>
			<td>
				<a
					id={linkId(id)}
					href={router.link({ id: collection, query: { record: id, add: "" } })}
					aria-current={id === opened ? "true" : undefined}
				>
					<RecordId id={id} />
				</a>
				{isEdited && <span class="badge odd">not saved</span>}
			</td>
			{values.map((value, index) => (
				<td key={index}>
					<Cell value={value} />
				</td>
			))}
		</tr>
	);
}

const format = new Intl.DateTimeFormat(undefined, {
	dateStyle: "medium",
	timeStyle: "medium",
});

/** Shows a value of a record in one line. */
function Cell({ value }: { readonly value: unknown }) {
	if (value === undefined) return <span class="faint">–</span>;
	if (isTime(value))
		return (
			<time dateTime={value} title={value}>
				{format.format(new Date(value))}
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

/** Shows an id. Its end is always visible, because only the ends of consecutive ids differ. */
const RecordId = ({ id }: { readonly id: string }) => (
	<span class="state-id mono" title={id}>
		<span>{id.slice(0, -TAIL_LENGTH)}</span>
		<span>{id.slice(-TAIL_LENGTH)}</span>
	</span>
);
