import { useInspector } from "../model/inspector.ts";
import {
	type Columns,
	isTime,
	otherProperties,
	type Records,
	type StoredRecord,
	summarize,
} from "./columns.ts";
import { draftKey, drafts } from "./drafts.ts";

/** The id of the element that opens a record. */
export const linkId = (id: string): string => `record-${id}`;

/** Shows a page of records. */
export function RecordTable({
	collection,
	records,
	columns,
	opened,
}: {
	readonly collection: string;
	readonly records: Records;
	readonly columns: Columns;
	/** The id of the record that is open. */
	readonly opened: string | undefined;
}) {
	return (
		<div class="scroll">
			<table class="state-table">
				<thead>
					<tr>
						<th scope="col">id</th>
						{columns.names.map((name) => (
							<th key={name} scope="col">
								{name}
							</th>
						))}
						{columns.hasMore && <th scope="col">other properties</th>}
					</tr>
				</thead>
				<tbody>
					{records.map((record) => (
						<Row
							key={record.id}
							collection={collection}
							record={record}
							columns={columns}
							isOpen={record.id === opened}
						/>
					))}
				</tbody>
			</table>
		</div>
	);
}

function Row({
	collection,
	record,
	columns,
	isOpen,
}: {
	readonly collection: string;
	readonly record: StoredRecord;
	readonly columns: Columns;
	readonly isOpen: boolean;
}) {
	const { router, session } = useInspector();
	const { id } = record;
	const properties = new Map<string, unknown>(Object.entries(record));
	const others = columns.hasMore ? otherProperties(record, columns) : {};
	const draft = drafts.value.get(draftKey(session.value, collection, id));
	const isEdited = draft !== undefined && draft.text !== draft.base;
	return (
		<tr>
			<td>
				<a
					id={linkId(id)}
					href={router.link({ id: collection, query: { record: id, add: "" } })}
					aria-current={isOpen ? "true" : undefined}
				>
					<RecordId id={id} />
				</a>
				{isEdited && <span class="badge odd">not saved</span>}
			</td>
			{columns.names.map((name) => (
				<td key={name}>
					<Cell value={properties.get(name)} />
				</td>
			))}
			{columns.hasMore && (
				<td>
					<Cell value={Object.keys(others).length > 0 ? others : undefined} />
				</td>
			)}
		</tr>
	);
}

const format = new Intl.DateTimeFormat(undefined, {
	dateStyle: "medium",
	timeStyle: "medium",
});

/** Shows a value of a record in one line. */
export function Cell({ value }: { readonly value: unknown }) {
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

/** Shows an id, whose end tells ids apart that were generated one after the other. */
export function RecordId({ id }: { readonly id: string }) {
	return (
		<span class="state-id mono" title={id}>
			<span>{id.slice(0, -TAIL_LENGTH)}</span>
			<span>{id.slice(-TAIL_LENGTH)}</span>
		</span>
	);
}

/** Goes through the pages of a table. */
export function Pager({
	page,
	pages,
	onPage,
}: {
	/** Counts from 1. */
	readonly page: number;
	readonly pages: number;
	onPage(page: number): void;
}) {
	if (pages <= 1) return null;
	return (
		<nav class="row end" aria-label="Pages">
			<button
				type="button"
				disabled={page <= 1}
				onClick={() => onPage(page - 1)}
			>
				Previous page
			</button>
			<span>
				Page {page} of {pages}
			</span>
			<button
				type="button"
				disabled={page >= pages}
				onClick={() => onPage(page + 1)}
			>
				Next page
			</button>
		</nav>
	);
}
