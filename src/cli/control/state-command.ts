import { Command } from "commander";
import { type ControlFlags, withControlFlags } from "./control-flags.ts";
import { addDefaultCommand } from "./default-command.ts";

export function stateCommand(): Command {
	const command = new Command("state")
		.description(
			"Print every record of a running mock as JSON, or replace them all.",
		)
		.addHelpText(
			"after",
			`
Examples:
  understudy state > state.json
  understudy state set state.json
  echo '{"zaps":[]}' | understudy state set -`,
		);
	withControlFlags(addDefaultCommand(command, "get"))
		.description("print every record, by collection, newest first")
		.action(async (flags: ControlFlags) => {
			const { runGetState } = await import("./run-state.ts");
			await runGetState(flags);
		});
	withControlFlags(command.command("set"))
		.description("put these records in place of all there are")
		.argument(
			"<file>",
			"JSON as `understudy state` prints it; - for standard input",
		)
		.action(async (file: string, flags: ControlFlags) => {
			const { runSetState } = await import("./run-state.ts");
			await runSetState(file, flags);
		});
	return command;
}
