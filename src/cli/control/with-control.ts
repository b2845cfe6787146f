import { createControlClient } from "../../control/client/client.ts";
import type { Control } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import { UsageError } from "../usage-error.ts";
import type { ControlFlags } from "./control-flags.ts";

/** What to pass, by the status of the refusal. */
const REMEDIES: Readonly<Record<number, string>> = {
	0: " Pass it with --url <url>.",
	401: " Pass it with --token <token>, or in UNDERSTUDY_CONTROL_TOKEN.",
};

function explain(error: unknown): unknown {
	if (!(error instanceof ControlError)) return error;
	const remedy = REMEDIES[error.status] ?? "";
	return new UsageError(error.message + remedy, { cause: error });
}

/** `fetch` that ends as the signal says, whatever else ends it. */
const until =
	(enough: AbortSignal): typeof fetch =>
	(input, init) =>
		fetch(input, {
			...init,
			signal: init?.signal ? AbortSignal.any([init.signal, enough]) : enough,
		});

/**
 * Asks the mock that the flags name.
 * @param enough ends all that is asked, and is aborted at the end, since what is still asked keeps the process alive
 * @throws UsageError where nothing answers, or the mock refuses
 */
export async function withControl<Result>(
	{ url, session, token }: ControlFlags,
	act: (control: Control) => Promise<Result>,
	enough: AbortController = new AbortController(),
): Promise<Result> {
	try {
		// A variable of the environment that is empty is there, and says nothing.
		const known = token === "" ? undefined : token;
		const fetch = until(enough.signal);
		return await act(
			createControlClient({ url, session, token: known, fetch }),
		);
	} catch (error) {
		throw explain(error);
	} finally {
		enough.abort();
	}
}
