import type { CollectionInfo } from "../../control/collection-control.ts";
import { useInspector } from "../model/inspector.ts";
import { defineField, useQueryForm } from "../ui/form-state.ts";
import { ListView } from "../ui/list-view.tsx";
import { Alert, Button, Empty, IconButton } from "../ui/parts.tsx";
import type { Column } from "../ui/table.tsx";
import { formatDate } from "../ui/time.tsx";
import { NewRecord, OpenRecord } from "./record-panel.tsx";
import {
	idOf as idOfRecord,
	isTime,
	otherProperties,
	type Records,
	type StoredRecord,
	summarize,
} from "./records.ts";
import {
	type Collection,
	type CollectionProps,
	useCollection,
} from "./use-collection.ts";

/** Shows the records of a collection in pages, with the one that is open beside them. */
export function CollectionView({ info }: { readonly info: CollectionInfo }) {
	const { router } = useInspector();
	const shown = useCollection(info);
	const { noun, search, total, isLoaded, opened, isAdding, isOpen } = shown;
	const add = { key: "a", does: `Add ${noun}`, run: shown.startAdding };
	const idOf = (record: StoredRecord): string => idOfRecord(record, info);
	return (
		<ListView
			nouns={[noun, `${noun}s`]}
			form={useQueryForm({ page: "" })}
			filters={[defineField("search", `Search ${noun}s`, "search")]}
			columns={recordColumns(shown)}
			items={shown.records}
			opened={opened ?? ""}
			idOf={idOf}
			hrefOf={(record) =>
				router.link({
					id: info.name,
					query: { record: idOf(record), add: "" },
				})
			}
			step={shown.step}
			onClose={shown.close}
			keys={info.isAddable ? [add] : []}
			tools={
				<>
					<span class="grow faint" role="status">
						{search !== "" && (isLoaded ? `${total} found` : "Searching…")}
					</span>
					<Pager shown={shown} />
					{info.isAddable && (
						<Button label={add.does} class="primary" onClick={add.run} />
					)}
				</>
			}
			notes={<Alert text={shown.error} />}
			empty={isLoaded && total === 0 && <NoRecords shown={shown} />}
			panel={
				isOpen
					? () =>
							isAdding ? (
								<NewRecord shown={shown} />
							) : (
								<OpenRecord key={opened} shown={shown} id={opened ?? ""} />
							)
					: undefined
			}
		/>
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

const textOf = (value: unknown): string =>
	isTime(value) ? formatDate(value) : summarize(value);

/** A column of longer texts shares what the others leave. */
const MAX_FITTED = 26;

/** Returns the width of a column that shows the property of all records, if it is narrow. */
function fit(name: string, records: Records): string {
	const texts = records.map((record) => textOf(Reflect.get(record, name)));
	const longest = Math.max(...[name, ...texts].map(({ length }) => length));
	return longest > MAX_FITTED ? "auto" : `min(${longest}ch + 1rem, 27cqw)`;
}

/** The columns that there is room for, by their place after the id. */
const FROM = [undefined, "medium", "medium", "wide", "wide"] as const;

/** Returns a column for the id, for the most frequent properties, and for all others. */
function recordColumns(shown: Collection): Column<StoredRecord>[] {
	const { info, columns, records } = shown;
	const { idProperty } = info;
	const own = columns.names.map((name, index) => ({
		title: name,
		...(FROM[index] && { from: FROM[index], width: fit(name, records) }),
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
			cell: (record) => <RecordId id={idOfRecord(record, info)} />,
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
	const text = textOf(value);
	if (isTime(value))
		return (
			<time dateTime={value} title={value}>
				{text}
			</time>
		);
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
