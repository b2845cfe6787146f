import { Field } from "../field.tsx";
import { RichText } from "../rich-text.tsx";
import type { FaultField } from "./fault-fields.ts";

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
