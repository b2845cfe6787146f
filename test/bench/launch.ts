import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

const PATIENCE_MS = 15_000;
const RETRY_MS = 1;

/** What to start, and how to know that it is ready. */
export interface Program {
	/** `node` when absent. */
	readonly command?: string;
	readonly args: readonly string[];
	readonly cwd?: string;
	/** Whether messages can be exchanged with it; false when absent. */
	readonly ipc?: boolean;
	/**
	 * Where it serves, and the path at which it answers 200 once it is ready. Without it, its first line has to be
	 * `{"event":"ready","url":...}`.
	 */
	readonly ready?: { readonly url: string; readonly path: string };
}

/** A server in a process of its own, which ends with the scope that launched it. */
export interface Launched extends AsyncDisposable {
	readonly url: string;
	/** When the process was asked for, in the time of `performance.now()`. */
	readonly spawnedAt: number;
	readonly child: ChildProcess;
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exited = once(child, "exit");
	child.kill("SIGKILL");
	await exited;
}

async function urlInFirstLine(child: ChildProcess): Promise<string> {
	if (!child.stdout) throw new Error("its output cannot be read");
	// What it prints later is read too, lest it wait for room in the pipe.
	const lines = createInterface(child.stdout);
	const line = await new Promise<string | undefined>((resolve) => {
		lines.once("line", resolve).once("close", () => resolve(undefined));
	});
	if (line === undefined) throw new Error("it ended before it was ready.");
	const told: { event?: unknown; url?: unknown } = JSON.parse(line);
	if (told.event !== "ready" || typeof told.url !== "string")
		throw new Error(`its first line names no URL: ${line}`);
	return told.url;
}

async function urlOnceAnswering(
	child: ChildProcess,
	{ url, path }: NonNullable<Program["ready"]>,
	signal: AbortSignal,
): Promise<string> {
	const ended = new AbortController();
	const tell = (): void => ended.abort(new Error("it ended."));
	child.once("exit", tell);
	await firstOk(`${url}${path}`, AbortSignal.any([signal, ended.signal]));
	child.off("exit", tell);
	return url;
}

/**
 * Starts the program and waits until it is ready.
 * @throws Error with what the process said where it ends, or is not ready for long
 */
export async function launch(
	{ command = process.execPath, args, cwd, ipc = false, ready }: Program,
	signal: AbortSignal,
): Promise<Launched> {
	const spawnedAt = performance.now();
	const child = spawn(command, args, {
		cwd,
		// Nothing else of this shell: NODE_EXTRA_CA_CERTS alone doubles the time that node takes to start.
		env: { PATH: process.env.PATH, NODE_ENV: "production" },
		stdio: [
			"ignore",
			// A log that this process had to read would take the load generator's time.
			ready ? "ignore" : "pipe",
			"pipe",
			...(ipc ? (["ipc"] as const) : []),
		],
		killSignal: "SIGKILL",
		signal,
	});
	let complaint = "";
	child.stderr?.on("data", (chunk) => {
		complaint += chunk;
	});
	child.on("error", (error) => {
		complaint += error.message;
	});
	const impatience = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
	try {
		const url = await (ready
			? urlOnceAnswering(child, ready, signal)
			: urlInFirstLine(child));
		return { url, spawnedAt, child, [Symbol.asyncDispose]: () => end(child) };
	} catch (error) {
		await end(child);
		signal.throwIfAborted();
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(
			`Cannot measure \`${command} ${args.join(" ")}\`: ${reason} ${complaint.trim()}`,
			{ cause: error },
		);
	} finally {
		clearTimeout(impatience);
	}
}

function statusOf(url: string, signal: AbortSignal): Promise<number> {
	return new Promise((resolve, reject) => {
		get(url, { agent: false, signal }, (response) => {
			response.resume();
			response.once("end", () => resolve(response.statusCode ?? 0));
			response.once("error", reject);
		}).once("error", reject);
	});
}

/** Asks until the answer is 200, and gives the time at which it was read to its end. */
export async function firstOk(
	url: string,
	signal: AbortSignal,
): Promise<number> {
	const deadline = performance.now() + PATIENCE_MS;
	for (;;) {
		signal.throwIfAborted();
		const status = await statusOf(url, signal).catch(
			(error: Error) => error.message,
		);
		const now = performance.now();
		if (status === 200) return now;
		if (now > deadline)
			throw new Error(
				`Cannot measure ${url}: it did not answer 200 within ${PATIENCE_MS} ms, but ${status}.`,
			);
		await delay(RETRY_MS);
	}
}

/** A port that nobody listens on, for programs that cannot tell which one they took. */
export async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	await once(server, "close");
	if (address === null || typeof address === "string")
		throw new Error("Cannot find a free port: the system names none.");
	return address.port;
}
