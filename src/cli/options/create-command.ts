import { Command, Help, Option } from "commander";
import { commandLine } from "../../values/command-line.ts";
import { describeUnknownName } from "../../values/describe-unknown-name.ts";
import {
	type OptionSchema,
	optionName,
	readHeader,
	readText,
} from "./read-text.ts";
import { UsageError } from "./usage-error.ts";

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

/** A command as `src/schemas/commands.yaml` describes it. */
export interface CommandText {
	readonly usage: string;
	readonly description: string;
	readonly arguments: readonly string[];
	readonly alias?: string;
	readonly options: OptionSchemas;
	readonly help?: string;
	readonly examples?: readonly string[];
	readonly commands: readonly CommandText[];
	readonly isDefault?: boolean;
}

/** What a command does. */
export interface CommandAction<Flags extends object = object> {
	/** Options besides those of the description. */
	readonly options?: OptionSchemas;
	/** Readers for properties, used instead of their schemas. */
	readonly readers?: OptionReaders;
	run(flags: Flags, ...given: string[]): Promise<void>;
}

/** The actions of commands, such as `faults add`. */
export type CommandActions = Readonly<Record<string, CommandAction>>;

/** Returns the examples that `--help` shows after the options. */
export function formatExamples(lines: readonly string[]): string {
	const shown = lines.map(
		(line) => `  ${line.replace("understudy", commandLine())}`,
	);
	return ["\nExamples:", ...shown].join("\n");
}

/**
 * Adds the command that a group runs if no command is named. The hook is necessary because commander would pass a
 * misspelled command name to it as an argument. The help of the group also lists the options of this command.
 */
function addDefaultCommand(group: Command, command: Command): void {
	command.allowExcessArguments().hook("preAction", (_, { args: [word] }) => {
		if (word === undefined) return;
		const names = group.commands.map((each) => each.name());
		const place = `in \`${commandLine(group.name())}\``;
		throw new UsageError(describeUnknownName("command", word, names, place));
	});
	const help = new Help();
	group.addCommand(command, { isDefault: true }).configureHelp({
		visibleOptions: (shown) =>
			help.visibleOptions(shown === group ? command : shown),
	});
}

/** @param group the name of the command's group, with a space after it */
export function createCommand(
	text: CommandText,
	actions: CommandActions,
	group = "",
): Command {
	const { usage, description, alias, help, examples } = text;
	const [name = "", ...names] = usage.split(" ");
	const command = new Command(name).description(description);
	for (const [index, each] of names.entries())
		command.argument(
			each,
			text.arguments[index]?.replace("`understudy", `\`${commandLine()}`),
		);
	if (alias) command.alias(alias);
	const { [group + name]: action } = actions;
	const options = { ...text.options, ...action?.options };
	addOptions(command, options, action?.readers);
	if (help) command.addHelpText("after", `\n${help}`);
	if (examples) command.addHelpText("after", formatExamples(examples));
	if (action)
		command.action(() => action.run(command.opts(), ...command.processedArgs));
	for (const each of text.commands) {
		const child = createCommand(each, actions, `${name} `);
		if (each.isDefault) addDefaultCommand(command, child);
		else command.addCommand(child);
	}
	return command;
}
