import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import type { Violation } from "../journal/entry.ts";
import { hasCode } from "../values/errors.ts";
import type { CheckedRequest, CheckedResponse } from "./find-violations.ts";

/** The default maximum time from when a check is asked for until its result, also while others are checked first. */
const LIMIT_MS = 5_000;
/** How long a thread that has nothing to check stays. */
const IDLE_MS = 30_000;

/** What the thread receives. All of it can be copied. */
export interface CheckInput {
	readonly request: CheckedRequest;
	readonly response: CheckedResponse;
}

/** What the thread responds with. */
export type CheckOutput =
	| { readonly violations: readonly Violation[] }
	| { readonly problem: string };

/** Starts a thread that responds to each `CheckInput` with a `CheckOutput`. */
export type StartThread = () => Worker;

/** Returns only what a check reads. */
function toInput(
	{ operation, body, target, rejection, ...rest }: CheckedRequest,
	response: CheckedResponse,
): CheckInput {
	const { id, success, problems } = operation;
	const { method, path, search, headers } = rest;
	return {
		request: {
			operation: { id, success, problems },
			...{ method, path, search, headers },
			body: { bytes: body.bytes },
			target: { headers: target.headers },
			rejection: rejection && {
				status: rejection.status,
				body: rejection.body,
			},
		},
		response,
	};
}

export interface CheckThread {
	/** @throws Error if a check fails or takes too long */
	findViolations(
		request: CheckedRequest,
		response: CheckedResponse,
	): Promise<readonly Violation[]>;
	/** Ends the thread, and the check in progress. */
	close(): Promise<void>;
}

/** Checks one exchange after the other in a thread, so that the mock responds to others meanwhile. */
export function createCheckThread(
	start: StartThread,
	limitMs: number = LIMIT_MS,
): CheckThread {
	let thread: { worker: Worker; end: AbortSignal } | undefined;
	let idle: NodeJS.Timeout | undefined;
	let turn: Promise<unknown> = Promise.resolve();

	async function close(): Promise<void> {
		clearTimeout(idle);
		await thread?.worker.terminate();
	}

	function open() {
		const worker = start();
		const end = new AbortController();
		worker.once("exit", () => {
			end.abort(new Error("its thread ended"));
			thread = undefined;
		});
		// It is the error of the check in progress.
		worker.on("error", () => {});
		return { worker, end: end.signal };
	}

	async function run(
		input: CheckInput,
		limit: AbortSignal,
	): Promise<CheckOutput> {
		limit.throwIfAborted();
		clearTimeout(idle);
		thread ??= open();
		const { worker, end } = thread;
		const signal = AbortSignal.any([limit, end]);
		worker.ref();
		try {
			worker.postMessage(input);
			const [output] = await once(worker, "message", { signal });
			return output;
		} catch (error) {
			await close();
			throw hasCode(error, "ABORT_ERR") ? signal.reason : error;
		} finally {
			// An idle thread does not keep the process running.
			worker.unref();
			idle = setTimeout(close, IDLE_MS).unref();
		}
	}

	return {
		async findViolations(request, response) {
			const limit = AbortSignal.timeout(limitMs);
			const input = toInput(request, response);
			const result = turn.then(() => run(input, limit));
			turn = result.catch(() => {});
			const output = await result.catch((error) => {
				if (!limit.aborted) throw error;
				throw new Error(`it took longer than ${limitMs / 1000} s`);
			});
			if ("problem" in output) throw new Error(output.problem);
			return output.violations;
		},
		close,
	};
}
