import { Command, Option } from "commander";
import {
	collect,
	readHeader,
	readReport,
	VERIFY_LOGS,
	type VerifyFlags,
} from "./verify-flags.ts";
import { wholeNumber } from "./whole-number.ts";

async function verifyAndTell(
	baseUrl: string,
	flags: VerifyFlags,
): Promise<void> {
	// What verifies is heavy, and serving must not wait for it.
	const { runVerification } = await import("./run-verification.ts");
	process.exitCode = await runVerification(baseUrl, flags);
}

export function verifyCommand(): Command {
	return new Command("verify")
		.description(
			"Verify that a real implementation behaves as the mock does, and say which assumptions it confirms.",
		)
		.argument("<base-url>", "where the implementation answers")
		.option(
			"--pact <file|folder|url>",
			"verify other pacts than the shipped one; repeatable",
			collect(String),
		)
		.option(
			"--header <line>",
			"send 'Name: value' with every request; repeatable",
			collect(readHeader),
		)
		.option(
			"--examples <file>",
			"JSON of requests to try operations with: {operationId: {query?, body?}}",
		)
		.option(
			"--allow-writes",
			"verify a service that is not on this machine, though commands are really submitted",
			false,
		)
		.option(
			"--states <module|url>",
			"handlers of provider states, or a hook that Pact's state changes are posted to",
		)
		.option("--strict", "assumptions bind too", false)
		.option(
			"--only <operationId>",
			"verify only this operation; repeatable",
			collect(String),
		)
		.option("--record", "write what was seen into the ledger", false)
		.option(
			"--ledger <file>",
			"the ledger that says what is confirmed, and is recorded in; the shipped one else",
		)
		.option(
			"--provider-version <version>",
			"what to name as verified when recording",
		)
		.option(
			"--report <format=file>",
			"write a report, json=<file> or junit=<file>; repeatable",
			collect(readReport),
		)
		.option(
			"--timeout <ms>",
			"for one exchange, body included",
			wholeNumber(1, 3_600_000),
			10_000,
		)
		.option(
			"--deadline <s>",
			"for the whole verification",
			wholeNumber(1, 86_400),
			120,
		)
		.addOption(
			new Option("--log <format>", "what to print; debug adds Pact's own words")
				.choices(VERIFY_LOGS)
				.default("pretty"),
		)
		.addHelpText(
			"after",
			`
Exit codes: 0 all that binds was checked and holds, 1 something that binds is broken,
2 it could not be verified.

Examples:
  understudy verify http://127.0.0.1:8080
  understudy verify http://127.0.0.1:8080 --strict --report junit=reports/contract.xml
  understudy verify https://staging.example --allow-writes --header 'Authorization: Bearer …'
  understudy verify http://127.0.0.1:8080 --record --provider-version 1.4.2`,
		)
		.action(verifyAndTell);
}
