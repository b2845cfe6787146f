import { useInspector } from "../model/use-inspector.ts";
import { Cell, RecordId } from "./cell.tsx";
import { type Columns, otherProperties } from "./columns.ts";
import { draftKey, drafts } from "./record/drafts.ts";
import type { Records, StoredRecord } from "./records.ts";

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
						{columns.names.map((name, index) => (
							<th key={name} scope="col" class={`state-column-${index}`}>
								{name}
							</th>
						))}
						{columns.hasMore && (
							<th scope="col" class="state-others">
								other properties
							</th>
						)}
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
		<tr class={isOpen ? "state-open" : undefined}>
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
			{columns.names.map((name, index) => (
				<td key={name} class={`state-column-${index}`}>
					<Cell value={properties.get(name)} />
				</td>
			))}
			{columns.hasMore && (
				<td class="state-others">
					<Cell value={Object.keys(others).length > 0 ? others : undefined} />
				</td>
			)}
		</tr>
	);
}
