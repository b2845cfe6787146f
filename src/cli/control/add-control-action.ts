import { type Command, Option } from "commander";
import { createControlClient } from "../../control/client/client.ts";
import type { Control } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import { UsageError } from "../usage-error.ts";

/** The options of every command that controls a running mock. */
interface ControlFlags {
	readonly url: string;
	readonly session?: string;
	readonly token?: string;
	readonly json?: boolean;
}

/** What the action of a command works with. */
export interface ControlContext {
	readonly control: Control;
	/** Cancels all requests to the mock. */
	readonly cancel: AbortController;
}

/** What a command prints: `json` with `--json`, and `lines` without. Both default to nothing. */
export interface CommandOutput {
	readonly json?: unknown;
	readonly lines?: readonly string[];
}

/** Which option to pass, by the status of the error; 0 means that no mock responded. */
const REMEDIES: Readonly<Record<number, string>> = {
	0: " To use a mock at another URL, pass --url <url>.",
	401: " Pass it with --token <token>, or in UNDERSTUDY_CONTROL_TOKEN.",
};

/**
 * Runs an action against the mock at `url`. Cancels its requests when it returns, because a pending request would keep
 * the process alive.
 * @throws UsageError if no mock responds, or the mock rejects a request
 */
export async function withControl<Result>(
	{ url, session, token }: ControlFlags,
	act: (context: ControlContext) => Promise<Result>,
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
		return await act({ control, cancel });
	} catch (error) {
		if (!(error instanceof ControlError)) throw error;
		const remedy = REMEDIES[error.status] ?? "";
		throw new UsageError(error.message + remedy, { cause: error });
	} finally {
		cancel.abort();
	}
}

/**
 * Makes a command run an action against a running mock and print its output. Adds the options that name the mock.
 * @param act gets the arguments of the command, then its options
 */
export function addControlAction<Arguments extends unknown[]>(
	command: Command,
	act: (context: ControlContext, ...given: Arguments) => Promise<CommandOutput>,
): Command {
	return command
		.option("--url <url>", "URL of the mock", "http://127.0.0.1:4010")
		.option(
			"--session <id>",
			'session to control (default: "default", or all sessions for requests and used-assumptions)',
		)
		.addOption(
			new Option(
				"--token <token>",
				"control token that the mock was started with",
			).env("UNDERSTUDY_CONTROL_TOKEN"),
		)
		.option("--json", "print JSON")
		.action(async (...given: Arguments) => {
			const flags = command.opts<ControlFlags>();
			const { json, lines = [] } = await withControl(flags, (context) =>
				act(context, ...given),
			);
			if (!flags.json) for (const line of lines) console.log(line);
			else if (json !== undefined) console.log(JSON.stringify(json, null, 2));
		});
}
