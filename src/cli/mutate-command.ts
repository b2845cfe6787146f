import { Command, InvalidArgumentError } from "commander";
import type { MutateFlags } from "./run-mutation.ts";
import { collect, readHeader } from "./verify-flags.ts";
import { wholeNumber } from "./whole-number.ts";

function readJsonReport(value: string): string {
	const { file } = /^json=(?<file>.+)$/.exec(value)?.groups ?? {};
	if (file === undefined) throw new InvalidArgumentError("Pass json=<file>.");
	return file;
}

async function mutateAndTell(
	baseUrl: string,
	flags: MutateFlags,
): Promise<void> {
	// What verifies is heavy, and serving must not wait for it.
	const { runMutation } = await import("./run-mutation.ts");
	process.exitCode = await runMutation(baseUrl, flags);
}

export function mutateCommand(): Command {
	return new Command("mutate")
		.description(
			"Measure how much breakage of an implementation that passes the contract would catch.",
		)
		.argument("<base-url>", "where the implementation answers")
		.option(
			"--header <line>",
			"send 'Name: value' with every request; repeatable",
			collect(readHeader),
		)
		.option(
			"--allow-writes",
			"mutate a service that is not on this machine, though commands are really submitted",
			false,
		)
		.option(
			"--only <operationId>",
			"mutate the answers to the checks of this operation only; repeatable",
			collect(String),
		)
		.option(
			"--min <percent>",
			"exit 1 where fewer of the mutants are killed",
			wholeNumber(0, 100),
			0,
		)
		.option("--report <json=file>", "write a report", readJsonReport)
		.option(
			"--timeout <ms>",
			"for one exchange, body included",
			wholeNumber(1, 3_600_000),
			10_000,
		)
		.option("--deadline <s>", "for the whole run", wholeNumber(1, 86_400), 600)
		.addHelpText(
			"after",
			`
Exit codes: 0 measured, 1 fewer mutants were killed than --min asks for, 2 it could not be measured.

Examples:
  understudy mutate http://127.0.0.1:8080
  understudy mutate http://127.0.0.1:8080 --min 95 --report json=reports/mutants.json
  understudy mutate http://127.0.0.1:8080 --only getHealth`,
		)
		.action(mutateAndTell);
}
