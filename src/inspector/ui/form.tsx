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
		...(type === "search" && { type }),
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
			autocomplete="off"
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
	readonly class?: string;
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

interface FormProps extends SubmitProps {
	readonly form: FormState;
	readonly main: readonly FormField[];
	/** Unfolded if one of them has an error. */
	readonly more: readonly FormField[];
	readonly summary: string;
	readonly isOpen?: boolean;
	/** The label of the submit button. */
	readonly action: string;
}

/** Shows a form: its children, its main fields, the other fields folded, and the submit button. */
export function Form(props: FormProps) {
	const { form, main, more, isOpen = false } = props;
	const { fields, rest } = form.errors;
	return (
		<SubmitForm onSubmit={props.onSubmit}>
			{props.children}
			<Fields form={form} fields={main} />
			<details open={isOpen || more.some(({ name }) => fields[name])}>
				<summary>More: {props.summary}</summary>
				<Fields form={form} fields={more} />
			</details>
			<div class="row">
				<button type="submit" class="primary">
					{props.action}
				</button>
			</div>
			<p class="error" role="alert">
				<RichText text={rest} />
			</p>
		</SubmitForm>
	);
}
