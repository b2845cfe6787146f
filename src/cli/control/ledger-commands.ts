import { Command } from "commander";
import { type ControlFlags, withControlFlags } from "./control-flags.ts";

export const assumptionsCommand = (): Command =>
	withControlFlags(new Command("assumptions"))
		.description("Print the ledger of a running mock: all that it assumes.")
		.action(async (flags: ControlFlags) => {
			const { runAssumptions } = await import("./run-ledger.ts");
			await runAssumptions(flags);
		});

export const usedAssumptionsCommand = (): Command =>
	withControlFlags(new Command("used-assumptions"))
		.description(
			"Say on which assumptions the answers of a running mock rested so far, and how many on each.",
		)
		.action(async (flags: ControlFlags) => {
			const { runUsedAssumptions } = await import("./run-ledger.ts");
			await runUsedAssumptions(flags);
		});
