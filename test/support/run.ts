import { once } from "node:events";
import { text } from "node:stream/consumers";
import { startProcess } from "./start-process.ts";

export interface RunResult {
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** Runs a command without a terminal until it exits. */
export async function run(
	command: string,
	args: readonly string[],
	options: Parameters<typeof startProcess>[2] = {},
): Promise<RunResult> {
	const child = startProcess(command, args, options);
	const [[code], stdout, stderr] = await Promise.all([
		once(child, "close"),
		text(child.stdout),
		text(child.stderr),
	]);
	return { code, stdout, stderr };
}
