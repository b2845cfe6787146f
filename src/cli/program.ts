import { Command, CommanderError } from "commander";
import { DEFAULT_LEDGER } from "../config/project-files.ts";
import { commands } from "../schemas/generated/commands.ts";
import type {
	DocumentFlags,
	LedgerFlags,
	TypesFlags,
} from "../schemas/generated/types.ts";
import { packageVersion } from "../service/package-info.ts";
import { commandLine } from "../values/command-line.ts";
import { describeUnknownName } from "../values/describe-unknown-name.ts";
import { FAULT_COMMANDS } from "./control/faults-command.ts";
import { REQUEST_COMMANDS } from "./control/requests-command.ts";
import {
	SESSION_COMMANDS,
	STATE_COMMANDS,
} from "./control/session-commands.ts";
import { initDocument, initLedger, runDocument } from "./document-command.ts";
import {
	type CommandActions,
	type CommandText,
	createCommand,
} from "./options/create-command.ts";
import { FLAGS, type GivenFlags, readProject } from "./options/serve-flags.ts";
import { USAGE_EXIT_CODE, UsageError } from "./options/usage-error.ts";
import { SERVICE_COMMANDS } from "./service-commands.ts";
import { writeTypes } from "./types-command.ts";

const ACTIONS: CommandActions = {
	serve: {
		// The defaults are only in the descriptions, because commander would let a default override a configuration.
		options: Object.fromEntries(
			Object.entries(FLAGS).map(
				([name, { default: initial, description, ...schema }]) => {
					const shown = initial ? ` (default: ${initial})` : "";
					return [name, { ...schema, description: description + shown }];
				},
			),
		),
		async run(flags: GivenFlags) {
			const { runServe } = await import("./serve/run-serve.ts");
			await runServe(flags);
		},
	},
	"ledger init": {
		async run(flags: LedgerFlags, file = DEFAULT_LEDGER) {
			const { document } = await readProject(flags);
			console.log(await initLedger(file, document));
		},
	},
	init: {
		run: async (_, folder = ".") => console.log(await initDocument(folder)),
	},
	document: {
		run: async (flags: DocumentFlags, file = "") =>
			console.log(await runDocument(flags, file)),
	},
	types: {
		run: async (flags: TypesFlags) => console.log(await writeTypes(flags)),
	},
	...SERVICE_COMMANDS,
	...FAULT_COMMANDS,
	...REQUEST_COMMANDS,
	...SESSION_COMMANDS,
	...STATE_COMMANDS,
};
const [SERVE, ...OTHERS]: readonly [CommandText, ...CommandText[]] = commands;

export const serveCommand = (): Command => createCommand(SERVE, ACTIONS);

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
for (const each of OTHERS) program.addCommand(createCommand(each, ACTIONS));

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
					.replace(/\n\((Did you mean .+\?)\)/, ". $1")
					.replace(
						/^.+[^.\n]$/m,
						(line) => `${line.replace(/[^?]$/, "$&.")} See \`${name} --help\`.`,
					),
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
