import { Command } from "commander";
import { formatExamples } from "../format-examples.ts";
import { addControlAction } from "./add-control-action.ts";
import { addDefaultCommand } from "./add-default-command.ts";
import { formatTable } from "./table.ts";

const COLUMNS = ["SESSION", "OPENED", "IDLE", "SCENARIO", "FAULTS", "REQUESTS"];

const EXAMPLES = formatExamples([
	"understudy sessions",
	"understudy sessions delete checkout",
]);

export function sessionsCommand(): Command {
	const group = new Command("sessions")
		.description("List the sessions of a running mock, or delete one.")
		.addHelpText("after", EXAMPLES);

	const list = addDefaultCommand(group, "list");
	list.description("List the sessions, oldest first.");
	addControlAction(list, async ({ control }) => {
		const sessions = await control.sessions();
		const rows = sessions.map((session) => [
			session.id,
			session.openedAt,
			`${Math.round(session.idleMs / 1000)} s`,
			session.scenario,
			`${session.faults}`,
			`${session.requests}`,
		]);
		return { json: { sessions }, lines: formatTable(COLUMNS, rows) };
	});

	const remove = group.command("delete <id>").description("Delete a session.");
	addControlAction(remove, async ({ control }, id: string) => {
		await control.deleteSession(id);
		return { lines: [`Deleted session ${id}.`] };
	});
	return group;
}
