import { Command } from "commander";
import { isObject } from "../../values/is-object.ts";
import { UsageError } from "../usage-error.ts";
import { addControlAction } from "./add-control-action.ts";
import { addDefaultCommand } from "./add-default-command.ts";
import { readJsonFile } from "./read-json.ts";

export function stateCommand(): Command {
	const group = new Command("state")
		.description(
			"Print all records of a running mock as JSON, or replace them.",
		)
		.addHelpText(
			"after",
			`
Examples:
  understudy state > state.json
  understudy state set state.json
  echo '{"zaps":[]}' | understudy state set -`,
		);
	addControlAction(
		addDefaultCommand(group, "get").description(
			"Print all records by collection, newest first.",
		),
		async ({ control }) => {
			const state = await control.state();
			return { json: state, lines: [JSON.stringify(state, null, 2)] };
		},
	);
	addControlAction(
		group
			.command("set")
			.description("Replace all records. Collections left out become empty.")
			.argument(
				"<file>",
				"JSON as `understudy state` prints it; - for standard input",
			),
		async ({ control }, file: string) => {
			const given = await readJsonFile(file);
			if (!isObject(given))
				throw new UsageError(
					"The state must be an object of collections. Write it as `understudy state` prints it.",
				);
			await control.setState(given);
			const counts = Object.entries(await control.state()).map(
				([name, records]) => `${name} ${records.length}`,
			);
			return { lines: [`Replaced the state: ${counts.join(", ")}.`] };
		},
	);
	return group;
}
