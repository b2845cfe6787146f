import { stripVTControlCharacters } from "node:util";
import { vi } from "vitest";
import { runProgram } from "../../src/cli/program.ts";
import type { RunResult } from "./run.ts";

/** Runs `understudy` with these arguments like `src/cli/main.ts`, but in this process, and captures its output. */
export const runInProcess = (...args: readonly string[]): Promise<RunResult> =>
	captureRun(runProgram, args);

/** Like `runInProcess`, with another build of the program. */
export async function captureRun(
	program: typeof runProgram,
	args: readonly string[],
): Promise<RunResult> {
	const printed = { stdout: "", stderr: "" };
	const spies = (["stdout", "stderr"] as const).flatMap((name) => [
		vi
			.spyOn(console, name === "stdout" ? "log" : "error")
			.mockImplementation((line) => {
				printed[name] += `${line}\n`;
			}),
		vi.spyOn(process[name], "write").mockImplementation((text) => {
			printed[name] += text;
			return true;
		}),
	]);
	process.exitCode = 0;
	try {
		await program(args);
	} catch (error) {
		const isUsageError = error instanceof Error && error.name === "UsageError";
		if (!isUsageError) throw error;
		printed.stderr += `understudy: ${error.message}\n`;
		process.exitCode = 2;
	} finally {
		for (const spy of spies) spy.mockRestore();
	}
	const code = Number(process.exitCode);
	process.exitCode = undefined;
	// Colors are on in CI.
	const stdout = stripVTControlCharacters(printed.stdout);
	const stderr = stripVTControlCharacters(printed.stderr);
	return { code, stdout, stderr };
}

/**
 * Does the same in a folder, with these environment variables. Only a process of its own can change its folder, so
 * not in the projects that run in threads.
 */
export async function runInFolder(
	folder: string,
	args: readonly string[],
	env: Readonly<Record<string, string>> = {},
	program: typeof runProgram = runProgram,
): Promise<RunResult> {
	const before = process.cwd();
	process.chdir(folder);
	for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
	try {
		return await captureRun(program, args);
	} finally {
		process.chdir(before);
		vi.unstubAllEnvs();
	}
}
