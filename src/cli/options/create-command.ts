import { Command, Help } from "commander";
import { commandLine } from "../../values/command-line.ts";
import { describeUnknownName } from "../../values/describe-unknown-name.ts";
import {
	addOptions,
	type OptionReaders,
	type OptionSchemas,
} from "./add-options.ts";
import { UsageError } from "./usage-error.ts";

/** A command as data. */
export interface CommandSpec<Flags extends object = object> {
	/** The name and the arguments, such as `add <operation> [amount]`. */
	readonly usage: string;
	readonly description: string;
	/** The descriptions of the arguments, in their order. */
	readonly arguments?: readonly string[];
	readonly alias?: string;
	/** The options that set properties of the flags. */
	readonly options?: OptionSchemas;
	/** Readers for properties, used instead of their schemas. */
	readonly readers?: OptionReaders;
	/** A text of the help after the options. */
	readonly help?: string;
	/** Commands for the help, in which `understudy` stands for the shell command. */
	readonly examples?: readonly string[];
	/** The commands of a group. */
	readonly commands?: readonly CommandSpec[];
	/** Whether the group runs this command if no command is named. */
	readonly isDefault?: boolean;
	run?(flags: Flags, ...given: string[]): Promise<void>;
}

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

export function createCommand(spec: CommandSpec): Command {
	const [name, ...names] = spec.usage.split(" ");
	const command = new Command(name).description(spec.description);
	for (const [index, each] of names.entries())
		command.argument(each, spec.arguments?.[index]);
	if (spec.alias) command.alias(spec.alias);
	addOptions(command, spec.options ?? {}, spec.readers);
	const { help, examples, run } = spec;
	if (help) command.addHelpText("after", `\n${help}`);
	if (examples) command.addHelpText("after", formatExamples(examples));
	if (run) command.action(() => run(command.opts(), ...command.processedArgs));
	for (const each of spec.commands ?? []) {
		const child = createCommand(each);
		if (each.isDefault) addDefaultCommand(command, child);
		else command.addCommand(child);
	}
	return command;
}
