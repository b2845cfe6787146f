import { type Command, Option } from "commander";
import type { Control } from "../../control/control.ts";
import { type ControlFlags, withControl } from "./with-control.ts";

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
			const { json, lines = [] } = await withControl(flags, (control, cancel) =>
				act({ control, cancel }, ...given),
			);
			if (!flags.json) for (const line of lines) console.log(line);
			else if (json !== undefined) console.log(JSON.stringify(json, null, 2));
		});
}
