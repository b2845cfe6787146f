import { Command, Help } from "commander";
import { commandLine } from "../../values/command-line.ts";
import { describeUnknownName } from "../../values/describe-unknown-name.ts";
import {
	addOptions,
	type OptionReaders,
	type OptionSchemas,
} from "./add-options.ts";
import { UsageError } from "./usage-error.ts";

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
