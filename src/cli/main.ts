#!/usr/bin/env node
import { parseServeArgs } from "./parse-serve-args.ts";
import { USAGE_EXIT_CODE, UsageError } from "./usage-error.ts";

// A closed pipe, as `| head` leaves behind, is not a failure.
process.stdout.on("error", () => {});

const args = process.argv.slice(2);
const [command = "serve"] = args;
const serveArgs = command === "serve" ? args.slice(1) : args;
const isServe = command === "serve" || command.startsWith("-");
const flags = isServe ? parseServeArgs(serveArgs) : undefined;

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
