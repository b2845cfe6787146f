import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import type { Violation } from "../journal/entry.ts";
import { hasCode } from "../values/errors.ts";
import type { CheckedRequest, CheckedResponse } from "./find-violations.ts";

/** The default maximum time from when a check is asked for until its result, also while others are checked first. */
const LIMIT_MS = 5_000;
/** How long a thread that has nothing to check stays. */
const IDLE_MS = 300_000;

/** What the thread receives. All of it can be copied. */
export interface CheckInput {
	readonly request: CheckedRequest;
	readonly response: CheckedResponse;
}

/** What the thread responds with. */
export type CheckOutput =
	| { readonly violations: readonly Violation[] }
	| { readonly problem: string };

/**
 * Starts a thread. It sends a message when it is ready, which may take a second for a large document, and then
 * responds to each `CheckInput` with a `CheckOutput`.
 */
export type StartThread = () => Worker;

/** Returns only what a check reads. */
function toInput(
	{ operation, body, target, rejection, ...rest }: CheckedRequest,
	response: CheckedResponse,
): CheckInput {
	const { id, success, parameters, problems } = operation;
	const { method, path, search, headers } = rest;
	return {
		request: {
			operation: { id, success, parameters, problems },
			...{ method, path, search, headers },
			body: { bytes: body.bytes },
			target: { headers: target.headers },
			rejection: rejection && {
				status: rejection.status,
				problem: rejection.problem,
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
	/** Ends the thread and all checks. The next check starts a new thread. */
	close(): Promise<void>;
}

/** A thread, while there is one. */
interface Current {
	thread?: { worker: Worker; end: AbortSignal; ready: Promise<unknown> };
	idle?: NodeJS.Timeout;
	/** Ends the checks that were asked for. */
	closing: AbortController;
}

/** Creates the function that ends a thread. It is kept longer than the document, which it therefore does not refer to. */
const createClose = (current: Current) => async (): Promise<void> => {
	clearTimeout(current.idle);
	current.closing.abort(new Error("the mock has closed"));
	current.closing = new AbortController();
	await current.thread?.worker.terminate();
};

/** Checks one exchange after the other in a thread, so that the mock responds to others meanwhile. */
export function createCheckThread(
	start: StartThread,
	limitMs: number = LIMIT_MS,
): CheckThread {
	const current: Current = { closing: new AbortController() };
	const close = createClose(current);
	let turn: Promise<unknown> = Promise.resolve();

	function open() {
		const worker = start();
		const end = new AbortController();
		worker.once("exit", () => {
			end.abort(new Error("its thread ended"));
			delete current.thread;
		});
		// It is the error of the check in progress.
		worker.on("error", () => {});
		const ready = once(worker, "message", { signal: end.signal });
		ready.catch(() => {});
		return { worker, end: end.signal, ready };
	}

	async function run(
		input: CheckInput,
		limit: AbortSignal,
	): Promise<CheckOutput> {
		limit.throwIfAborted();
		clearTimeout(current.idle);
		current.thread ??= open();
		const { worker, end, ready } = current.thread;
		const signal = AbortSignal.any([limit, end]);
		worker.ref();
		let isChecking = false;
		try {
			await Promise.race([ready, once(signal, "abort")]);
			signal.throwIfAborted();
			isChecking = true;
			worker.postMessage(input);
			const [output] = await once(worker, "message", { signal });
			return output;
		} catch (error) {
			// A thread that still starts is of use for the next check.
			if (isChecking) await worker.terminate();
			throw hasCode(error, "ABORT_ERR") ? signal.reason : error;
		} finally {
			// An idle thread does not keep the process running.
			worker.unref();
			current.idle = setTimeout(close, IDLE_MS).unref();
		}
	}

	return {
		async findViolations(request, response) {
			const limit = AbortSignal.timeout(limitMs);
			const asked = AbortSignal.any([limit, current.closing.signal]);
			const input = toInput(request, response);
			const result = turn.then(() => run(input, asked));
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
