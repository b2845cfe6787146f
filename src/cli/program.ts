import { Command, CommanderError } from "commander";
import { faultsCommand } from "./control/faults-command.ts";
import {
	assumptionsCommand,
	usedAssumptionsCommand,
} from "./control/ledger-commands.ts";
import { requestsCommand } from "./control/requests-command.ts";
import { resetCommand } from "./control/reset-command.ts";
import { scenarioCommand } from "./control/scenario-command.ts";
import { sessionsCommand } from "./control/sessions-command.ts";
import { snapshotCommand } from "./control/snapshot-command.ts";
import { stateCommand } from "./control/state-command.ts";
import { mutateCommand } from "./mutate-command.ts";
import { packageVersion } from "./package-version.ts";
import { serveCommand } from "./serve-command.ts";
import { UsageError } from "./usage-error.ts";
import { verifyCommand } from "./verify-command.ts";

/** What commander has complained about itself. */
const USAGE_EXIT = 2;

const program = new Command("understudy")
	.description(
		"Stands in for a service, and says of every answer what it rests on.",
	)
	.version(packageVersion())
	.addCommand(serveCommand(), { isDefault: true })
	.addCommand(verifyCommand())
	.addCommand(mutateCommand())
	.addCommand(scenarioCommand())
	.addCommand(faultsCommand())
	.addCommand(requestsCommand())
	.addCommand(stateCommand())
	.addCommand(snapshotCommand())
	.addCommand(resetCommand())
	.addCommand(sessionsCommand())
	.addCommand(assumptionsCommand())
	.addCommand(usedAssumptionsCommand())
	.addHelpText(
		"after",
		"\nPlain `understudy` serves; `understudy serve --help` explains how.",
	)
	.exitOverride()
	.configureOutput({
		outputError: (message, write) =>
			write(message.replace(/^error: /, "understudy: ")),
	});

function letInherit(parent: Command): void {
	for (const command of parent.commands) {
		command.exitOverride().configureOutput(program.configureOutput());
		letInherit(command);
	}
}
letInherit(program);

function refuseUnknownCommand([name]: readonly string[]): void {
	const known = program.commands.map((command) => command.name());
	// Commander takes a word it does not know for an argument of the default command.
	if (name && !name.startsWith("-") && name !== "help" && !known.includes(name))
		throw new UsageError(
			`There is no command "${name}". Use ${known.join(", ")}, or see \`understudy --help\`.`,
		);
}

/**
 * Does what the command line says.
 * @returns the exit code, undefined where a command has set it or goes on
 * @throws UsageError with one sentence for the person at the shell
 */
export async function runProgram(): Promise<number | undefined> {
	refuseUnknownCommand(process.argv.slice(2));
	try {
		await program.parseAsync();
		return undefined;
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		return error.exitCode === 0 ? 0 : USAGE_EXIT;
	}
}
