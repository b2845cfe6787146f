import { Command } from "commander";
import { addControlAction } from "./add-control-action.ts";
import { addDefaultCommand } from "./add-default-command.ts";

export function snapshotCommand(): Command {
	const group = new Command("snapshot")
		.description("Save the state of a running mock, and restore it later.")
		.addHelpText(
			"after",
			`
Examples:
  id=$(understudy snapshot)
  understudy snapshot restore "$id"`,
		);
	addControlAction(
		addDefaultCommand(group, "take").description(
			"Save the state and print the id of the snapshot.",
		),
		async ({ control }) => {
			const id = await control.snapshot();
			return { json: { id }, lines: [id] };
		},
	);
	addControlAction(
		group.command("list").description("List the snapshots, oldest first."),
		async ({ control }) => {
			const snapshots = await control.snapshots();
			return { json: { snapshots }, lines: snapshots };
		},
	);
	addControlAction(
		group.command("restore <id>").description("Restore a saved state."),
		async ({ control }, id: string) => {
			await control.restore(id);
			return { lines: [`Restored the state from snapshot ${id}.`] };
		},
	);
	addControlAction(
		group.command("delete <id>").description("Delete a snapshot."),
		async ({ control }, id: string) => {
			await control.deleteSnapshot(id);
			return { lines: [`Deleted snapshot ${id}.`] };
		},
	);
	return group;
}
