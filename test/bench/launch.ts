import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { errorMessage } from "../../src/values/error-message.ts";

export const HEALTH_PATH = "/v1/health";
const TIMEOUT_MS = 15_000;
const RETRY_MS = 1;

/** A program to launch, and how to detect that it is ready. */
export interface Program {
	/** Defaults to `node`. */
	readonly command?: string;
	readonly args: readonly string[];
	readonly cwd?: string;
	/** Whether to open an IPC channel. Defaults to false. */
	readonly ipc?: boolean;
	/**
	 * The URL of a server whose health operation responds with 200 once it is ready. If undefined, the first line of the
	 * output has to be `{"event":"ready","url":...}`.
	 */
	readonly url?: string;
}

/** A server in its own process, which stops on disposal. */
export interface LaunchedServer extends AsyncDisposable {
	readonly url: string;
	/** When the process was spawned, as `performance.now()`. */
	readonly spawnedAt: number;
	readonly child: ChildProcess;
}

async function stopProcess(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exited = once(child, "exit");
	child.kill("SIGKILL");
	await exited;
}

async function readUrlFromFirstLine(stdout: Readable | null): Promise<string> {
	if (!stdout) throw new Error("its output cannot be read.");
	// Reads all output, because a full pipe would block the server.
	const lines = createInterface(stdout);
	const line = await new Promise<string>((resolve) => {
		lines.once("line", resolve).once("close", () => resolve(""));
	});
	const { url } =
		/"event":"ready".*"url":"(?<url>[^"]+)"/.exec(line)?.groups ?? {};
	if (url === undefined) throw new Error(`its first line has no URL: ${line}`);
	return url;
}

/**
 * Starts the program and waits until it is ready.
 * @throws Error with the error output of the process if it exits, or is not ready in time
 */
export async function launch(
	{ command = process.execPath, args, cwd, ipc = false, url }: Program,
	signal: AbortSignal,
): Promise<LaunchedServer> {
	const spawnedAt = performance.now();
	const child = spawn(command, args, {
		cwd,
		// Passes no other variable of the shell: NODE_EXTRA_CA_CERTS alone doubles the start time of node.
		env: { PATH: process.env.PATH, NODE_ENV: "production" },
		stdio: [
			"ignore",
			// Reading the log would take processor time from the load generator.
			url ? "ignore" : "pipe",
			"pipe",
			...(ipc ? (["ipc"] as const) : []),
		],
		killSignal: "SIGKILL",
		signal,
	});
	let errorOutput = "";
	child.stderr?.on("data", (chunk) => {
		errorOutput += chunk;
	});
	child.on("error", (error) => {
		errorOutput += error.message;
	});
	const timeout = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
	try {
		const exit = new AbortController();
		child.once("exit", () => exit.abort(new Error("it exited.")));
		const either = AbortSignal.any([signal, exit.signal]);
		if (url) await waitForOk(url + HEALTH_PATH, either);
		return {
			url: url ?? (await readUrlFromFirstLine(child.stdout)),
			spawnedAt,
			child,
			[Symbol.asyncDispose]: () => stopProcess(child),
		};
	} catch (error) {
		await stopProcess(child);
		signal.throwIfAborted();
		throw new Error(
			`Cannot measure \`${command} ${args.join(" ")}\`: ${errorMessage(error)} ${errorOutput.trim()}`,
			{ cause: error },
		);
	} finally {
		clearTimeout(timeout);
	}
}

async function fetchStatus(url: string, signal: AbortSignal): Promise<number> {
	const request = get(url, { agent: false, signal });
	const [response]: IncomingMessage[] = await once(request, "response");
	if (!response) return 0;
	await text(response);
	return response.statusCode ?? 0;
}

/** Repeats the request until the status is 200, and returns when that response was complete. */
export async function waitForOk(
	url: string,
	signal: AbortSignal,
): Promise<number> {
	const deadline = performance.now() + TIMEOUT_MS;
	for (;;) {
		signal.throwIfAborted();
		const status = await fetchStatus(url, signal).catch(
			(error: Error) => error.message,
		);
		const now = performance.now();
		if (status === 200) return now;
		if (now > deadline)
			throw new Error(
				`Cannot measure ${url}: no 200 within ${TIMEOUT_MS} ms, last result: ${status}.`,
			);
		await delay(RETRY_MS);
	}
}
