import { Command } from "commander";
import { wholeNumber } from "../whole-number.ts";
import { type ResetFlags, withControlFlags } from "./control-flags.ts";

export const resetCommand = (): Command =>
	withControlFlags(new Command("reset"))
		.description(
			"Put the state of a running mock back to its dataset, its seed and the clock's start.",
		)
		.option("--dataset <name>", "another dataset to start from")
		.option(
			"--seed <number>",
			"another seed",
			wholeNumber(-2_147_483_648, 2_147_483_647),
		)
		.option(
			"--all",
			"the scenario, faults, snapshots and journal too, to what it began with",
			false,
		)
		.action(async (flags: ResetFlags) => {
			const { runReset } = await import("./run-state.ts");
			await runReset(flags);
		});
