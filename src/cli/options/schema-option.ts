import { type Command, Option } from "commander";
import { type OptionSchema, optionReader } from "./read-text.ts";

/** @param earlier the value of the same option before it */
export type OptionReader = (text: string, earlier?: unknown) => unknown;

/** What a schema does not say about an option. */
interface OptionDetails {
	/** The default, which only the description has, because commander would let it override a configuration. */
	readonly shownDefault?: unknown;
	/** Reads the text, instead of the type of the schema. */
	readonly read?: OptionReader | undefined;
}

/** Returns a reader of the values of an option; a list may be spread over several. */
function createReader(schema: OptionSchema): OptionReader {
	const read = optionReader(schema);
	return (text, earlier) =>
		schema.type === "array" ? [earlier ?? [], read(text)].flat(2) : read(text);
}

/** Adds an option that a schema describes; without a placeholder, it takes no value. */
export function addSchemaOption(
	command: Command,
	name: string,
	schema: OptionSchema,
	{ shownDefault, read = createReader(schema) }: OptionDetails = {},
): void {
	const { "x-placeholder": placeholder, description } = schema;
	const usage = schema["x-usage"] ?? description;
	const shown = shownDefault ? `${usage} (default: ${shownDefault})` : usage;
	const option = new Option(`--${name} ${placeholder ?? ""}`.trim(), shown);
	command.addOption(placeholder ? option.argParser<unknown>(read) : option);
}
