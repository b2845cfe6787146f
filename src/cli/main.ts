#!/usr/bin/env node
import { parseArgs } from "node:util";
import {
	FLAGS,
	type GivenFlags,
	readFlags,
	toKebabCase,
} from "./serve-flags.ts";
import {
	endProcess,
	FlagValueError,
	USAGE_EXIT_CODE,
	UsageError,
} from "./usage-error.ts";

// A closed pipe, as `| head` leaves behind, is not a failure.
for (const stream of [process.stdout, process.stderr])
	stream.on("error", () => {});

const OPTIONS = Object.fromEntries(
	Object.entries(FLAGS).map(([name, { type }]) => [
		toKebabCase(name),
		{
			type: type === "boolean" ? ("boolean" as const) : ("string" as const),
			multiple: type === "array",
		},
	]),
);

/**
 * Reads the flags of `serve` without loading commander, so that the server starts sooner.
 * @returns undefined if the arguments are invalid or ask for help, which commander handles
 */
function parseServeArgs(args: string[]): GivenFlags | undefined {
	try {
		return readFlags(parseArgs({ args, options: OPTIONS }).values);
	} catch (error) {
		const isInvalid =
			error instanceof FlagValueError ||
			(error instanceof Error &&
				"code" in error &&
				`${error.code}`.startsWith("ERR_PARSE_ARGS_"));
		if (!isInvalid) throw error;
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
		await runProgram(process.argv.slice(2));
	}
} catch (error) {
	if (!(error instanceof UsageError)) throw error;
	process.stderr.write(`understudy: ${error.message}\n`);
	process.exitCode = USAGE_EXIT_CODE;
	endProcess();
}
