import { Command, CommanderError } from "commander";
import { verifySchemas } from "../schemas/generated/commands.ts";
import { packageVersion } from "../service/package-info.ts";
import { commandLine } from "../values/command-line.ts";
import { describeUnknownName } from "../values/describe-unknown-name.ts";
import { alignCommand } from "./align/align-command.ts";
import { compareCommand } from "./compare/compare-command.ts";
import { faultsCommand } from "./control/faults-command.ts";
import { requestsCommand } from "./control/requests-command.ts";
import {
	assumptionsCommand,
	clockCommand,
	forwardCommand,
	scenarioCommand,
	sessionsCommand,
	usedAssumptionsCommand,
} from "./control/session-commands.ts";
import {
	resetCommand,
	snapshotCommand,
	stateCommand,
} from "./control/state-commands.ts";
import { documentCommand, initCommand } from "./document-command.ts";
import { ledgerCommand } from "./ledger-command.ts";
import { mutateCommand } from "./mutate-command.ts";
import { addOptions, formatExamples } from "./options/add-options.ts";
import { FLAGS, type GivenFlags } from "./options/serve-flags.ts";
import { USAGE_EXIT_CODE, UsageError } from "./options/usage-error.ts";
import { typesCommand } from "./types-command.ts";
import { VERIFY_READERS, type VerifyFlags } from "./verify/verify-flags.ts";

const SERVE_EXAMPLES = formatExamples([
	"# serve at http://127.0.0.1:4010",
	"understudy",
	"# for scripts: the first line contains the URL",
	"understudy serve --port 0 --log json",
	"# the same requests always get the same responses, byte by byte",
	"understudy serve --clock 2026-01-01T00:00:00.000Z --seed 7",
]);

export function serveCommand(): Command {
	const command = new Command("serve")
		.description("Serve the mock over HTTP. This is the default command.")
		.addHelpText("after", SERVE_EXAMPLES)
		.action(async (flags: GivenFlags) => {
			const { runServe } = await import("./serve/run-serve.ts");
			await runServe(flags);
		});
	// The defaults are only in the descriptions, because commander would let a default override a configuration.
	const schemas = Object.entries(FLAGS).map(
		([name, { default: initial, description, ...schema }]) => {
			const shown = initial ? ` (default: ${initial})` : "";
			return [name, { ...schema, description: description + shown }];
		},
	);
	return addOptions(command, Object.fromEntries(schemas));
}

function verifyCommand(): Command {
	const command = new Command("verify")
		.description(
			"Verify that a real service behaves like the mock, and list the assumptions that it confirms or refutes.",
		)
		.argument("<base-url>", "the base URL of the service")
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
			const { runVerification } = await import("./verify/run-verification.ts");
			process.exitCode = await runVerification(baseUrl, flags);
		});
	return addOptions(command, verifySchemas, VERIFY_READERS);
}

const program = new Command(commandLine())
	.description(
		"Mock server for the zaps service, or for the service of your own OpenAPI document. Every response lists the assumptions it depends on.",
	)
	.version(packageVersion)
	.addCommand(serveCommand(), { isDefault: true })
	.addCommand(verifyCommand())
	.addCommand(compareCommand())
	.addCommand(alignCommand())
	.addCommand(mutateCommand())
	.addCommand(ledgerCommand())
	.addCommand(initCommand())
	.addCommand(documentCommand())
	.addCommand(typesCommand())
	.addCommand(scenarioCommand())
	.addCommand(faultsCommand())
	.addCommand(forwardCommand())
	.addCommand(clockCommand())
	.addCommand(requestsCommand())
	.addCommand(stateCommand())
	.addCommand(snapshotCommand())
	.addCommand(resetCommand())
	.addCommand(sessionsCommand())
	.addCommand(assumptionsCommand())
	.addCommand(usedAssumptionsCommand())
	.addHelpText(
		"after",
		`\n\`${commandLine()}\` without a command is \`${commandLine("serve")}\`; for its options, see \`${commandLine("serve --help")}\`.`,
	);

/** Removes values from an error of commander, because they may be credentials. */
const hideValues = (message: string): string =>
	message
		.replace(
			/(option '--\S*(?:token|header) <\w+>') argument '.*'(?= is invalid)/s,
			"the value of $1",
		)
		.replace(/(unknown option '[^=]+)=.*'/s, "$1'");

/** Makes a command and its subcommands throw instead of exiting. Adds a remedy to errors without one. */
function handleErrors(command: Command, name: string): void {
	command.exitOverride().configureOutput({
		outputError: (message, write) =>
			write(
				hideValues(message)
					.replace(/^error: /, "understudy: ")
					.replace(/^.+[^.\n]$/m, `$&. See \`${name} --help\`.`),
			),
	});
	for (const each of command.commands)
		handleErrors(each, `${name} ${each.name()}`);
}
handleErrors(program, program.name());

/**
 * Rejects unknown commands. Otherwise, commander would pass them to the default command as arguments, and `help`
 * would show the wrong help.
 */
function rejectUnknownCommand([first, second]: readonly string[]): void {
	const name = first === "help" ? second : first;
	const names = program.commands.map((command) => command.name());
	if (name && !name.startsWith("-") && name !== "help" && !names.includes(name))
		throw new UsageError(
			`${describeUnknownName("command", name, names)} See \`${commandLine("--help")}\`.`,
		);
}

/**
 * Runs the command in the arguments.
 * @throws UsageError if the user can fix the failure
 */
export async function runProgram(args: readonly string[]): Promise<void> {
	rejectUnknownCommand(args);
	try {
		await program.parseAsync(args, { from: "user" });
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		// Commander has already printed the error or the help.
		process.exitCode = error.exitCode === 0 ? 0 : USAGE_EXIT_CODE;
	}
}
