import {
	type ChildProcessByStdio,
	type SpawnOptions,
	spawn,
} from "node:child_process";
import type { Readable } from "node:stream";

type Process = ChildProcessByStdio<null, Readable, Readable>;

const running = new Set<Process>();

function endAll(): void {
	for (const child of running) endProcess(child);
}
process.once("exit", endAll);
// Vitest ends a worker with SIGTERM, which by default runs no exit handlers.
process.once("SIGTERM", () => process.exit());

/** Kills a process together with the processes that it started. */
export function endProcess({ pid }: Process): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, "SIGKILL");
	} catch {
		// It has ended.
	}
}

/** Starts a process that ends with the test file at the latest, even if a test times out. */
export function startProcess(
	command: string,
	args: readonly string[],
	options: Pick<SpawnOptions, "cwd" | "env" | "uid"> = {},
): Process {
	const child = spawn(command, args, {
		...options,
		env: {
			...process.env,
			...{ FORCE_COLOR: undefined, NO_COLOR: "1" },
			...options.env,
		},
		stdio: ["ignore", "pipe", "pipe"],
		// A process group of its own, so that its children end with it.
		detached: true,
	});
	running.add(child);
	child.on("exit", () => running.delete(child));
	return child;
}
