import { Command } from "commander";
import { type ControlFlags, withControlFlags } from "./control-flags.ts";
import { addDefaultCommand } from "./default-command.ts";

export function snapshotCommand(): Command {
	const command = new Command("snapshot")
		.description("Keep the state of a running mock, and bring it back.")
		.addHelpText(
			"after",
			`
Examples:
  id=$(understudy snapshot)
  understudy snapshot restore "$id"`,
		);
	withControlFlags(addDefaultCommand(command, "take"))
		.description("keep the state as it is now, and print the snapshot's id")
		.action(async (flags: ControlFlags) => {
			const { runTake } = await import("./run-snapshot.ts");
			await runTake(flags);
		});
	withControlFlags(command.command("list"))
		.description("print the ids, oldest first")
		.action(async (flags: ControlFlags) => {
			const { runList } = await import("./run-snapshot.ts");
			await runList(flags);
		});
	withControlFlags(command.command("restore"))
		.description("bring the state of then back")
		.argument("<id>", "of the snapshot")
		.action(async (id: string, flags: ControlFlags) => {
			const { runRestore } = await import("./run-snapshot.ts");
			await runRestore(id, flags);
		});
	withControlFlags(command.command("delete"))
		.description("forget a snapshot")
		.argument("<id>", "of the snapshot")
		.action(async (id: string, flags: ControlFlags) => {
			const { runDelete } = await import("./run-snapshot.ts");
			await runDelete(id, flags);
		});
	return command;
}
