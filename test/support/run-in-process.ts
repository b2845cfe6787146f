import { stripVTControlCharacters } from "node:util";
import { vi } from "vitest";
import { runProgram } from "../../src/cli/program.ts";
import { UsageError } from "../../src/cli/usage-error.ts";
import type { RunResult } from "./run.ts";

/** Runs `understudy` with these arguments like `src/cli/main.ts`, but in this process, and captures its output. */
export async function runInProcess(
	...args: readonly string[]
): Promise<RunResult> {
	let stdout = "";
	let stderr = "";
	const printed = [
		vi.spyOn(console, "log").mockImplementation((line) => {
			stdout += `${line}\n`;
		}),
		vi.spyOn(console, "error").mockImplementation((line) => {
			stderr += `${line}\n`;
		}),
		vi.spyOn(process.stdout, "write").mockImplementation((text) => {
			stdout += text;
			return true;
		}),
		vi.spyOn(process.stderr, "write").mockImplementation((text) => {
			stderr += text;
			return true;
		}),
	];
	process.exitCode = 0;
	try {
		await runProgram(args);
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		stderr += `understudy: ${error.message}\n`;
		process.exitCode = 2;
	} finally {
		for (const spy of printed) spy.mockRestore();
	}
	const code = Number(process.exitCode);
	process.exitCode = undefined;
	return { code, stdout: stripVTControlCharacters(stdout), stderr };
}
