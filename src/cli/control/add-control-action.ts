import { type Command, Help, Option } from "commander";
import { createControlClient } from "../../control/client/client.ts";
import type { Control } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import { commandLine } from "../../values/command-line.ts";
import { describeUnknownName } from "../../values/describe-unknown-name.ts";
import { UsageError } from "../options/usage-error.ts";

/** Which mock a command controls. */
interface ControlFlags {
	readonly url: string;
	readonly session?: string | undefined;
	readonly token?: string | undefined;
	/** Where the URL is from; completes the error if there is no mock. */
	readonly origin?: string;
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

/** The options of every command that controls a running mock, as given. */
type GivenControlFlags = Partial<ControlFlags> & { readonly json?: boolean };

/** Says which option to pass, by the status of the error; 0 means that no mock responded. */
function remedyFor(status: number, origin = ""): string {
	if (status === 0) return `${origin} To use another URL, pass --url <url>.`;
	return status === 401
		? " Pass it with --token <token>, or in UNDERSTUDY_CONTROL_TOKEN."
		: "";
}

/** Returns the address of the mock: the given one, or else that of the mock of the current folder. */
async function completeFlags(
	{ url, session, token }: GivenControlFlags,
	isFromEnvironment: boolean,
): Promise<ControlFlags> {
	// An empty environment variable counts as unset.
	if (url) {
		const origin = isFromEnvironment ? " The URL is from UNDERSTUDY_URL." : "";
		return { url, session, token, origin };
	}
	const { findMock } = await import("./find-mock.ts");
	const found = await findMock();
	const origin =
		found.file === undefined
			? " It is the default URL, because this folder has no understudy.config.ts."
			: ` The URL is from ${found.file}.`;
	return { url: found.url, session, token: token || found.token, origin };
}

/**
 * Runs an action against the mock at `url`. Cancels its requests when it returns, because a pending request would keep
 * the process alive.
 * @throws UsageError if no mock responds, or the mock rejects a request
 */
export async function withControl<Result>(
	{ url, session, token, origin }: ControlFlags,
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
		const remedy = remedyFor(error.status, origin);
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
		.addOption(
			new Option(
				"--url <url>",
				"URL of the mock (default: the address in understudy.config.ts, or http://127.0.0.1:4010)",
			).env("UNDERSTUDY_URL"),
		)
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
			const flags = command.opts<GivenControlFlags>();
			const isFromEnvironment = command.getOptionValueSource("url") === "env";
			const { json, lines = [] } = await withControl(
				await completeFlags(flags, isFromEnvironment),
				(context) => act(context, ...given),
			);
			if (!flags.json) for (const line of lines) console.log(line);
			else if (json !== undefined) console.log(JSON.stringify(json, null, 2));
		});
}

/**
 * Adds the command that a group runs if none of its commands is named. Without the hook, commander passes a misspelled
 * command name to it as an argument. The help of the group also lists the options of this command.
 */
export function addDefaultCommand(group: Command, name: string): Command {
	const command = group
		.command(name, { isDefault: true })
		.allowExcessArguments()
		.hook("preAction", (_, { args: [word] }) => {
			if (word === undefined) return;
			const names = group.commands.map((each) => each.name());
			throw new UsageError(
				describeUnknownName(
					"command",
					word,
					names,
					`in \`${commandLine(group.name())}\``,
				),
			);
		});
	const help = new Help();
	group.configureHelp({
		visibleOptions: (shown) =>
			help.visibleOptions(shown === group ? command : shown),
	});
	return command;
}
