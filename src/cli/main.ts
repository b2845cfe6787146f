#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { mutateCommand } from "./mutate-command.ts";
import { serveCommand } from "./serve-command.ts";
import { UsageError } from "./usage-error.ts";
import { verifyCommand } from "./verify-command.ts";

const USAGE_EXIT = 2;

function packageVersion(): string {
	// dist/src/cli/ lies three folders below the package.
	const manifest: { version: string } = JSON.parse(
		readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
	);
	return manifest.version;
}

/** Writing to a pipe that is no longer read, as `| head` leaves behind, is no reason to fail. */
process.stdout.on("error", () => {});

const program = new Command("understudy")
	.description(
		"Stands in for a service, and says of every answer what it rests on.",
	)
	.version(packageVersion())
	.addCommand(serveCommand(), { isDefault: true })
	.addCommand(verifyCommand())
	.addCommand(mutateCommand())
	.addHelpText(
		"after",
		"\nPlain `understudy` serves; `understudy serve --help` explains how.",
	)
	.exitOverride()
	.configureOutput({
		outputError: (message, write) =>
			write(message.replace(/^error: /, "understudy: ")),
	});
for (const command of program.commands)
	command.exitOverride().copyInheritedSettings(program);

function refuseUnknownCommand([name]: readonly string[]): void {
	const known = program.commands.map((command) => command.name());
	// Commander takes a word it does not know for an argument of the default command.
	if (name && !name.startsWith("-") && name !== "help" && !known.includes(name))
		throw new UsageError(
			`There is no command "${name}". Use ${known.join(" or ")}, or see \`understudy --help\`.`,
		);
}

try {
	refuseUnknownCommand(process.argv.slice(2));
	await program.parseAsync();
} catch (error) {
	if (error instanceof CommanderError) {
		process.exitCode = error.exitCode === 0 ? 0 : USAGE_EXIT;
	} else if (error instanceof UsageError) {
		process.stderr.write(`understudy: ${error.message}\n`);
		process.exitCode = USAGE_EXIT;
	} else {
		throw error;
	}
}
