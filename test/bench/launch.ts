import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

const PATIENCE_MS = 15_000;
const RETRY_MS = 1;

/** A server in a process of its own, which ends with the scope that launched it. */
export interface Launched extends AsyncDisposable {
	readonly url: string;
	/** When the process was asked for, in the time of `performance.now()`. */
	readonly spawnedAt: number;
}

function urlIn(line: string): string {
	const told: { event?: unknown; url?: unknown } = JSON.parse(line);
	if (told.event !== "ready" || typeof told.url !== "string")
		throw new Error(`its first line names no URL: ${line}`);
	return told.url;
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exited = once(child, "exit");
	child.kill("SIGKILL");
	await exited;
}

/**
 * Starts `node` with these arguments and waits for its first line, `{"event":"ready","url":...}`.
 * @throws Error with what the process said where it ends, or says nothing for long, before that line
 */
export async function launch(
	args: readonly string[],
	signal: AbortSignal,
): Promise<Launched> {
	const spawnedAt = performance.now();
	const child = spawn(process.execPath, args, {
		// Nothing else of this shell: NODE_EXTRA_CA_CERTS alone doubles the time that node takes to start.
		env: { PATH: process.env.PATH },
		stdio: ["ignore", "pipe", "pipe"],
		killSignal: "SIGKILL",
		signal,
	});
	let complaint = "";
	child.stderr.on("data", (chunk) => {
		complaint += chunk;
	});
	child.on("error", (error) => {
		complaint += error.message;
	});
	const impatience = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
	try {
		// What it prints later is read too, lest it wait for room in the pipe.
		const lines = createInterface(child.stdout);
		const line = await new Promise<string | undefined>((resolve) => {
			lines.once("line", resolve).once("close", () => resolve(undefined));
		});
		if (line === undefined)
			throw new Error(
				`it ended, or said nothing for ${PATIENCE_MS} ms, before it was ready. ${complaint.trim()}`,
			);
		const url = urlIn(line);
		return { url, spawnedAt, [Symbol.asyncDispose]: () => end(child) };
	} catch (error) {
		await end(child);
		signal.throwIfAborted();
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(`Cannot measure \`node ${args.join(" ")}\`: ${reason}`, {
			cause: error,
		});
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
		const status = await statusOf(url, signal).catch((error: Error) => {
			if (signal.aborted) throw error;
			return error.message;
		});
		const now = performance.now();
		if (status === 200) return now;
		if (now > deadline)
			throw new Error(
				`Cannot measure ${url}: it did not answer 200 within ${PATIENCE_MS} ms, but ${status}.`,
			);
		await delay(RETRY_MS);
	}
}
