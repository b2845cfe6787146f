import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { FaultField } from "../behavior/fault-fields.ts";
import { RichText } from "./parts.tsx";

/** What the input of a field needs. */
export interface FieldInput {
	readonly id: string;
	readonly name: string;
	readonly "aria-describedby": string;
	readonly "aria-invalid": boolean;
}

/** Shows an input with its label, its description, and what is wrong with it. */
export function Field({
	name,
	label,
	hint = "",
	error = "",
	children,
}: {
	readonly name: string;
	readonly label: ComponentChildren;
	readonly hint?: string | undefined;
	readonly error?: string | undefined;
	children(input: FieldInput): ComponentChildren;
}) {
	const id = useId();
	return (
		<div class="field">
			<label class="label" for={id}>
				{label}
			</label>
			{children({
				id,
				name,
				"aria-describedby": `${id}-hint ${id}-error`,
				"aria-invalid": error !== "",
			})}
			<p id={`${id}-hint`} class="behavior-hint" hidden={hint === ""}>
				<RichText text={hint} />
			</p>
			<p id={`${id}-error`} class="error" role="alert">
				{error}
			</p>
		</div>
	);
}

const PLACEHOLDERS: Readonly<Partial<Record<FaultField["type"], string>>> = {
	headers: "Retry-After: 5",
	json: '{"title":"Down for maintenance"}',
};

/** Shows the input for a property of a fault. */
export function FaultInput({
	field: { name, label, description, type },
	value,
	error,
	onInput,
}: {
	readonly field: FaultField;
	readonly value: string | boolean;
	readonly error: string | undefined;
	onInput(value: string | boolean): void;
}) {
	if (type === "flag")
		return (
			<div class="field">
				<label>
					<input
						type="checkbox"
						name={name}
						checked={value === true}
						onChange={({ currentTarget }) => onInput(currentTarget.checked)}
					/>{" "}
					{label}
				</label>
				<p class="behavior-hint">
					<RichText text={description} />
				</p>
				<p class="error" role="alert">
					{error}
				</p>
			</div>
		);
	return (
		<Field name={name} label={label} hint={description} error={error}>
			{(props) =>
				type === "headers" || type === "json" ? (
					<textarea
						{...props}
						rows={3}
						spellcheck={false}
						placeholder={PLACEHOLDERS[type]}
						value={String(value)}
						onInput={({ currentTarget }) => onInput(currentTarget.value)}
					/>
				) : (
					<input
						{...props}
						inputMode={type === "number" ? "decimal" : "text"}
						autocomplete="off"
						value={String(value)}
						onInput={({ currentTarget }) => onInput(currentTarget.value)}
					/>
				)
			}
		</Field>
	);
}
