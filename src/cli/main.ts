#!/usr/bin/env node
import { parseServeArgs } from "./parse-serve-args.ts";
import { UsageError } from "./usage-error.ts";

const USAGE_EXIT = 2;

/** Writing to a pipe that is no longer read, as `| head` leaves behind, is no reason to fail. */
process.stdout.on("error", () => {});

const args = process.argv.slice(2);
const [first] = args;
const serveArgs =
	first === "serve"
		? args.slice(1)
		: first === undefined || first.startsWith("-")
			? args
			: undefined;
const flags = serveArgs && parseServeArgs(serveArgs);

try {
	if (flags) {
		const { runServe } = await import("./run-serve.ts");
		await runServe(flags);
	} else {
		const { runProgram } = await import("./program.ts");
		process.exitCode = (await runProgram()) ?? process.exitCode;
	}
} catch (error) {
	if (!(error instanceof UsageError)) throw error;
	process.stderr.write(`understudy: ${error.message}\n`);
	process.exitCode = USAGE_EXIT;
}
