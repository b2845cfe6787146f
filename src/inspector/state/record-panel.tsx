import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useInspector } from "../model/inspector.ts";
import { JsonTree, useCopy } from "../ui/json-view.tsx";
import { Button, IconButton } from "../ui/parts.tsx";
import { RecordEditor, type SaveMode, type Values } from "./record-editor.tsx";
import {
	type Draft,
	draftKey,
	drafts,
	idNameOf,
	idOf,
	type StoredRecord,
	setDraft,
} from "./records.ts";
import type { CollectionProps } from "./use-collection.ts";

interface RecordProps extends CollectionProps {
	/** The id of the record; empty for a new one. */
	readonly id: string;
}

/** Returns the way the text of the record is saved. */
function useSaving(
	{ shown: { collection, noun, example, open }, id }: RecordProps,
	isStored: boolean,
	discard: () => void,
): SaveMode {
	const { change, messages } = useInspector();
	async function save(values: Values): Promise<void> {
		const done = `Saved ${noun} ${id}.`;
		await change((mock) => mock.updateRecord(collection, id, values), done);
		discard();
	}
	async function add(values: Values): Promise<void> {
		const added = await change((mock) => mock.addRecord(collection, values));
		discard();
		messages.tell(`Added ${noun} ${idOf(added)}.`);
		open(idOf(added));
	}
	if (id === "") {
		const hint = "The mock adds the id, and the time if you leave it out.";
		return { action: `Add ${noun}`, hint, onSave: add };
	}
	if (isStored) {
		const hint =
			"The id cannot change. Your text is kept until you save or discard it.";
		return { action: `Save ${noun}`, hint, onSave: save };
	}
	if (example === undefined)
		return {
			hint: `Only requests add ${noun}s. Your text is kept until you discard it.`,
		};
	return {
		action: `Add as new ${noun}`,
		hint: "The mock adds a new id. Your text is kept until you add or discard it.",
		onSave: (values) => add({ ...values, [idNameOf(values)]: undefined }),
	};
}

/** Shows the open record or a new one, and edits it. */
export function RecordPanel(props: RecordProps) {
	const { shown, id } = props;
	const { collection, noun, records, example = "", close } = shown;
	const { session } = useInspector();
	const key = draftKey(session.value, collection, id);
	const isNew = id === "";
	const record = records.find((each) => idOf(each) === id);
	const current = record && JSON.stringify(record, null, 2);
	const started = isNew ? { text: example, base: example } : undefined;
	const draft = drafts.value.get(key) ?? started;
	const edit = (text: string, base: string) => setDraft(key, { text, base });
	const discard = () => setDraft(key, undefined);
	const mode = useSaving(props, record !== undefined, discard);

	// Drops a draft without changes.
	useEffect(
		() => () => {
			const left = drafts.value.get(key);
			if (left?.text === left?.base) setDraft(key, undefined);
		},
		[key],
	);
	const title = isNew ? `New ${noun}` : id;
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
					onClick={close}
				/>
			</header>
			{draft && !isNew && (
				<Conflict
					noun={noun}
					draft={draft}
					current={current}
					onLoad={(theirs) => edit(theirs, theirs)}
				/>
			)}
			{draft && (
				<RecordEditor
					{...mode}
					text={draft.text}
					isChanged={draft.text !== draft.base}
					onInput={(text) => edit(text, draft.base)}
					onCancel={() => {
						discard();
						if (isNew) close();
					}}
				/>
			)}
			{!draft && record && current !== undefined && (
				<RecordDetail
					shown={shown}
					record={record}
					text={current}
					onEdit={() => edit(current, current)}
				/>
			)}
			{!draft && !record && (
				<p>
					This session has no such {noun}. It was removed, or is in another
					session.
				</p>
			)}
		</aside>
	);
}

interface ConflictProps {
	readonly noun: string;
	readonly draft: Draft;
	/** Undefined if the record was removed. */
	readonly current: string | undefined;
	onLoad(current: string): void;
}

/** Reports that others have changed or removed the record while it is edited. */
function Conflict({ noun, draft, current, onLoad }: ConflictProps) {
	const { text, base } = draft;
	const copy = useCopy();
	if (current === undefined)
		return (
			<p class="odd">
				This {noun} was removed while you edited it.{" "}
				<Button label="Copy text" onClick={() => copy(text, "your text")} />
			</p>
		);
	if (current === base) return null;
	return (
		<p class="odd">
			This {noun} has changed since you started to edit it. If you save, your
			text replaces that change.{" "}
			<Button label="Load their version" onClick={() => onLoad(current)} />
		</p>
	);
}

/** Whether records are shown as text. This applies to all records. */
const isRaw = signal(false);

interface DetailProps extends CollectionProps {
	readonly record: StoredRecord;
	/** The record as JSON. */
	readonly text: string;
	onEdit(): void;
}

/** Shows a record as a tree or as text. */
function RecordDetail({ shown, record, text, onEdit }: DetailProps) {
	const { collection, noun, close } = shown;
	const { ask } = useInspector();
	const copy = useCopy();
	const id = idOf(record);
	async function remove(): Promise<void> {
		const isDone = await ask({
			title: `Remove ${noun}?`,
			text: `Requests of this session will no longer find ${id}.`,
			label: `Remove ${noun}`,
			done: `Removed ${noun} ${id}.`,
			run: (control) => control.removeRecord(collection, id),
		});
		if (isDone) close();
	}
	return (
		<>
			<div class="bar">
				<div class="row">
					<Button label={`Edit ${noun}`} onClick={onEdit} />
					<Button label={`Remove ${noun}`} class="danger" onClick={remove} />
				</div>
				<div class="row">
					<Button
						label="Raw"
						class="icon"
						aria-pressed={isRaw.value}
						onClick={() => {
							isRaw.value = !isRaw.value;
						}}
					/>
					<Button
						label="Copy JSON"
						class="icon"
						onClick={() => copy(text, `the ${noun} as JSON`)}
					/>
				</div>
			</div>
			{isRaw.value ? <pre>{text}</pre> : <JsonTree value={record} />}
		</>
	);
}
