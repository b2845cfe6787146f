import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { errorMessage } from "../src/values/errors.ts";
import { closedPort } from "../test/support/stub-server.ts";
import { getHealth } from "./load/bench-requests.ts";

const TIMEOUT_MS = 60_000;
const RETRY_MS = 1;

export interface Program {
	/** Defaults to `node`. */
	readonly command?: string;
	readonly args: readonly string[];
	readonly cwd?: string;
	/** Whether to open an IPC channel. Defaults to false. */
	readonly ipc?: boolean;
	/** Set if the server needs a longer warm-up than the others. */
	readonly warmUpSeconds?: number | undefined;
}

/** Creates the program of a server that listens on the port. */
export type Runner = (port: string) => Program | Promise<Program>;

export type LaunchedServer = Awaited<ReturnType<typeof launch>>;

const running = new Set<ChildProcess>();
process.once("exit", () => {
	for (const child of running) child.kill("SIGKILL");
});

export const findFreePort = async (): Promise<string> =>
	new URL((await closedPort()).url).port;

async function fetchStatus(url: string): Promise<string> {
	const signal = AbortSignal.timeout(TIMEOUT_MS);
	const request = get(url, { agent: false, signal });
	const [response]: IncomingMessage[] = await once(request, "response");
	if (response) await text(response);
	return `${response?.statusCode}`;
}

/**
 * Starts the server in its own process, which stops on disposal, and waits until the path responds with 200.
 * @throws Error with the error output of the process if it exits, or is not ready in time
 */
export async function launch(runner: Runner, path = getHealth.path) {
	const port = await findFreePort();
	const program = await runner(port);
	const { command = process.execPath, args, cwd, warmUpSeconds } = program;
	const url = `http://127.0.0.1:${port}`;
	const spawnedAt = performance.now();
	const child = spawn(command, args, {
		cwd,
		// Passes no other variable of the shell: NODE_EXTRA_CA_CERTS alone doubles the start time of node.
		env: { PATH: process.env.PATH, NODE_ENV: "production" },
		// Reading the log would take processor time from the load generator.
		stdio: ["ignore", "ignore", "pipe", program.ipc ? "ipc" : "ignore"],
	});
	running.add(child);
	const errors = child.stderr && text(child.stderr);
	const closed = once(child, "close").then(() => "it exited", errorMessage);
	async function stop(): Promise<void> {
		child.kill("SIGKILL");
		await closed;
		running.delete(child);
	}
	for (;;) {
		const status = await fetchStatus(url + path).catch(errorMessage);
		/** The time from spawn to the first 200. */
		const startMs = performance.now() - spawnedAt;
		const started = { url, startMs, child, warmUpSeconds };
		if (status === "200") return { ...started, [Symbol.asyncDispose]: stop };
		const hasExited = (child.exitCode ?? child.signalCode) !== null;
		if (hasExited || startMs > TIMEOUT_MS) {
			await stop();
			throw new Error(
				`Cannot measure \`${command} ${args.join(" ")}\`: ${hasExited ? await closed : `no 200 within ${TIMEOUT_MS} ms`}, last result: ${status}. ${await errors}`,
			);
		}
		await delay(RETRY_MS);
	}
}

/** Returns the time from spawn to the first 200 of the path. */
export async function measureStart(runner: Runner, path?: string) {
	await using server = await launch(runner, path);
	return server.startMs;
}
