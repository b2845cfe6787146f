import { Command } from "commander";
import { mutateSchemas } from "../../schemas/generated/words.ts";
import { addOptions, formatExamples } from "../options/add-options.ts";
import { FlagValueError } from "../options/usage-error.ts";
import { type MutateFlags, SERVICE_READERS } from "../verify/verify-command.ts";

function report(value: string): string {
	const file = /^json=(.+)$/.exec(value)?.[1];
	if (file === undefined) throw new FlagValueError("Pass json=<file>.");
	return file;
}

export function mutateCommand(): Command {
	const command = new Command("mutate")
		.description(
			"Measure how many defects the contract detects: change the responses of a passing service, one defect at a time.",
		)
		.argument("<base-url>", "the base URL of the service")
		.addHelpText(
			"after",
			`
Exit codes: 0 enough mutants were killed, 1 fewer than --min, 2 the contract could not be measured.
${formatExamples([
	"understudy mutate http://127.0.0.1:8080",
	"understudy mutate http://127.0.0.1:8080 --min 95 --report json=reports/mutants.json",
	"understudy mutate http://127.0.0.1:8080 --only getHealth",
])}`,
		)
		.action(async (baseUrl: string, flags: MutateFlags) => {
			// Imported here, because it is slow to load and `understudy serve` does not need it.
			const { runMutation } = await import("./run-mutation.ts");
			process.exitCode = await runMutation(baseUrl, flags);
		});
	return addOptions(command, mutateSchemas, { ...SERVICE_READERS, report });
}
