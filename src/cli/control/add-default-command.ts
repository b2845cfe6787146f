import { type Command, Help } from "commander";
import { commandLine } from "../../values/command-line.ts";
import { describeUnknownName } from "../../values/describe-unknown-name.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Adds the command that a group runs if none of its commands is named. Without the hook, commander passes a misspelled
 * command name to it as an argument. The help of the group also lists the options of this command.
 */
export function addDefaultCommand(group: Command, name: string): Command {
	const command = group
		.command(name, { isDefault: true })
		.allowExcessArguments()
		.hook("preAction", (_, { args: [word] }) => {
			if (word === undefined) return;
			const names = group.commands.map((each) => each.name());
			throw new UsageError(
				describeUnknownName(
					"command",
					word,
					names,
					`in \`${commandLine(group.name())}\``,
				),
			);
		});
	const help = new Help();
	group.configureHelp({
		visibleOptions: (shown) =>
			help.visibleOptions(shown === group ? command : shown),
	});
	return command;
}
