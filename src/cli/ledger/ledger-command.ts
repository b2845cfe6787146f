import { Command } from "commander";
import { DEFAULT_LEDGER } from "../../config/project-files.ts";
import { formatExamples } from "../options/add-options.ts";

export function ledgerCommand(): Command {
	const init = new Command("init")
		.description("Write a new ledger with the statuses of the package.")
		.argument("[file]", "the ledger to write", DEFAULT_LEDGER)
		.action(async (file: string) => {
			const { initLedger } = await import("./init-ledger.ts");
			console.log(await initLedger(file));
		});
	return new Command("ledger")
		.description(
			"Keep the statuses of the assumptions, and the evidence for them, in a file of your project.",
		)
		.addCommand(init)
		.addHelpText(
			"after",
			formatExamples([
				"understudy ledger init",
				"understudy verify http://127.0.0.1:8080 --record --provider-version 1.4.2",
			]),
		);
}
