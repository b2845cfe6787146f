import { Command } from "commander";
import type { ResetOrigin } from "../../control/state-control.ts";
import { SERVE_FLAGS } from "../serve-flags.ts";
import { addControlAction } from "./add-control-action.ts";

export const resetCommand = (): Command =>
	addControlAction(
		new Command("reset")
			.description(
				"Reset the state of a running mock to its dataset, seed and start time.",
			)
			.option("--dataset <name>", "reset to another dataset")
			.option("--seed <number>", "reset to another seed", SERVE_FLAGS.seed.read)
			.option(
				"--all",
				"also reset the scenario, and clear the faults, snapshots and requests",
			),
		async ({ control }, { dataset, seed, all }: ResetOrigin) => {
			await control.reset({ dataset, seed, all });
			return { lines: [all ? "Everything is reset." : "The state is reset."] };
		},
	);
