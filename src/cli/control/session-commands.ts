import { Command } from "commander";
import pc from "picocolors";
import { formatExamples } from "../options/format-examples.ts";
import { addControlAction, addDefaultCommand } from "./add-control-action.ts";
import { formatRows, formatTable } from "./table.ts";

const SCENARIO_EXAMPLES = formatExamples([
	"# list the scenarios and mark the active one",
	"understudy scenario",
	"# every response takes about a second",
	"understudy scenario slow",
	"# for one session only",
	"understudy scenario broken --session checkout",
]);

export function scenarioCommand(): Command {
	const command = new Command("scenario")
		.description("List the scenarios of a running mock, or switch to one.")
		.argument("[name]", "scenario to switch to")
		.addHelpText("after", SCENARIO_EXAMPLES);
	return addControlAction(command, async ({ control }, name?: string) => {
		if (name !== undefined) await control.setScenario(name);
		const scenarios = await control.scenarios();
		const { active, available } = scenarios;
		const rows = available.map((each) =>
			each.name === active
				? ["*", { text: each.name, paint: pc.bold }, each.description]
				: [" ", each.name, each.description],
		);
		const lines =
			name === undefined
				? formatRows(rows)
				: [`Switched to scenario ${pc.bold(active)}.`];
		return { json: scenarios, lines };
	});
}

const SESSION_COLUMNS = [
	"SESSION",
	"OPENED",
	"IDLE",
	"SCENARIO",
	"FAULTS",
	"REQUESTS",
];

const SESSION_EXAMPLES = formatExamples([
	"understudy sessions",
	"understudy sessions delete checkout",
]);

export function sessionsCommand(): Command {
	const group = new Command("sessions")
		.description("List the sessions of a running mock, or delete one.")
		.addHelpText("after", SESSION_EXAMPLES);

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
		return { json: { sessions }, lines: formatTable(SESSION_COLUMNS, rows) };
	});

	const remove = group.command("delete <id>").description("Delete a session.");
	addControlAction(remove, async ({ control }, id: string) => {
		await control.deleteSession(id);
		return { lines: [`Deleted session ${id}.`] };
	});
	return group;
}
