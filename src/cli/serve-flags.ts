import {
	DEFAULT_FLAGS as defaults,
	flagSchemas,
} from "../schemas/generated/flags.ts";
import type { Flags } from "../schemas/generated/types.ts";
import { type OptionSchema, readText } from "./read-text.ts";

/** Flags from the command line or a configuration. */
export interface GivenFlags extends Flags {
	readonly config?: string;
	readonly ledger?: string;
}

export type ServeFlags = GivenFlags &
	Required<Pick<Flags, keyof typeof defaults>>;

export const DEFAULT_FLAGS: ServeFlags = defaults;

/** The flags of `serve`, by the property of a configuration that sets their default. */
export const FLAGS: Readonly<Record<keyof GivenFlags, OptionSchema>> = {
	...flagSchemas,
	config: {
		description:
			"file with your own datasets, scenarios and handlers (default: understudy.config.ts, if it exists)",
		type: "string",
		"x-placeholder": "<file>",
	},
	ledger: {
		description:
			"file with the statuses of the assumptions (default: understudy.assumptions.yaml, if it exists)",
		type: "string",
		"x-placeholder": "<file>",
	},
};

/** Returns the name on the command line: `base-path` for `basePath`. */
export const toKebabCase = (name: string): string =>
	name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The text of a flag, or true for one without. */
type Given = string | boolean;

const readGiven = (given: Given, schema: OptionSchema): unknown =>
	typeof given === "string" ? readText(given, schema) : given;

/**
 * Reads the flags from their texts, by their names on the command line.
 * @throws FlagValueError with a message that says what to pass
 */
export function readFlags(
	texts: Readonly<Record<string, Given | readonly Given[] | undefined>>,
): GivenFlags {
	const flags: GivenFlags = {};
	for (const [name, schema] of Object.entries(FLAGS)) {
		const text = texts[toKebabCase(name)];
		if (text === undefined) continue;
		const values = [text].flat().map((each) => readGiven(each, schema));
		const value = schema.type === "array" ? values.flat() : values[0];
		Object.assign(flags, { [name]: value });
	}
	return flags;
}
