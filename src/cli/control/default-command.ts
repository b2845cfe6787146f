import { type Command, Help } from "commander";
import { UsageError } from "../usage-error.ts";

/**
 * Adds what a group of commands does where none of them is named; another word is then a slip. Its options are the
 * group's, as far as whoever types them can tell.
 */
export function addDefaultCommand(group: Command, name: string): Command {
	const help = new Help();
	const command = group
		.command(name, { isDefault: true })
		.allowExcessArguments()
		.hook("preAction", (_, { args: [word] }) => {
			const names = group.commands.map((command) => command.name());
			if (word !== undefined)
				throw new UsageError(
					`There is no \`understudy ${group.name()} ${word}\`. Use one of ${names.join(", ")}.`,
				);
		});
	group.configureHelp({
		visibleOptions: (asked) =>
			help.visibleOptions(asked === group ? command : asked),
	});
	return command;
}
