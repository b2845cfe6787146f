import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { useId, useRef, useState } from "preact/hooks";
import { ControlError } from "../../control/control-error.ts";
import { errorMessage } from "../../values/errors.ts";
import { isObject, parsePointer } from "../../values/json.ts";
import { Button } from "../ui/parts.tsx";

const MIN_ROWS = 8;
const MAX_ROWS = 24;

/**
 * Returns the object of a JSON text.
 * @param name what the text is, at the start of a sentence
 * @throws Error that says what is wrong with it; `otherwise` if it is no object
 */
export function parseObject(
	text: string,
	name: string,
	otherwise: string,
): Readonly<Record<string, unknown>> {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new Error(`${name} is not valid JSON. ${errorMessage(error)}`);
	}
	if (isObject(value)) return value;
	throw new Error(otherwise);
}

/** Selects the value at a JSON pointer. */
function select(area: HTMLTextAreaElement | null, pointer: string): void {
	const { start, end } = findPointer(area?.value ?? "", pointer);
	area?.focus();
	area?.setSelectionRange(start, end);
}

interface EditorProps {
	readonly text: string;
	readonly isChanged: boolean;
	/** The label of the button that saves; undefined if the text cannot be saved. */
	readonly action?: string;
	readonly hint: string;
	onInput(text: string): void;
	onSave?(values: Readonly<Record<string, unknown>>): Promise<void>;
	onCancel(): void;
}

const NO_OBJECT = "A record is an object: start it with { and end it with }.";

/** Returns a function that saves the text, and what is wrong with the text. */
function useSave({ text, onSave }: EditorProps) {
	/** No longer true once the text changes. */
	const [failed, setFailed] = useState<{ text: string; error: unknown }>();
	const [isSaving, setSaving] = useState(false);
	async function save(): Promise<void> {
		if (!onSave || isSaving) return;
		setSaving(true);
		try {
			await onSave(parseObject(text, "This", NO_OBJECT));
			setFailed(undefined);
		} catch (error) {
			setFailed({ text, error });
		} finally {
			setSaving(false);
		}
	}
	return { save, isSaving, failed: failed?.text === text ? failed : undefined };
}

/** Edits a record as JSON. Whatever is wrong with it, the text stays. */
export function RecordEditor(props: EditorProps) {
	const { text, isChanged, action, hint, onInput, onSave, onCancel } = props;
	const { save, isSaving, failed } = useSave(props);
	const area = useRef<HTMLTextAreaElement>(null);
	const hintId = useId();
	const [rows] = useState(() =>
		Math.max(MIN_ROWS, Math.min(MAX_ROWS, text.split("\n").length + 1)),
	);
	return (
		<form
			class="stack"
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
			{failed && (
				<InvalidPlaces
					error={failed.error}
					onSelect={(pointer) => select(area.current, pointer)}
				/>
			)}
			<div class="row">
				{onSave && (
					<button type="submit" class="primary" disabled={isSaving}>
						{action}
					</button>
				)}
				<Button
					label={isChanged ? "Discard changes" : "Cancel"}
					onClick={onCancel}
				/>
			</div>
		</form>
	);
}

/** A part of a text. */
export interface Range {
	readonly start: number;
	readonly end: number;
}

/**
 * Returns where the value at a JSON pointer is in a JSON text. If the value does not exist, returns the start of the
 * innermost value that should contain it.
 */
export function findPointer(text: string, pointer: string): Range {
	let node = parseTree(text);
	for (const part of parsePointer(pointer)) {
		const found =
			node &&
			findNodeAtLocation(node, [node.type === "array" ? Number(part) : part]);
		if (!found)
			return { start: node?.offset ?? 0, end: (node?.offset ?? 0) + 1 };
		node = found;
	}
	return node
		? { start: node.offset, end: node.offset + node.length }
		: { start: 0, end: 0 };
}

type InvalidPlace = ControlError["errors"][number];

const MAX_SHOWN = 20;

/** Shows an error with its invalid places, each of which can be selected if there is a text. */
export function InvalidPlaces({
	error,
	onSelect,
}: {
	readonly error: unknown;
	onSelect?(pointer: string): void;
}) {
	const isControl = error instanceof ControlError;
	const places = isControl ? error.errors : [];
	const hidden = places.length - MAX_SHOWN;
	return (
		<div role="alert">
			<p class="error">{isControl ? error.detail : errorMessage(error)}</p>
			<ul>
				{places.slice(0, MAX_SHOWN).map((place) => (
					<Place place={place} onSelect={onSelect} />
				))}
				{hidden > 0 && <li class="faint">and {hidden} more</li>}
			</ul>
		</div>
	);
}

function Place({
	place,
	onSelect,
}: {
	readonly place: InvalidPlace;
	readonly onSelect: ((pointer: string) => void) | undefined;
}) {
	const pointer = "pointer" in place ? place.pointer : "";
	const name = pointer || "the whole";
	return (
		<li>
			{onSelect ? (
				<Button
					label={name}
					class="small mono"
					title="Select this place in the text"
					onClick={() => onSelect(pointer)}
				/>
			) : (
				<code>{name}</code>
			)}{" "}
			{place.detail}
		</li>
	);
}
