import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Choice } from "./choice.tsx";
import type { Entered, FormField, FormState } from "./form-state.ts";
import { Alert, RichText } from "./parts.tsx";

interface FieldProps {
	readonly form: Entered;
	readonly field: FormField;
	/** Those of the input element. */
	readonly [attribute: string]: unknown;
}

/** Shows the input of a field, without its label. */
export function Input({ form, field, ...attributes }: FieldProps) {
	const { name, type, options = [], placeholder } = field;
	const given = form.values[name] ?? "";
	const common: Readonly<Record<string, unknown>> = {
		name,
		placeholder,
		...((type === "search" || type === "password") && { type }),
		...attributes,
	};
	const text: Readonly<Record<string, unknown>> = {
		...common,
		value: String(given),
		onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
			form.set(name, currentTarget.value),
	};
	if (type === "flag")
		return (
			<input
				{...common}
				type="checkbox"
				checked={!!given}
				onChange={({ currentTarget }) => form.set(name, currentTarget.checked)}
			/>
		);
	if (type === "choice")
		return (
			<Choice
				{...common}
				options={options}
				value={String(given)}
				onChoose={(value) => form.set(name, value)}
			/>
		);
	if (type === "headers" || type === "json")
		return <textarea rows={3} spellcheck={false} {...text} />;
	return (
		<input
			inputMode={type === "number" ? "decimal" : type}
			autocomplete={type === "password" ? "current-password" : "off"}
			{...text}
		/>
	);
}

/** Shows a field: its label, its input, its description and its error. */
export function Field({ form, field, ...attributes }: FieldProps) {
	const generated = useId();
	const id = String(attributes.id ?? generated);
	const { name, label, type, description = "" } = field;
	const error = form.errors.fields[name] ?? "";
	const input = (
		<Input
			form={form}
			field={field}
			id={id}
			aria-describedby={`${id}-hint ${id}-error`}
			aria-invalid={error !== ""}
			{...attributes}
		/>
	);
	return (
		<div class="field">
			{type === "flag" ? (
				<label for={id}>
					{input} {label}
				</label>
			) : (
				<>
					<label for={id}>{label}</label>
					{input}
				</>
			)}
			<p id={`${id}-hint`} class="faint" hidden={description === ""}>
				<RichText text={description} />
			</p>
			<Alert id={`${id}-error`} text={error} />
		</div>
	);
}

interface FieldsProps {
	readonly form: Entered;
	readonly fields: readonly FormField[];
}

/** Shows fields side by side if there is room. */
export const Fields = ({ form, fields }: FieldsProps) => (
	<div class="fields">
		{fields.map((field) => (
			<Field key={field.name} form={form} field={field} />
		))}
	</div>
);

interface SubmitProps {
	onSubmit(): void;
	readonly class?: string | undefined;
	readonly children?: ComponentChildren;
}

/** Shows a form. It is submitted by its button, or by Enter with Ctrl or ⌘ in any input. */
export const SubmitForm = (props: SubmitProps) => (
	<form
		class={props.class ?? "stack"}
		onSubmit={(event) => {
			event.preventDefault();
			props.onSubmit();
		}}
		onKeyDown={(event) => {
			if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
			event.preventDefault();
			props.onSubmit();
		}}
	>
		{props.children}
	</form>
);

interface MoreProps extends FieldsProps {
	readonly summary: string;
	readonly isOpen?: boolean | undefined;
}

/** Shows fields that are rarely needed: folded, unless one of them has an error. */
export function MoreFields({ summary, isOpen = false, ...props }: MoreProps) {
	const { fields } = props.form.errors;
	return (
		<details open={isOpen || props.fields.some(({ name }) => fields[name])}>
			<summary>More: {summary}</summary>
			<Fields {...props} />
		</details>
	);
}

interface FormProps extends SubmitProps {
	readonly form: FormState;
	readonly fields: readonly FormField[];
	/** The label of the submit button. */
	readonly action: string;
	readonly isPrimary?: boolean;
}

/** Shows a form: its fields, its children, and the submit button. */
export const Form = (props: FormProps) => (
	<SubmitForm {...props}>
		<Fields form={props.form} fields={props.fields} />
		{props.children}
		<div class="row">
			<button type="submit" class={props.isPrimary ? "primary" : undefined}>
				{props.action}
			</button>
		</div>
		<Alert text={props.form.errors.rest} />
	</SubmitForm>
);
