#!/usr/bin/env node
import { parseArgs } from "node:util";
import { readText } from "./read-text.ts";
import { FLAGS, type GivenFlags, toKebabCase } from "./serve-flags.ts";
import { USAGE_EXIT_CODE, UsageError } from "./usage-error.ts";

// A closed pipe, as `| head` leaves behind, is not a failure.
process.stdout.on("error", () => {});

const OPTIONS = Object.fromEntries(
	Object.keys(FLAGS).map((name) => [
		toKebabCase(name),
		{ type: "string" as const },
	]),
);

/**
 * Reads the flags of `serve` without loading commander, so that the server starts sooner.
 * @returns undefined if the arguments are invalid or ask for help, which commander handles
 */
function parseServeArgs(args: string[]): GivenFlags | undefined {
	const flags: GivenFlags = {};
	try {
		const { values } = parseArgs({ args, options: OPTIONS });
		for (const [name, schema] of Object.entries(FLAGS)) {
			const text = values[toKebabCase(name)];
			if (text !== undefined)
				Object.assign(flags, { [name]: readText(text, schema) });
		}
		return flags;
	} catch {
		return undefined;
	}
}

const args = process.argv.slice(2);
const [command] = args;
if (command === "serve") args.shift();
const isServe = !command || command === "serve" || command.startsWith("-");
const flags = isServe ? parseServeArgs(args) : undefined;

try {
	if (flags) {
		const { runServe } = await import("./run-serve.ts");
		await runServe(flags);
	} else {
		const { runProgram } = await import("./program.ts");
		await runProgram();
	}
} catch (error) {
	if (!(error instanceof UsageError)) throw error;
	process.stderr.write(`understudy: ${error.message}\n`);
	process.exitCode = USAGE_EXIT_CODE;
}
