import type { Signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { ControlError } from "../../control/control-error.ts";
import { errorMessage } from "../../values/errors.ts";
import { parsePointer, tryParseJson } from "../../values/json.ts";
import { useInspector } from "../model/inspector.ts";
import type { Options } from "./choice.tsx";

/** An input of a form. */
export interface FormField {
	readonly name: string;
	readonly label: string;
	readonly type:
		| "text"
		| "search"
		| "password"
		| "url"
		| "number"
		| "flag"
		| "headers"
		| "json"
		/** One of the options. */
		| "choice";
	readonly description?: string;
	readonly placeholder?: string;
	readonly isRequired?: boolean;
	/** The values to choose from, each with its label. */
	readonly options?: Options;
}

/** Creates a field. */
export const defineField = (
	name: string,
	label: string,
	type: FormField["type"],
	more: Partial<FormField> = {},
): FormField => ({ name, label, type, ...more });

export type FormValue = string | boolean;

/** The input of the user, by field name. */
export type FormValues = Readonly<Record<string, FormValue>>;

/** The errors in the input of a form. */
export interface FormErrors {
	/** By the name of the field. */
	readonly fields: Readonly<Record<string, string>>;
	/** Errors that belong to no field. */
	readonly rest: string;
}

export const NO_ERRORS: FormErrors = { fields: {}, rest: "" };

const HEADER = /^\s*([^:]+?)\s*:\s*(.*?)\s*$/;

/**
 * Reads headers, one `Name: value` per line.
 * @throws Error if a line is not a header
 */
export function readHeaderLines(
	text: string,
): Readonly<Record<string, string>> {
	const headers: Record<string, string> = {};
	for (const line of text.split("\n")) {
		if (line.trim() === "") continue;
		const [, name, value] = HEADER.exec(line) ?? [];
		if (name === undefined || value === undefined)
			throw new Error(
				`"${line.trim()}" is not a header. Write one as "name: value".`,
			);
		headers[name] = value;
	}
	return headers;
}

/** Parses JSON. Text that is not JSON is the body of another media type, unless it was meant as JSON. */
function readJson(text: string): unknown {
	const value = tryParseJson(text);
	if (value === undefined && /^\s*[{["]/.test(text))
		throw new Error(
			'Must be valid JSON, like {"title":"Down"}, or plain text.',
		);
	return value === undefined ? text : value;
}

/** @throws Error if the text has the wrong syntax */
function readField(type: FormField["type"], given: FormValue): unknown {
	if (typeof given !== "string") return given;
	if (type === "json") return readJson(given);
	if (type === "headers") return readHeaderLines(given);
	// The mock rejects texts that are not numbers, like other invalid values.
	return type === "number" ? Number(given) : given.trim();
}

/** Reads the filled fields. Checks only presence and syntax, because the mock validates the values. */
export function readForm(
	fields: readonly FormField[],
	values: FormValues,
): {
	readonly properties: Readonly<Record<string, unknown>>;
	readonly errors: Readonly<Record<string, string>>;
} {
	const properties: Record<string, unknown> = {};
	const errors: Record<string, string> = {};
	for (const { name, label, type, isRequired } of fields) {
		const given = values[name] ?? "";
		if (given === false || (typeof given === "string" && !given.trim())) {
			if (isRequired) errors[name] = `Enter the ${label.toLowerCase()}.`;
			continue;
		}
		try {
			properties[name] = readField(type, given);
		} catch (error) {
			errors[name] = errorMessage(error);
		}
	}
	return { properties, errors };
}

/** Returns the errors without the error of a field that the user has changed. */
export function withoutError(errors: FormErrors, name: string): FormErrors {
	const { [name]: _, ...fields } = errors.fields;
	return { fields, rest: "" };
}

/** Returns text such as "the final status" as "The final status." */
export const toSentence = (text: string): string =>
	`${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/**
 * Finds the fields of the errors of the mock.
 * @param names the names of the fields
 * @param prefix the JSON pointer to the value of the form
 */
export function findFieldErrors(
	error: unknown,
	names: readonly string[],
	prefix = "",
): FormErrors {
	const places = error instanceof ControlError ? error.errors : [];
	if (places.length === 0) return { fields: {}, rest: errorMessage(error) };
	const fields: Record<string, string> = {};
	const rest: string[] = [];
	for (const place of places) {
		const pointer = "pointer" in place ? place.pointer : `/${place.parameter}`;
		const relative = pointer.startsWith(prefix)
			? pointer.slice(prefix.length)
			: pointer;
		const [name = "", ...below] = parsePointer(relative);
		const { detail } = place;
		if (names.includes(name))
			fields[name] ??=
				below.length > 0 ? `${below.join("/")} ${detail}.` : toSentence(detail);
		else rest.push(toSentence(`${name} ${detail}`.trim()));
	}
	return { fields, rest: rest.join("\n") };
}

/** The input of a form and its errors. */
export type FormState = ReturnType<typeof useForm>;

/** @param prefix the JSON pointer to the value of the form, in errors of the mock */
export function useForm(values: Signal<FormValues>, prefix = "") {
	const [errors, setErrors] = useState(NO_ERRORS);
	/** Sends the contents of the fields, and shows errors at the fields. */
	async function submit(
		fields: readonly FormField[],
		send: (properties: Readonly<Record<string, unknown>>) => Promise<unknown>,
		given = values.value,
	): Promise<void> {
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
	}
	return {
		values: values.value,
		errors,
		set(name: string, value: FormValue): void {
			setErrors(withoutError(errors, name));
			values.value = { ...values.value, [name]: value };
		},
		clearErrors: () => setErrors(NO_ERRORS),
		submit,
	};
}

/** The input of the user and the errors of fields. */
export type Entered = Pick<FormState, "values" | "errors" | "set">;

/**
 * Returns the query of the address as the input of a form.
 * @param reset the parameters that each change removes
 */
export function useQueryForm(
	reset: Readonly<Record<string, "">> = {},
): Entered {
	const { router } = useInspector();
	const { id, query } = router.route.value;
	return {
		values: query,
		errors: NO_ERRORS,
		set(name, value) {
			const text = String(value === true ? "yes" : value || "");
			router.go({ id, query: { ...reset, [name]: text } }, { replace: true });
		},
	};
}
