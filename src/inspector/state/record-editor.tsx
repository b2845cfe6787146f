import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { useId, useRef, useState } from "preact/hooks";
import { ControlError } from "../../control/control-error.ts";
import { errorMessage } from "../../values/errors.ts";
import { isObject, parsePointer } from "../../values/json.ts";
import { SubmitForm } from "../ui/form.tsx";
import { Button } from "../ui/parts.tsx";

const MIN_ROWS = 8;
const MAX_ROWS = 24;

export type Values = Readonly<Record<string, unknown>>;

/**
 * Parses a JSON object.
 * @param name the name of the text, as the start of a sentence
 * @throws Error that describes the syntax error; `otherwise` if the text is not an object
 */
export function parseObject(
	text: string,
	name: string,
	otherwise: string,
): Values {
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

/** The way a text is saved. */
export interface SaveMode {
	/** The label of the button that saves; undefined if the text cannot be saved. */
	readonly action?: string;
	readonly hint: string;
	onSave?(values: Values): Promise<void>;
}

const NO_OBJECT = "A record is an object: start it with { and end it with }.";

interface EditorProps extends SaveMode {
	readonly text: string;
	readonly isChanged: boolean;
	onInput(text: string): void;
	onCancel(): void;
}

/** Edits a record as JSON. If the text is invalid, the text stays. */
export function RecordEditor(props: EditorProps) {
	const { text, onSave } = props;
	/** Not valid any more when the text changes. */
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
			await onSave(parseObject(text, "This", NO_OBJECT));
			setFailed(undefined);
		} catch (error) {
			setFailed({ text, error });
		} finally {
			setSaving(false);
		}
	}
	return (
		<SubmitForm onSubmit={save}>
			<p id={hintId} class="faint">
				{props.hint}
			</p>
			<textarea
				ref={area}
				aria-label="Record as JSON"
				aria-describedby={hintId}
				rows={rows}
				spellcheck={false}
				autocomplete="off"
				autocapitalize="off"
				// Text typed now would be lost when the record is saved.
				readOnly={isSaving}
				value={text}
				onInput={({ currentTarget }) => props.onInput(currentTarget.value)}
			/>
			{failed?.text === text && (
				<InvalidPlaces
					error={failed.error}
					onSelect={(pointer) => select(area.current, pointer)}
				/>
			)}
			<div class="row">
				{onSave && (
					<button type="submit" class="primary" disabled={isSaving}>
						{props.action}
					</button>
				)}
				<Button
					label={props.isChanged ? "Discard changes" : "Cancel"}
					onClick={props.onCancel}
				/>
			</div>
		</SubmitForm>
	);
}

/**
 * Returns the position of a JSON pointer in a JSON text. If the value does not exist, returns the start of the
 * innermost existing value around it.
 */
export function findPointer(text: string, pointer: string) {
	let node = parseTree(text);
	for (const part of parsePointer(pointer)) {
		const found =
			node &&
			findNodeAtLocation(node, [node.type === "array" ? Number(part) : part]);
		if (!found) {
			const { offset = 0 } = node ?? {};
			return { start: offset, end: offset + 1 };
		}
		node = found;
	}
	const { offset = 0, length = 0 } = node ?? {};
	return { start: offset, end: offset + length };
}

const MAX_SHOWN = 20;

interface PlacesProps {
	readonly error: unknown;
	onSelect?(pointer: string): void;
}

/** Shows an error with its invalid places. If there is a text, each place can be selected. */
export function InvalidPlaces({ error, onSelect }: PlacesProps) {
	const isControl = error instanceof ControlError;
	const places = isControl ? error.errors : [];
	const hidden = places.length - MAX_SHOWN;
	return (
		<div role="alert">
			<p class="error">{isControl ? error.detail : errorMessage(error)}</p>
			<ul>
				{places.slice(0, MAX_SHOWN).map((place) => {
					const pointer = "pointer" in place ? place.pointer : "";
					const name = pointer || "the whole";
					return (
						<li key={`${pointer} ${place.detail}`}>
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
				})}
				{hidden > 0 && <li class="faint">and {hidden} more</li>}
			</ul>
		</div>
	);
}
