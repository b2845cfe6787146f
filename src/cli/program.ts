import { Command, CommanderError } from "commander";
import { packageVersion } from "../service/package-info.ts";
import { commandLine } from "../values/command-line.ts";
import { describeUnknownName } from "../values/describe-unknown-name.ts";
import { FAULTS } from "./control/faults-command.ts";
import { REQUESTS } from "./control/requests-command.ts";
import {
	ASSUMPTIONS,
	CLOCK,
	FORWARD,
	SCENARIO,
	SESSIONS,
	USED_ASSUMPTIONS,
} from "./control/session-commands.ts";
import { RESET, SNAPSHOT, STATE } from "./control/state-commands.ts";
import { DOCUMENT, INIT } from "./document-command.ts";
import { LEDGER } from "./ledger-command.ts";
import { type CommandSpec, createCommand } from "./options/create-command.ts";
import { FLAGS, type GivenFlags } from "./options/serve-flags.ts";
import { USAGE_EXIT_CODE, UsageError } from "./options/usage-error.ts";
import { ALIGN, COMPARE, MUTATE, VERIFY } from "./service-commands.ts";
import { TYPES } from "./types-command.ts";

const SERVE: CommandSpec<GivenFlags> = {
	usage: "serve",
	description: "Serve the mock over HTTP. This is the default command.",
	examples: [
		"# serve at http://127.0.0.1:4010",
		"understudy",
		"# for scripts: the first line contains the URL",
		"understudy serve --port 0 --log json",
		"# the same requests always get the same responses, byte by byte",
		"understudy serve --clock 2026-01-01T00:00:00.000Z --seed 7",
	],
	// The defaults are only in the descriptions, because commander would let a default override a configuration.
	options: Object.fromEntries(
		Object.entries(FLAGS).map(
			([name, { default: initial, description, ...schema }]) => {
				const shown = initial ? ` (default: ${initial})` : "";
				return [name, { ...schema, description: description + shown }];
			},
		),
	),
	async run(flags) {
		const { runServe } = await import("./serve/run-serve.ts");
		await runServe(flags);
	},
};

export const serveCommand = (): Command => createCommand(SERVE);

const OTHERS: readonly CommandSpec[] = [
	...[VERIFY, COMPARE, ALIGN, MUTATE],
	...[LEDGER, INIT, DOCUMENT, TYPES],
	...[SCENARIO, FAULTS, FORWARD, CLOCK, REQUESTS],
	...[STATE, SNAPSHOT, RESET, SESSIONS],
	...[ASSUMPTIONS, USED_ASSUMPTIONS],
];

const program = new Command(commandLine())
	.description(
		"Mock server for the zaps service, or for the service of your own OpenAPI document. Every response lists the assumptions it depends on.",
	)
	.version(packageVersion)
	.addCommand(serveCommand(), { isDefault: true })
	.addHelpText(
		"after",
		`\n\`${commandLine()}\` without a command is \`${commandLine("serve")}\`; for its options, see \`${commandLine("serve --help")}\`.`,
	);
for (const each of OTHERS) program.addCommand(createCommand(each));

/** Removes values from an error of commander, because they may be credentials. */
const hideValues = (message: string): string =>
	message
		.replace(
			/(option '--\S+ <\w+>') argument '(.*)'(?= is invalid)/s,
			(found, option: string, value: string) =>
				/(token|header|store) <|@/.test(option + value)
					? `the value of ${option}`
					: found,
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
