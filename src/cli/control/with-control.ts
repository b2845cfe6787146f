import { createControlClient } from "../../control/client.ts";
import type { Control } from "../../mock/control.ts";
import { ControlError } from "../../mock/control-error.ts";
import { UsageError } from "../usage-error.ts";
import type { ControlFlags } from "./control-flags.ts";

/** What to pass, by the status of the refusal. */
const REMEDIES: Readonly<Record<number, string>> = {
	0: " Pass it with --url <url>.",
	401: " Pass it with --token <token>, or in UNDERSTUDY_CONTROL_TOKEN.",
};

function explain(error: unknown, url: string): unknown {
	if (error instanceof ControlError)
		return new UsageError(`${error.message}${REMEDIES[error.status] ?? ""}`, {
			cause: error,
		});
	if (error instanceof TypeError && !URL.canParse(url))
		return new UsageError(
			`"${url}" is no URL. Pass one like --url http://127.0.0.1:4010.`,
			{ cause: error },
		);
	return error;
}

/**
 * Asks the mock that the flags name.
 * @throws UsageError where nothing answers, or the mock refuses
 */
export async function withControl<Result>(
	{ url, session, token }: ControlFlags,
	act: (control: Control) => Promise<Result>,
): Promise<Result> {
	try {
		return await act(createControlClient({ url, session, token }));
	} catch (error) {
		throw explain(error, url);
	}
}
