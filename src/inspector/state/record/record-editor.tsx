import { useId, useRef, useState } from "preact/hooks";
import { isObject } from "../../../values/is-object.ts";
import { findPointer } from "./find-pointer.ts";
import { InvalidPlaces } from "./invalid-places.tsx";

const MIN_ROWS = 8;
const MAX_ROWS = 24;

/** Returns the object of a JSON text. @throws Error that says what is wrong with it */
function readObject(text: string): Readonly<Record<string, unknown>> {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new Error(
			`This is not valid JSON. ${error instanceof Error ? error.message : ""}`,
		);
	}
	if (isObject(value)) return value;
	throw new Error("A record is an object: start it with { and end it with }.");
}

/** Edits a record as JSON. Whatever is wrong with it, the text stays. */
export function RecordEditor({
	text,
	isChanged,
	action,
	hint,
	onInput,
	onSave,
	onCancel,
}: {
	readonly text: string;
	readonly isChanged: boolean;
	/** The label of the button that saves; undefined if the text cannot be saved. */
	readonly action?: string;
	readonly hint: string;
	onInput(text: string): void;
	onSave?(values: Readonly<Record<string, unknown>>): Promise<void>;
	onCancel(): void;
}) {
	/** What is wrong with the text: no longer true once it changes. */
	const [failed, setFailed] = useState<{ text: string; error: unknown }>();
	const [isSaving, setSaving] = useState(false);
	const area = useRef<HTMLTextAreaElement>(null);
	const hintId = useId();
	const [rows] = useState(() =>
		Math.max(MIN_ROWS, Math.min(MAX_ROWS, text.split("\n").length + 1)),
	);

	async function save(): Promise<void> {
		if (!onSave || isSaving) return;
		setSaving(true);
		try {
			await onSave(readObject(text));
			setFailed(undefined);
		} catch (reason) {
			setFailed({ text, error: reason });
		} finally {
			setSaving(false);
		}
	}
	function select(pointer: string): void {
		const { start, end } = findPointer(text, pointer);
		area.current?.focus();
		area.current?.setSelectionRange(start, end);
	}
	return (
		<form
			class="state-editor"
			onSubmit={(event) => {
				event.preventDefault();
				save();
			}}
			onKeyDown={(event) => {
				if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
				event.preventDefault();
				save();
			}}
		>
			<p id={hintId} class="faint">
				{hint}
			</p>
			<textarea
				ref={area}
				aria-label="Record as JSON"
				aria-describedby={hintId}
				rows={rows}
				spellcheck={false}
				autocomplete="off"
				autocapitalize="off"
				// What is typed now would be lost when the record is saved.
				readOnly={isSaving}
				value={text}
				onInput={({ currentTarget }) => onInput(currentTarget.value)}
			/>
			{failed?.text === text && (
				<InvalidPlaces error={failed.error} onSelect={select} />
			)}
			<div class="buttons">
				{onSave && (
					<button type="submit" class="primary" disabled={isSaving}>
						{action}
					</button>
				)}
				<button type="button" onClick={onCancel}>
					{isChanged ? "Discard changes" : "Cancel"}
				</button>
			</div>
		</form>
	);
}
