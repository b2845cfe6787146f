import { Command, InvalidArgumentError } from "commander";
import { formatExamples } from "../format-examples.ts";
import { addServiceFlags } from "../verify/verify-flags.ts";
import { wholeNumber } from "../whole-number.ts";
import type { MutateFlags } from "./run-mutation.ts";

function readJsonReport(value: string): string {
	const file = /^json=(.+)$/.exec(value)?.[1];
	if (file === undefined) throw new InvalidArgumentError("Pass json=<file>.");
	return file;
}

export function mutateCommand(): Command {
	return addServiceFlags(new Command("mutate"), 600)
		.description(
			"Measure how many defects the contract detects: change the responses of a passing service, one defect at a time.",
		)
		.option(
			"--min <percent>",
			"exit with 1 if fewer mutants are killed",
			wholeNumber(0, 100),
			0,
		)
		.option("--report <json=file>", "write a report", readJsonReport)
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
}
