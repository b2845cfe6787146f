import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { endProcess, startProcess } from "./start-process.ts";

export const CLI: string = join(import.meta.dirname, "../../dist/cli/main.js");

export interface RunningCli extends AsyncDisposable {
	readonly url: string;
	/** The first event of the log. */
	readonly ready: Record<string, unknown>;
	readonly child: ChildProcess;
	/** Reads the next line of standard output as JSON. */
	nextEvent(): Promise<Record<string, unknown>>;
	/** Sends the signal and waits for the exit. */
	end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts `understudy serve` on a free port with JSON logs.
 * @param node the Node that runs it
 * @param cli the file that it runs
 * @param env added to the environment
 */
export async function startCli(
	args: readonly string[] = [],
	cwd?: string,
	node: string = process.execPath,
	cli: string = CLI,
	env: NodeJS.ProcessEnv = {},
): Promise<RunningCli> {
	const child = startProcess(
		node,
		[cli, "serve", "--port", "0", "--log", "json", ...args],
		{ ...(cwd !== undefined && { cwd }), env: { ...process.env, ...env } },
	);
	child.stderr.pipe(process.stderr);
	const ended = new Promise<number | null>((resolve) =>
		child.on("exit", resolve),
	);
	const lines = createInterface({ input: child.stdout })[
		Symbol.asyncIterator
	]();
	const nextEvent = async (): Promise<Record<string, unknown>> => {
		const { value, done } = await lines.next();
		if (done) throw new Error("understudy exited");
		return JSON.parse(value);
	};
	const end = (signal: NodeJS.Signals): Promise<number | null> => {
		child.kill(signal);
		return ended;
	};
	const ready = await nextEvent();
	return {
		url: String(ready.url),
		ready,
		child,
		nextEvent,
		end,
		async [Symbol.asyncDispose]() {
			endProcess(child);
			await ended;
		},
	};
}
