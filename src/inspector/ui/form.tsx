import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { useInspector } from "../model/inspector.ts";
import { RichText } from "./parts.tsx";
import {
	type FormErrors,
	type FormField,
	type FormValue,
	type FormValues,
	findFieldErrors,
	NO_ERRORS,
	readForm,
	withoutError,
} from "./read-form.ts";

/** The input of a form, and what is wrong with it. */
export interface FormState {
	readonly values: FormValues;
	readonly errors: FormErrors;
	set(name: string, value: FormValue): void;
	clearErrors(): void;
	/** Sends what the fields contain, and shows errors at their fields. */
	submit(
		fields: readonly FormField[],
		send: (properties: Readonly<Record<string, unknown>>) => Promise<void>,
		/** Defaults to what the user has entered. */
		values?: FormValues,
	): Promise<void>;
}

/** @param prefix the JSON pointer to what the form sends, in errors of the mock */
export function useForm(values: Signal<FormValues>, prefix = ""): FormState {
	const [errors, setErrors] = useState(NO_ERRORS);
	return {
		values: values.value,
		errors,
		set(name, value) {
			setErrors(withoutError(errors, name));
			values.value = { ...values.value, [name]: value };
		},
		clearErrors: () => setErrors(NO_ERRORS),
		async submit(fields, send, given = values.value) {
			const read = readForm(fields, given);
			if (Object.keys(read.errors).length > 0) {
				setErrors({ fields: read.errors, rest: "" });
				return;
			}
			try {
				await send(read.properties);
				setErrors(NO_ERRORS);
			} catch (error) {
				const names = fields.map(({ name }) => name);
				setErrors(findFieldErrors(error, names, prefix));
			}
		},
	};
}

/** What the user has entered, with the errors of fields. */
type Entered = Pick<FormState, "values" | "errors" | "set">;

/** Returns the query of the address as what the user has entered. */
export function useQueryForm(): Entered {
	const { router } = useInspector();
	const { id, query } = router.route.value;
	return {
		values: query,
		errors: NO_ERRORS,
		set(name, value) {
			const text = value === true ? "yes" : value || "";
			router.go({ id, query: { [name]: String(text) } }, { replace: true });
		},
	};
}

interface FieldProps {
	readonly form: Entered;
	readonly field: FormField;
}

/** Shows the input of a field, without its label. */
export function Input({
	form,
	field: { name, type, options = [], placeholder },
	...attributes
}: FieldProps & { readonly [attribute: string]: unknown }) {
	const value = form.values[name] ?? "";
	const onInput = ({
		currentTarget,
	}: {
		readonly currentTarget: { readonly value: string };
	}) => form.set(name, currentTarget.value);
	const props: Readonly<Record<string, unknown>> = {
		name,
		placeholder,
		...(type === "search" && { type }),
		...attributes,
	};
	if (type === "flag")
		return (
			<input
				{...props}
				type="checkbox"
				checked={!!value}
				onChange={({ currentTarget }) => form.set(name, currentTarget.checked)}
			/>
		);
	if (type === "choice")
		return (
			<select {...props} value={String(value)} onChange={onInput}>
				{options.map(([key, text]) => (
					<option key={key} value={key}>
						{text}
					</option>
				))}
			</select>
		);
	if (type === "headers" || type === "json")
		return (
			<textarea
				rows={3}
				{...props}
				spellcheck={false}
				value={String(value)}
				onInput={onInput}
			/>
		);
	return (
		<input
			inputMode={type === "number" ? "decimal" : type}
			autocomplete="off"
			{...props}
			value={String(value)}
			onInput={onInput}
		/>
	);
}

/** Shows a field: its label, its input, its description, and what is wrong with it. */
export function Field({
	form,
	field,
	id: given,
	...attributes
}: FieldProps & {
	readonly id?: string;
	readonly [attribute: string]: unknown;
}) {
	const generated = useId();
	const id = given ?? generated;
	const { name, label, type, description = "" } = field;
	const error = form.errors.fields[name] ?? "";
	if (type === "set") return <Options form={form} field={field} />;
	const input = (
		<Input
			id={id}
			form={form}
			field={field}
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
			<p id={`${id}-error`} class="error" role="alert">
				{error}
			</p>
		</div>
	);
}

/** Shows a field whose value is any of its options. */
function Options({ form, field: { name, label, options = [] } }: FieldProps) {
	const all = options.map(([value]) => value);
	const given = form.values[name];
	const chosen = Array.isArray(given) ? given : all;
	const set = (values: readonly string[]) => form.set(name, values);
	return (
		<fieldset>
			<legend>{label}</legend>
			{options.map(([value, text]) => (
				<label key={value}>
					<input
						type="checkbox"
						checked={chosen.includes(value)}
						onChange={({ currentTarget: { checked } }) =>
							set(
								all.filter((each) =>
									each === value ? checked : chosen.includes(each),
								),
							)
						}
					/>{" "}
					{text}
				</label>
			))}
			<button
				type="button"
				disabled={chosen.length === all.length}
				onClick={() => set(all)}
			>
				All
			</button>
			<button
				type="button"
				disabled={chosen.length === 0}
				onClick={() => set([])}
			>
				None
			</button>
			<p class="error" role="alert">
				{form.errors.fields[name]}
			</p>
		</fieldset>
	);
}

/** Shows fields side by side, as far as there is room. */
export const Fields = ({
	form,
	fields,
}: {
	readonly form: Entered;
	readonly fields: readonly FormField[];
}) => (
	<div class="fields">
		{fields.map((field) => (
			<Field key={field.name} form={form} field={field} />
		))}
	</div>
);

/** Shows a form: its main fields, the others folded away, and the button that submits. */
export function Form({
	form,
	main,
	more,
	summary,
	isOpen = false,
	action,
	onSubmit,
	children,
}: {
	readonly form: FormState;
	readonly main: readonly FormField[];
	/** Unfolded if one of them has an error. */
	readonly more: readonly FormField[];
	readonly summary: string;
	readonly isOpen?: boolean;
	readonly action: string;
	onSubmit(): void;
	/** What is above the fields. */
	readonly children?: ComponentChildren;
}) {
	const { fields, rest } = form.errors;
	return (
		<form
			class="stack"
			onSubmit={(event) => {
				event.preventDefault();
				onSubmit();
			}}
		>
			{children}
			<Fields form={form} fields={main} />
			<details open={isOpen || more.some(({ name }) => fields[name])}>
				<summary>More: {summary}</summary>
				<Fields form={form} fields={more} />
			</details>
			<div class="row">
				<button type="submit" class="primary">
					{action}
				</button>
			</div>
			<p class="error" role="alert">
				<RichText text={rest} />
			</p>
		</form>
	);
}
