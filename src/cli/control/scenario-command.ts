import { Command } from "commander";
import { type ControlFlags, withControlFlags } from "./control-flags.ts";

export const scenarioCommand = (): Command =>
	withControlFlags(new Command("scenario"))
		.description("List the scenarios of a running mock, or put one in force.")
		.argument("[name]", "the scenario to put in force")
		.addHelpText(
			"after",
			`
Examples:
  understudy scenario                            those there are, and which is in force
  understudy scenario slow                       every answer takes about a second
  understudy scenario broken --session checkout  for one session only`,
		)
		.action(async (name: string | undefined, flags: ControlFlags) => {
			const { runScenario } = await import("./run-scenario.ts");
			await runScenario(name, flags);
		});
