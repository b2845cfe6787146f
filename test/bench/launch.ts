import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { errorMessage } from "../../src/values/error-message.ts";
import { closedPort } from "../support/stub-server.ts";

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
	 * The URL of the server, and a path that responds with 200 once the server is ready. If undefined, the first line of
	 * the output has to be `{"event":"ready","url":...}`.
	 */
	readonly ready?: { readonly url: string; readonly path: string };
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

async function readUrlFromFirstLine(child: ChildProcess): Promise<string> {
	if (!child.stdout) throw new Error("its output cannot be read.");
	// Reads all output, because a full pipe would block the server.
	const lines = createInterface(child.stdout);
	const line = await new Promise<string | undefined>((resolve) => {
		lines.once("line", resolve).once("close", () => resolve(undefined));
	});
	if (line === undefined) throw new Error("it exited before it was ready.");
	const message: { event?: unknown; url?: unknown } = JSON.parse(line);
	if (message.event !== "ready" || typeof message.url !== "string")
		throw new Error(`its first line has no URL: ${line}`);
	return message.url;
}

async function waitUntilReady(
	child: ChildProcess,
	{ url, path }: NonNullable<Program["ready"]>,
	signal: AbortSignal,
): Promise<string> {
	const exit = new AbortController();
	const abort = (): void => exit.abort(new Error("it exited."));
	child.once("exit", abort);
	await waitForOk(`${url}${path}`, AbortSignal.any([signal, exit.signal]));
	child.off("exit", abort);
	return url;
}

/**
 * Starts the program and waits until it is ready.
 * @throws Error with the error output of the process if it exits, or is not ready in time
 */
export async function launch(
	{ command = process.execPath, args, cwd, ipc = false, ready }: Program,
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
			ready ? "ignore" : "pipe",
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
		const url = await (ready
			? waitUntilReady(child, ready, signal)
			: readUrlFromFirstLine(child));
		return {
			url,
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

function fetchStatus(url: string, signal: AbortSignal): Promise<number> {
	return new Promise((resolve, reject) => {
		get(url, { agent: false, signal }, (response) => {
			response.resume();
			response.once("end", () => resolve(response.statusCode ?? 0));
			response.once("error", reject);
		}).once("error", reject);
	});
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

/** Finds a free port, for programs that cannot report the port that they chose. */
export async function findFreePort(): Promise<number> {
	const { url } = await closedPort();
	return Number(new URL(url).port);
}
