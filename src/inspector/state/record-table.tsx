import { useInspector } from "../model/inspector.ts";
import {
	isTime,
	otherProperties,
	type StoredRecord,
	summarize,
} from "./columns.ts";
import { draftKey, drafts } from "./drafts.ts";
import { type CollectionProps, linkId } from "./use-collection.ts";

/** Shows a page of records. */
export function RecordTable({ shown }: CollectionProps) {
	const { columns, listed } = shown;
	const names = ["id", ...columns.names];
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
						<Row key={record.id} shown={shown} record={record} />
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
	const { id } = record;
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

/** Shows an id, whose end tells ids apart that were generated one after the other. */
const RecordId = ({ id }: { readonly id: string }) => (
	<span class="state-id mono" title={id}>
		<span>{id.slice(0, -TAIL_LENGTH)}</span>
		<span>{id.slice(-TAIL_LENGTH)}</span>
	</span>
);
