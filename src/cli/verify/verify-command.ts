import { Command, InvalidArgumentError, Option } from "commander";
import { commandLine } from "../../values/command-line.ts";
import { formatExamples } from "../options/format-examples.ts";
import { wholeNumber } from "../options/read-text.ts";
import {
	addServiceFlags,
	collect,
	readReport,
	type VerifyFlags,
} from "./verify-flags.ts";

/** @throws InvalidArgumentError */
function readWait(value: string): unknown {
	if (/^https?:/i.test(value))
		throw new InvalidArgumentError(
			"--wait takes the word after it as its number. Put the base URL first: verify <base-url> --wait",
		);
	return wholeNumber(1, 86_400)(value);
}

export function verifyCommand(): Command {
	return addServiceFlags(new Command("verify"), 120)
		.description(
			"Verify that a real service behaves as the mock does, and list the assumptions it confirms or refutes.",
		)
		.option(
			"--pact <file|folder|url>",
			"verify this pact instead of the shipped one; repeatable",
			collect(String),
		)
		.option(
			"--examples <file>",
			"JSON file of example requests: {operationId: {query?, body?}}",
		)
		.option(
			"--states <module|url>",
			"module with handlers of provider states, or URL of a hook for Pact's state changes",
		)
		.option(
			"--wait [seconds]",
			"wait until the service responds (default: 30 if no number is given)",
			readWait,
		)
		.option("--strict", "make unconfirmed assumptions binding too", false)
		.option(
			"--verbose",
			"print every difference, check and reason, and not only what fits on a screen",
			false,
		)
		.option(
			"--used <file>",
			"make the assumptions binding that a test suite depends on: the JSON file of zaps-understudy/vitest/reporter",
		)
		.option(
			"--record",
			`record the verdicts in the ledger; \`${commandLine("ledger init")}\` writes one`,
			false,
		)
		.option(
			"--ledger <file>",
			"ledger to read confirmed assumptions from and to record in (default: that of the configuration, or understudy.assumptions.yaml, if it exists)",
		)
		.option(
			"--allow-mock",
			"record even if the service announces itself as a mock",
			false,
		)
		.option(
			"--provider-version <version>",
			"version of the service to name when recording",
		)
		.option(
			"--report <format=file>",
			"write a report: json, junit, markdown or html=<file>, or github for the summary and annotations of GitHub Actions; repeatable",
			collect(readReport),
		)
		.addOption(
			new Option("--log <format>", "what to print; debug adds Pact's log")
				.choices(["pretty", "debug", "silent"])
				.default("pretty"),
		)
		.addHelpText(
			"after",
			`
Exit codes: 0 every binding check passed, 1 a binding check failed,
2 something could not be verified.
${formatExamples([
	"understudy verify http://127.0.0.1:8080",
	"understudy verify http://127.0.0.1:8080 --strict --report junit=reports/contract.xml",
	"understudy verify https://staging.example --allow-writes --header 'Authorization: Bearer …'",
	"understudy verify http://127.0.0.1:8080 --record --provider-version 1.4.2",
	"understudy verify http://127.0.0.1:8080 --used used-assumptions.json",
])}`,
		)
		.action(async (baseUrl: string, flags: VerifyFlags) => {
			// Imported here, because it is slow to load and `understudy serve` does not need it.
			const { runVerification } = await import("./run-verification.ts");
			process.exitCode = await runVerification(baseUrl, flags);
		});
}
