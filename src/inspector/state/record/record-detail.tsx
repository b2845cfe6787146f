import { signal } from "@preact/signals";
import { useCopy } from "../../model/use-copy.ts";
import { JsonTree } from "../../ui/json-tree.tsx";
import type { StoredRecord } from "../records.ts";

/** Whether records are shown as text; the same for all. */
const isRaw = signal(false);

/** Shows a record as a tree or as text. */
export function RecordDetail({
	record,
	text,
	noun,
	onEdit,
	onRemove,
}: {
	readonly record: StoredRecord;
	/** The record as JSON. */
	readonly text: string;
	readonly noun: string;
	onEdit(): void;
	onRemove(): void;
}) {
	const copy = useCopy();
	return (
		<>
			<div class="bar state-actions">
				<div class="buttons">
					<button type="button" onClick={onEdit}>
						Edit {noun}
					</button>
					<button type="button" class="danger" onClick={onRemove}>
						Remove {noun}
					</button>
				</div>
				<div class="buttons">
					<button
						type="button"
						class="icon"
						aria-pressed={isRaw.value}
						onClick={() => {
							isRaw.value = !isRaw.value;
						}}
					>
						Raw
					</button>
					<button
						type="button"
						class="icon"
						onClick={() => copy(text, `the ${noun} as JSON`)}
					>
						Copy JSON
					</button>
				</div>
			</div>
			{isRaw.value ? <pre>{text}</pre> : <JsonTree value={record} />}
		</>
	);
}
