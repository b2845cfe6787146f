import { useId, useState } from "preact/hooks";
import { ControlError } from "../../control/control-error.ts";
import { errorMessage } from "../../values/errors.ts";
import { isObject } from "../../values/json.ts";
import { SubmitForm } from "../ui/form.tsx";
import { Button } from "../ui/parts.tsx";

const MIN_ROWS = 8;
const MAX_ROWS = 24;

type Values = Readonly<Record<string, unknown>>;

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

/** The way a text is saved. */
export interface SaveMode {
	/** The label of the button that saves. */
	readonly action: string;
	readonly hint: string;
	onSave(values: Values): Promise<void>;
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
	const hintId = useId();
	const [rows] = useState(() =>
		Math.max(MIN_ROWS, Math.min(MAX_ROWS, text.split("\n").length + 1)),
	);
	async function save(): Promise<void> {
		if (isSaving) return;
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
			{failed?.text === text && <InvalidPlaces error={failed.error} />}
			<div class="row">
				<button type="submit" class="primary" disabled={isSaving}>
					{props.action}
				</button>
				<Button
					label={props.isChanged ? "Discard changes" : "Cancel"}
					onClick={props.onCancel}
				/>
			</div>
		</SubmitForm>
	);
}

const MAX_SHOWN = 20;

/** Shows an error with its invalid places. */
export function InvalidPlaces({ error }: { readonly error: unknown }) {
	const isControl = error instanceof ControlError;
	const places = isControl ? error.errors : [];
	const hidden = places.length - MAX_SHOWN;
	return (
		<div role="alert">
			<p class="error">{isControl ? error.detail : errorMessage(error)}</p>
			<ul>
				{places.slice(0, MAX_SHOWN).map((place) => {
					const pointer = "pointer" in place ? place.pointer : "";
					return (
						<li key={`${pointer} ${place.detail}`}>
							<code>{pointer || "the whole"}</code> {place.detail}
						</li>
					);
				})}
				{hidden > 0 && <li class="faint">and {hidden} more</li>}
			</ul>
		</div>
	);
}
