import { type Command, Option } from "commander";
import { type OptionSchema, optionReader } from "./read-text.ts";

/**
 * Adds an option that a schema describes.
 * @param value the default, which only the description has, because commander would let it override a configuration
 */
export function addSchemaOption(
	command: Command,
	name: string,
	schema: OptionSchema,
	value?: unknown,
): Command {
	const { description, "x-usage": usage = description } = schema;
	const option = new Option(
		`--${name} ${schema["x-placeholder"] ?? ""}`.trim(),
		value ? `${usage} (default: ${value})` : usage,
	);
	return command.addOption(
		schema["x-placeholder"] ? option.argParser(optionReader(schema)) : option,
	);
}
