import { type Command, Option } from "commander";
import { commandLine } from "../../values/command-line.ts";
import {
	type OptionSchema,
	optionName,
	readHeader,
	readText,
} from "./read-text.ts";

/** @param earlier the previous value of a repeated option */
export type OptionReader = (text: string, earlier?: unknown) => unknown;

export type OptionReaders = Readonly<Record<string, OptionReader>>;

export type OptionSchemas = Readonly<Record<string, OptionSchema>>;

/** Returns a reader for the values of an option. A list may be given as several options. */
const createReader =
	(schema: OptionSchema): OptionReader =>
	(text, earlier) => {
		const value = readText(text, schema);
		return schema.type === "array" ? [earlier ?? [], value].flat(2) : value;
	};

/**
 * Adds the options that set the properties. An option without a placeholder takes no value.
 * @param readers readers for properties, used instead of their schemas
 */
export function addOptions(
	command: Command,
	schemas: OptionSchemas,
	readers: OptionReaders = {},
): void {
	for (const [property, schema] of Object.entries(schemas)) {
		const { "x-placeholder": placeholder, description = "" } = schema;
		const usage = schema["x-usage"] ?? description;
		const option = new Option(
			`--${optionName(property, schema)} ${placeholder ?? ""}`.trim(),
			usage.replace("`understudy", `\`${commandLine()}`),
		)
			.default(schema.default)
			.conflicts([...(schema["x-conflicts"] ?? [])]);
		if (schema["x-env"]) option.env(schema["x-env"]);
		// Otherwise, commander stores the value by the name of the option.
		option.attributeName = () => property;
		if (placeholder)
			option.argParser<unknown>(readers[property] ?? createReader(schema));
		command.addOption(option);
	}
}

/** Makes an option repeatable: the values become an array. */
export const collect =
	(read: (text: string) => unknown): OptionReader =>
	(text, earlier) => [...(Array.isArray(earlier) ? earlier : []), read(text)];

/** Makes an option for headers repeatable: the values become an object. */
export const collectHeaders: OptionReader = (line, earlier) => ({
	...Object(earlier),
	...Object.fromEntries([readHeader(line)]),
});
