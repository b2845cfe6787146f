import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useInspector } from "../model/inspector.ts";
import { JsonTree, useCopy } from "../ui/json-view.tsx";
import { nounOf, type StoredRecord } from "./columns.ts";
import { draftKey, drafts, setDraft } from "./drafts.ts";
import { RecordEditor } from "./record-editor.tsx";
import "./record.css";

const format = (record: StoredRecord): string =>
	JSON.stringify(record, null, 2);

/** Shows the open record, and edits it. */
export function RecordPanel({
	collection,
	id,
	record,
	canAdd,
	reload,
	onAdd,
	onClose,
}: {
	readonly collection: string;
	readonly id: string;
	/** Undefined if the session does not have it. */
	readonly record: StoredRecord | undefined;
	/** Whether the collection takes new records. */
	readonly canAdd: boolean;
	reload(): Promise<void>;
	onAdd(id: string): void;
	onClose(): void;
}) {
	const { connection, session, dialogs, notices, run } = useInspector();
	const noun = nounOf(collection);
	const key = draftKey(session.value, collection, id);
	const draft = drafts.value.get(key);
	const control = connection.control(session.value);
	const current = record && format(record);
	const copy = useCopy();

	// Drops a draft without changes.
	useEffect(
		() => () => {
			const left = drafts.value.get(key);
			if (left?.text === left?.base) setDraft(key, undefined);
		},
		[key],
	);

	async function save(values: Readonly<Record<string, unknown>>) {
		await control.updateRecord(collection, id, values);
		await reload();
		setDraft(key, undefined);
		notices.tell(`Saved ${noun} ${id}.`);
	}
	async function addAsNew(values: Readonly<Record<string, unknown>>) {
		const added = await control.addRecord(collection, {
			...values,
			id: undefined,
		});
		setDraft(key, undefined);
		notices.tell(`Added ${noun} ${added.id}.`);
		await reload();
		onAdd(added.id);
	}
	async function remove(): Promise<void> {
		const isConfirmed = await dialogs.confirm({
			title: `Remove ${noun}?`,
			text: `Requests of this session will no longer find ${id}.`,
			action: `Remove ${noun}`,
		});
		if (!isConfirmed) return;
		const isDone = await run(
			() => control.removeRecord(collection, id),
			`Removed ${noun} ${id}.`,
		);
		if (!isDone) return;
		setDraft(key, undefined);
		onClose();
		await reload();
	}
	return (
		<Panel title={id} onClose={onClose}>
			{draft && current === undefined && (
				<p class="odd">
					This {noun} was removed while you edited it.{" "}
					<button type="button" onClick={() => copy(draft.text, "your text")}>
						Copy text
					</button>
				</p>
			)}
			{draft && current !== undefined && current !== draft.base && (
				<p class="odd">
					This {noun} has changed since you started to edit it. If you save,
					your text replaces that change.{" "}
					<button
						type="button"
						onClick={() => setDraft(key, { text: current, base: current })}
					>
						Load their version
					</button>
				</p>
			)}
			{draft && (
				<RecordEditor
					text={draft.text}
					isChanged={draft.text !== draft.base}
					{...(record
						? {
								action: `Save ${noun}`,
								hint: "The id cannot change. Your text is kept until you save or discard it.",
								onSave: save,
							}
						: canAdd
							? {
									action: `Add as new ${noun}`,
									hint: "The mock adds a new id. Your text is kept until you add or discard it.",
									onSave: addAsNew,
								}
							: {
									hint: `Only requests add ${noun}s. Your text is kept until you discard it.`,
								})}
					onInput={(text) => setDraft(key, { ...draft, text })}
					onCancel={() => setDraft(key, undefined)}
				/>
			)}
			{!draft && record && (
				<RecordDetail
					record={record}
					text={format(record)}
					noun={noun}
					onEdit={() =>
						setDraft(key, { text: format(record), base: format(record) })
					}
					onRemove={remove}
				/>
			)}
			{!draft && !record && (
				<p>
					This session has no such {noun}. It was removed, or is in another
					session.
				</p>
			)}
		</Panel>
	);
}

/** Adds a record. */
export function NewRecordPanel({
	collection,
	example,
	reload,
	onAdd,
	onClose,
}: {
	readonly collection: string;
	/** The text to start with. */
	readonly example: string;
	reload(): Promise<void>;
	onAdd(id: string): void;
	onClose(): void;
}) {
	const { connection, session, notices } = useInspector();
	const noun = nounOf(collection);
	const key = draftKey(session.value, collection, "");
	const { text } = drafts.value.get(key) ?? { text: example };
	return (
		<Panel title={`New ${noun}`} onClose={onClose}>
			<RecordEditor
				text={text}
				isChanged={text !== example}
				action={`Add ${noun}`}
				hint="The mock adds the id, and the time if you leave it out."
				onInput={(text) => setDraft(key, { text, base: example })}
				onSave={async (values) => {
					const control = connection.control(session.value);
					const { id } = await control.addRecord(collection, values);
					setDraft(key, undefined);
					notices.tell(`Added ${noun} ${id}.`);
					await reload();
					onAdd(id);
				}}
				onCancel={() => {
					setDraft(key, undefined);
					onClose();
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
		<aside class="card state-panel" aria-label={title}>
			<header class="bar">
				<h2 ref={heading} tabIndex={-1} class="wrap grow">
					{title}
				</h2>
				<button
					type="button"
					class="icon"
					aria-label="Close the record"
					title="Close (Esc)"
					onClick={onClose}
				>
					✕
				</button>
			</header>
			{children}
		</aside>
	);
}

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
