import { Input, useQueryForm } from "../ui/form.tsx";
import { Button, Empty } from "../ui/parts.tsx";
import type { Records } from "./columns.ts";
import { RecordPanel } from "./record-panel.tsx";
import { RecordTable } from "./record-table.tsx";
import {
	type CollectionProps,
	SEARCH_ID,
	useCollection,
} from "./use-collection.ts";

/** Shows the records of a collection in pages, with the one that is open beside them. */
export function CollectionView({
	collection,
	records,
}: {
	readonly collection: string;
	readonly records: Records;
}) {
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

/** Searches the records, and shows a page of those that are found. */
function RecordList({ shown }: CollectionProps) {
	const { noun, records, search, found, listed, example, go } = shown;
	const form = useQueryForm({ page: "" });
	return (
		<section class="state-list stack" aria-label={`${noun}s`}>
			<div class="row">
				<Input
					id={SEARCH_ID}
					class="state-search"
					form={form}
					field={{
						name: "search",
						label: "",
						type: "search",
						placeholder: `Search ${noun}s`,
					}}
					aria-label={`Search ${noun}s`}
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
				<Empty title={`This session has no ${noun}s`}>
					<p>
						Requests that create them add them here
						{example !== undefined && ", and so can you"}.
					</p>
				</Empty>
			)}
			{records.length > 0 && found?.length === 0 && (
				<Empty title={`No ${noun} contains “${search}”`}>
					<Button
						label="Clear search"
						onClick={() => go({ search: "", page: "" })}
					/>
				</Empty>
			)}
			<Pager shown={shown} />
		</section>
	);
}

/** Goes through the pages of a table. */
function Pager({ shown: { page, pages, go } }: CollectionProps) {
	if (pages <= 1) return null;
	const show = (page: number) => go({ page: `${page}` });
	return (
		<nav class="row end" aria-label="Pages">
			<Button
				label="Previous page"
				disabled={page <= 1}
				onClick={() => show(page - 1)}
			/>
			<span>
				Page {page} of {pages}
			</span>
			<Button
				label="Next page"
				disabled={page >= pages}
				onClick={() => show(page + 1)}
			/>
		</nav>
	);
}
