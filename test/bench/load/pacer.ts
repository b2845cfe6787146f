import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { BenchRequest } from "./bench-requests.ts";

const CHILD = fileURLToPath(new URL("./pacer-child.ts", import.meta.url));

export interface PaceRequest {
	readonly url: string;
	readonly request: BenchRequest;
	readonly perSecond: number;
	readonly warmUpSeconds: number;
	readonly seconds: number;
}

/** Latency quantiles in milliseconds. */
export interface Latency {
	readonly p50: number;
	readonly p99: number;
	/** The share of responses that were counted. Responses during a stall of the pacer are not. */
	readonly counted: number;
}

export type PaceResult = Latency | { readonly error: string };

/** Sends requests at a constant rate. */
export interface Pacer extends Disposable {
	readonly pid: number | undefined;
	/** @throws Error if any response is not 2xx, or the server is too slow */
	measureLatency(paced: PaceRequest): Promise<Latency>;
}

/**
 * Starts the pacer in its own single-threaded process. Helper threads of V8 could take the core of the server, and the
 * measured latency would include the wait for that core.
 */
export function startPacer(signal: AbortSignal): Pacer {
	const child = fork(CHILD, {
		execArgv: [...process.execArgv, "--single-threaded"],
		killSignal: "SIGKILL",
		signal,
	});
	child.on("error", () => {});
	return {
		pid: child.pid,
		async measureLatency(paced) {
			const result = await new Promise<PaceResult>((resolve) => {
				const onExit = (): void =>
					resolve({ error: "Cannot measure latency: the pacer exited." });
				child.once("exit", onExit);
				child.once("message", (message: PaceResult) => {
					child.off("exit", onExit);
					resolve(message);
				});
				child.send(paced, (error) => error && onExit());
			});
			signal.throwIfAborted();
			if ("error" in result) throw new Error(result.error);
			return result;
		},
		[Symbol.dispose]: () => {
			child.kill("SIGKILL");
		},
	};
}
