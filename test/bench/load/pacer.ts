import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Ask } from "./bench-requests.ts";

const CHILD = fileURLToPath(new URL("./pacer-child.ts", import.meta.url));

export interface PaceOrder {
	readonly url: string;
	readonly ask: Ask;
	readonly perSecond: number;
	readonly warmUpSeconds: number;
	readonly seconds: number;
}

/** In milliseconds. */
export interface Latency {
	readonly p50: number;
	readonly p99: number;
	/** The share of the answers that were counted: not while the pacer itself was kept from running. */
	readonly counted: number;
}

export type PaceAnswer = Latency | { readonly error: string };

/** Asks at an even rate. */
export interface Pacer extends Disposable {
	readonly pid: number | undefined;
	/** @throws Error where any answer was not 2xx, or the server does not keep up */
	latencyOf(order: PaceOrder): Promise<Latency>;
}

/**
 * Paces from a process of its own, which does nothing beside its one thread: where the helpers of V8 took the core
 * that the server runs on, the wait for that core was what would be measured.
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
		async latencyOf(order) {
			const answer = await new Promise<PaceAnswer>((resolve) => {
				const ended = (): void =>
					resolve({ error: "Cannot measure latency: the pacer ended." });
				child.once("exit", ended);
				child.once("message", (message: PaceAnswer) => {
					child.off("exit", ended);
					resolve(message);
				});
				child.send(order, (error) => error && ended());
			});
			signal.throwIfAborted();
			if ("error" in answer) throw new Error(answer.error);
			return answer;
		},
		[Symbol.dispose]: () => {
			child.kill("SIGKILL");
		},
	};
}
