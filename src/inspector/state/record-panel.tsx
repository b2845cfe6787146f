import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useInspector } from "../model/inspector.ts";
import { JsonTree, useCopy } from "../ui/json-view.tsx";
import { IconButton } from "../ui/parts.tsx";
import { nounOf, type StoredRecord } from "./columns.ts";
import { draftKey, drafts, setDraft } from "./drafts.ts";
import { RecordEditor } from "./record-editor.tsx";

const format = (record: StoredRecord): string =>
	JSON.stringify(record, null, 2);

type Values = Readonly<Record<string, unknown>>;

interface PanelProps {
	readonly collection: string;
	reload(): Promise<void>;
	onAdd(id: string): void;
	onClose(): void;
}

/** Returns functions that change a record or its draft. @param id empty for a new record */
function useRecord(
	{ collection, reload, onAdd, onClose }: PanelProps,
	id: string,
) {
	const { connection, session, notices, run } = useInspector();
	const noun = nounOf(collection);
	const key = draftKey(session.value, collection, id);
	const control = connection.control(session.value);
	const discard = () => setDraft(key, undefined);
	return {
		noun,
		key,
		draft: drafts.value.get(key),
		edit: (text: string, base: string) => setDraft(key, { text, base }),
		discard,
		async save(values: Values) {
			await control.updateRecord(collection, id, values);
			await reload();
			discard();
			notices.tell(`Saved ${noun} ${id}.`);
		},
		async add(values: Values) {
			const added = await control.addRecord(collection, values);
			discard();
			notices.tell(`Added ${noun} ${added.id}.`);
			await reload();
			onAdd(added.id);
		},
		async remove() {
			const isDone = await run(
				() => control.removeRecord(collection, id),
				`Removed ${noun} ${id}.`,
				{
					title: `Remove ${noun}?`,
					text: `Requests of this session will no longer find ${id}.`,
					action: `Remove ${noun}`,
				},
			);
			if (!isDone) return;
			discard();
			onClose();
			await reload();
		},
	};
}

/** Shows the open record, and edits it. */
export function RecordPanel({
	id,
	record,
	canAdd,
	...props
}: PanelProps & {
	readonly id: string;
	/** Undefined if the session does not have it. */
	readonly record: StoredRecord | undefined;
	/** Whether the collection takes new records. */
	readonly canAdd: boolean;
}) {
	const { noun, key, draft, edit, discard, save, add, remove } = useRecord(
		props,
		id,
	);
	const current = record && format(record);

	// Drops a draft without changes.
	useEffect(
		() => () => {
			const left = drafts.value.get(key);
			if (left?.text === left?.base) setDraft(key, undefined);
		},
		[key],
	);
	const editing = record
		? {
				action: `Save ${noun}`,
				hint: "The id cannot change. Your text is kept until you save or discard it.",
				onSave: save,
			}
		: canAdd
			? {
					action: `Add as new ${noun}`,
					hint: "The mock adds a new id. Your text is kept until you add or discard it.",
					onSave: (values: Values) => add({ ...values, id: undefined }),
				}
			: {
					hint: `Only requests add ${noun}s. Your text is kept until you discard it.`,
				};
	return (
		<Panel title={id} onClose={props.onClose}>
			{draft ? (
				<>
					<Conflict
						noun={noun}
						text={draft.text}
						base={draft.base}
						current={current}
						onLoad={(theirs) => edit(theirs, theirs)}
					/>
					<RecordEditor
						text={draft.text}
						isChanged={draft.text !== draft.base}
						{...editing}
						onInput={(text) => edit(text, draft.base)}
						onCancel={discard}
					/>
				</>
			) : record && current !== undefined ? (
				<RecordDetail
					record={record}
					text={current}
					noun={noun}
					onEdit={() => edit(current, current)}
					onRemove={remove}
				/>
			) : (
				<p>
					This session has no such {noun}. It was removed, or is in another
					session.
				</p>
			)}
		</Panel>
	);
}

/** Says that the record was changed or removed by others while it is edited. */
function Conflict({
	noun,
	text,
	base,
	current,
	onLoad,
}: {
	readonly noun: string;
	readonly text: string;
	/** The text at the start. */
	readonly base: string;
	/** Undefined if the record was removed. */
	readonly current: string | undefined;
	onLoad(current: string): void;
}) {
	const copy = useCopy();
	if (current === undefined)
		return (
			<p class="odd">
				This {noun} was removed while you edited it.{" "}
				<button type="button" onClick={() => copy(text, "your text")}>
					Copy text
				</button>
			</p>
		);
	if (current === base) return null;
	return (
		<p class="odd">
			This {noun} has changed since you started to edit it. If you save, your
			text replaces that change.{" "}
			<button type="button" onClick={() => onLoad(current)}>
				Load their version
			</button>
		</p>
	);
}

/** Adds a record. @param example the text to start with */
export function NewRecordPanel({
	example,
	...props
}: PanelProps & { readonly example: string }) {
	const { noun, draft, edit, discard, add } = useRecord(props, "");
	const text = draft?.text ?? example;
	return (
		<Panel title={`New ${noun}`} onClose={props.onClose}>
			<RecordEditor
				text={text}
				isChanged={text !== example}
				action={`Add ${noun}`}
				hint="The mock adds the id, and the time if you leave it out."
				onInput={(text) => edit(text, example)}
				onSave={add}
				onCancel={() => {
					discard();
					props.onClose();
				}}
			/>
		</Panel>
	);
}

/** @param onClose is called for its close button too */
function Panel({
	title,
	onClose,
	children,
}: {
	readonly title: string;
	onClose(): void;
	readonly children: ComponentChildren;
}) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), [title]);
	return (
		<aside class="card stack state-panel" aria-label={title}>
			<header class="bar top">
				<h2 ref={heading} tabIndex={-1} class="grow">
					{title}
				</h2>
				<IconButton
					label="Close the record"
					title="Close (Esc)"
					onClick={onClose}
				/>
			</header>
			{children}
		</aside>
	);
}

/** Whether records are shown as text; the same for all. */
const isRaw = signal(false);

/** Shows a record as a tree or as text. */
function RecordDetail({
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
			<div class="row">
				<button type="button" onClick={onEdit}>
					Edit {noun}
				</button>
				<button type="button" class="danger" onClick={onRemove}>
					Remove {noun}
				</button>
				<span class="grow" />
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
			{isRaw.value ? <pre>{text}</pre> : <JsonTree value={record} />}
		</>
	);
}
