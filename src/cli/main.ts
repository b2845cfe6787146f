import { hasCode } from "../values/errors.ts";
import { writeCodeCache } from "./code-cache.ts";
import { parseServeFlags } from "./options/serve-flags.ts";
import {
	endProcess,
	endWritten,
	USAGE_EXIT_CODE,
	UsageError,
} from "./options/usage-error.ts";

let hasFailed = false;
process.stderr.on("error", () => {});
process.stdout.on("error", (error) => {
	// A closed pipe, as with `| head`, is not a failure. Each further write may fail again.
	if (hasCode(error, "EPIPE") || hasFailed) return;
	hasFailed = true;
	process.exitCode ||= 1;
	process.stderr.write(
		`understudy: Cannot write the output: ${error.message}. Free some space, or write it to another place.\n`,
	);
});

async function runCommandLine(): Promise<void> {
	const args = process.argv.slice(2);
	const [command] = args;
	if (command === "serve") args.shift();
	const isServe = !command || command === "serve" || command.startsWith("-");
	const flags = isServe ? parseServeFlags(args) : undefined;
	if (flags) {
		// Loaded in parallel, so that the server starts sooner.
		if (flags.document) void import("../service/load-document.ts");
		const { runServe } = await import("./serve/run-serve.ts");
		await runServe(flags);
		writeCodeCache(import.meta.dirname);
	} else {
		const { runProgram } = await import("./program.ts");
		const { findConfig } = await import("../config/project-files.ts");
		const file = isServe ? undefined : findConfig();
		const { requireCaught } = await import("./options/require-caught.ts");
		const running = runProgram(process.argv.slice(2));
		if (file === undefined) await running;
		else await requireCaught(file, running);
		if (!isServe) endWritten();
	}
}

// No `await`, because the bundle is a module of CommonJS.
void runCommandLine().catch((error) => {
	if (!(error instanceof UsageError)) {
		// A listener of errors of the configuration would let the process end as if nothing had failed.
		process.removeAllListeners("uncaughtException");
		throw error;
	}
	process.stderr.write(`understudy: ${error.message}\n`);
	process.exitCode = USAGE_EXIT_CODE;
	endProcess();
});
