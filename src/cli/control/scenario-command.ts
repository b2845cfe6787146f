import { Command } from "commander";
import pc from "picocolors";
import { formatExamples } from "../format-examples.ts";
import { addControlAction } from "./add-control-action.ts";
import { formatRows } from "./table.ts";

const EXAMPLES = formatExamples([
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
		.addHelpText("after", EXAMPLES);
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
