import { createControlClient } from "../../control/client/client.ts";
import type { Control } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import { UsageError } from "../usage-error.ts";

/** The options of every command that controls a running mock. */
export interface ControlFlags {
	readonly url: string;
	readonly session?: string;
	readonly token?: string;
	readonly json?: boolean;
}

/** Which option to pass, by the status of the error; 0 means that no mock responded. */
const REMEDIES: Readonly<Record<number, string>> = {
	0: " To use a mock at another URL, pass --url <url>.",
	401: " Pass it with --token <token>, or in UNDERSTUDY_CONTROL_TOKEN.",
};

/**
 * Runs an action against the mock at `url`.
 * @param act Gets a controller that cancels its requests. They are also canceled when it returns, because a pending
 *   request would keep the process alive.
 * @throws UsageError if no mock responds, or the mock rejects a request
 */
export async function withControl<Result>(
	{ url, session, token }: ControlFlags,
	act: (control: Control, cancel: AbortController) => Promise<Result>,
): Promise<Result> {
	const cancel = new AbortController();
	const { signal } = cancel;
	try {
		const control = createControlClient({
			url,
			session,
			// An empty environment variable counts as unset.
			token: token || undefined,
			fetch: (input, init) =>
				fetch(input, {
					...init,
					signal: AbortSignal.any([signal, init?.signal ?? signal]),
				}),
		});
		return await act(control, cancel);
	} catch (error) {
		if (!(error instanceof ControlError)) throw error;
		const remedy = REMEDIES[error.status] ?? "";
		throw new UsageError(error.message + remedy, { cause: error });
	} finally {
		cancel.abort();
	}
}
