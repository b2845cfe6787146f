import type { Command } from "commander";
import { UsageError } from "../usage-error.ts";

/** Adds what a group of commands does where none of them is named; another word is then a slip. */
export const addDefaultCommand = (group: Command, name: string): Command =>
	group
		.command(name, { isDefault: true })
		.allowExcessArguments()
		.hook("preAction", (_, { args: [word] }) => {
			const names = group.commands.map((command) => command.name());
			if (word !== undefined)
				throw new UsageError(
					`There is no \`understudy ${group.name()} ${word}\`. Use one of ${names.join(", ")}.`,
				);
		});
