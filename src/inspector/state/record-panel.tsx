import { useEffect, useState } from "preact/hooks";
import { readExample } from "../model/connection.ts";
import { useInspector, useResource } from "../model/inspector.ts";
import { JsonView } from "../ui/json-view.tsx";
import { Button, Panel } from "../ui/parts.tsx";
import { RecordEditor, type SaveMode } from "./record-editor.tsx";
import {
	type Draft,
	draftKey,
	drafts,
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
	{ shown: { info, noun, open }, id }: RecordProps,
	discard: () => void,
): SaveMode {
	const { change, messages } = useInspector();
	const { name } = info;
	if (id === "")
		return {
			action: `Add ${noun}`,
			hint: "The mock adds the id, and the time if you leave it out.",
			async onSave(values) {
				const added = await change((mock) => mock.addRecord(name, values));
				discard();
				messages.tell(`Added ${noun} ${idOf(added, info)}.`);
				open(idOf(added, info));
			},
		};
	return {
		action: `Save ${noun}`,
		hint: "The id cannot change. Your text is kept until you save or discard it.",
		async onSave(values) {
			const done = `Saved ${noun} ${id}.`;
			await change((mock) => mock.updateRecord(name, id, values), done);
			discard();
		},
	};
}

/** Shows a record, which may be on another page of the list. */
export function OpenRecord(props: RecordProps) {
	const { id, shown } = props;
	const own = useResource("records", shown.info.name, { id });
	const listed = shown.records.find((each) => idOf(each, shown.info) === id);
	const record = own.data ? own.data.records[0] : listed;
	if (!record && !own.data) return null;
	return <RecordPanel {...props} record={record} />;
}

/** Adds a record, which begins as the example of the OpenAPI document. */
export function NewRecord({ shown }: CollectionProps) {
	const { connection } = useInspector();
	const { name } = shown.info;
	const [example, setExample] = useState<string>();
	useEffect(() => {
		const setEmpty = () => setExample("{}");
		connection
			.readDocument()
			.then((document) => setExample(readExample(document, name)), setEmpty);
	}, [connection, name]);
	if (example === undefined) return null;
	return <RecordPanel shown={shown} id="" record={undefined} text={example} />;
}

interface PanelProps extends RecordProps {
	/** Undefined if it was removed, or is new. */
	readonly record: StoredRecord | undefined;
	/** What a new record starts with. */
	readonly text?: string;
}

/** Shows the open record or a new one, and edits it. */
function RecordPanel(props: PanelProps) {
	const { shown, id, record, text = "" } = props;
	const { info, noun, close } = shown;
	const { session } = useInspector();
	const key = draftKey(session.value, info.name, id);
	const isNew = id === "";
	const current = record && JSON.stringify(record, null, 2);
	const started = isNew ? { text, base: text } : undefined;
	const draft = drafts.value.get(key) ?? started;
	const edit = (text: string, base: string) => setDraft(key, { text, base });
	const discard = () => setDraft(key, undefined);
	const mode = useSaving(props, discard);

	// Drops a draft without changes.
	useEffect(
		() => () => {
			const left = drafts.value.get(key);
			if (left?.text === left?.base) setDraft(key, undefined);
		},
		[key],
	);
	const title = isNew ? `New ${noun}` : id;
	return (
		<Panel
			label={title}
			title={title}
			takesFocus
			onClose={close}
			{...(!isNew && {
				onNext: () => shown.step(1),
				onPrevious: () => shown.step(-1),
			})}
		>
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
		</Panel>
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
	const { base } = draft;
	if (current === undefined)
		return <p class="odd">This {noun} was removed while you edited it.</p>;
	if (current === base) return null;
	return (
		<p class="odd">
			This {noun} has changed since you started to edit it. If you save, your
			text replaces that change.{" "}
			<Button label="Load their version" onClick={() => onLoad(current)} />
		</p>
	);
}

interface DetailProps extends CollectionProps {
	readonly record: StoredRecord;
	/** The record as JSON. */
	readonly text: string;
	onEdit(): void;
}

/** Shows a record as a tree or as text. */
function RecordDetail({ shown, record, text, onEdit }: DetailProps) {
	const { info, noun, close } = shown;
	const { ask } = useInspector();
	const id = idOf(record, info);
	async function remove(): Promise<void> {
		const isDone = await ask({
			title: `Remove ${noun}?`,
			text: `Requests of this session will no longer find ${id}.`,
			label: `Remove ${noun}`,
			done: `Removed ${noun} ${id}.`,
			run: (control) => control.removeRecord(info.name, id),
		});
		if (isDone) close();
	}
	return (
		<JsonView value={record} text={text} copies={`the ${noun} as JSON`}>
			<div class="row">
				<Button label={`Edit ${noun}`} onClick={onEdit} />
				<Button label={`Remove ${noun}`} class="danger" onClick={remove} />
			</div>
		</JsonView>
	);
}
