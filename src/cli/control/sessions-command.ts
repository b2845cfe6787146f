import { Command } from "commander";
import { type ControlFlags, withControlFlags } from "./control-flags.ts";
import { addDefaultCommand } from "./default-command.ts";

export function sessionsCommand(): Command {
	const command = new Command("sessions")
		.description("List the sessions of a running mock, or forget one.")
		.addHelpText(
			"after",
			`
Examples:
  understudy sessions
  understudy sessions delete checkout`,
		);
	withControlFlags(addDefaultCommand(command, "list"))
		.description(
			"print those there are, in the order in which they were opened",
		)
		.action(async (flags: ControlFlags) => {
			const { runListSessions } = await import("./run-sessions.ts");
			await runListSessions(flags);
		});
	withControlFlags(command.command("delete"))
		.description("forget one with all it has")
		.argument("<id>", "of the session")
		.action(async (id: string, flags: ControlFlags) => {
			const { runDeleteSession } = await import("./run-sessions.ts");
			await runDeleteSession(id, flags);
		});
	return command;
}
