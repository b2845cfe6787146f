import { resolve } from "node:path";
import { type Command, Help, Option } from "commander";
import { findConfig } from "../../config/project-files.ts";
import { createControlClient } from "../../control/client/client.ts";
import type { Control } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import { commandLine } from "../../values/command-line.ts";
import { describeUnknownName } from "../../values/describe-unknown-name.ts";
import { errorMessage } from "../../values/errors.ts";
import { DEFAULT_FLAGS } from "../options/serve-flags.ts";
import { UsageError } from "../options/usage-error.ts";

/** The mock that a command controls. */
interface MockAddress {
	readonly url: string;
	readonly session?: string | undefined;
	readonly token?: string | undefined;
	/** The origin of the URL, such as a configuration. It completes the error message if no mock responds. */
	readonly origin?: string;
}

/** The input of a command's action. */
export interface ControlContext {
	readonly control: Control;
	/** Cancels all requests to the mock. */
	readonly cancel: AbortController;
}

/** The output of a command: `json` with `--json`, otherwise `lines`. Both default to nothing. */
export interface CommandOutput {
	readonly json?: unknown;
	readonly lines?: readonly string[];
}

async function loadFlags(file: string) {
	const { loadConfigFlags } = await import("../../config/load-config.ts");
	return loadConfigFlags(resolve(file)).catch((error) => {
		const remedy = "To control a mock without this file, pass --url <url>.";
		throw new UsageError(`${errorMessage(error)}\n${remedy}`);
	});
}

/**
 * Finds the mock that `serve` starts in the current folder, by the configuration of the folder.
 * @throws UsageError if the configuration is invalid, or lets the mock choose its port
 */
async function findMock(): Promise<MockAddress> {
	// Not from server-url.ts, because `serve` would have to load one more file then.
	const { serverUrl } = await import("../../adapters/http/serve.ts");
	const file = findConfig();
	const { host, port, basePath, controlToken, cert, key } = {
		...DEFAULT_FLAGS,
		...(file !== undefined && (await loadFlags(file))),
	};
	if (port === 0)
		throw new UsageError(
			`${file} sets port: 0, so the mock chooses its port. Pass the URL that it prints as --url <url>, or set UNDERSTUDY_URL.`,
		);
	const isSecure = cert !== undefined && key !== undefined;
	return {
		url: serverUrl(host, port, isSecure) + basePath.replace(/\/+$/, ""),
		token: controlToken,
		origin:
			file === undefined
				? " It is the default URL, because this folder has no understudy.config.ts."
				: ` The URL is from ${file}.`,
	};
}

/** Returns the option to pass, by the status of the error; 0 means that no mock responded. */
function remedyFor(status: number, origin = ""): string {
	if (status === 0) return `${origin} To use another URL, pass --url <url>.`;
	return status === 401
		? " Pass it with --token <token>, or in UNDERSTUDY_CONTROL_TOKEN."
		: "";
}

/**
 * Runs an action against a mock. Cancels its requests at the end, because a pending request would keep the process
 * alive.
 * @throws UsageError if no mock responds, or if the mock rejects a request
 */
export async function withControl<Result>(
	{ url, session, token, origin }: MockAddress,
	act: (context: ControlContext) => Promise<Result>,
): Promise<Result> {
	const cancel = new AbortController();
	const { signal } = cancel;
	try {
		const control = createControlClient({
			...{ url, session, token },
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

const URL_OPTION = new Option(
	"--url <url>",
	"URL of the mock (default: the address in understudy.config.ts, or http://127.0.0.1:4010)",
).env("UNDERSTUDY_URL");

const TOKEN_OPTION = new Option(
	"--token <token>",
	"control token that the mock was started with",
).env("UNDERSTUDY_CONTROL_TOKEN");

/**
 * Makes a command run an action against a running mock and print the output. Adds the options that name the mock.
 * @param act receives the arguments of the command, followed by its options
 */
export const addControlAction = <Arguments extends unknown[]>(
	command: Command,
	act: (context: ControlContext, ...given: Arguments) => Promise<CommandOutput>,
): Command =>
	command
		.addOption(URL_OPTION)
		.option(
			"--session <id>",
			'session to control (default: "default", or all sessions for requests and used-assumptions)',
		)
		.addOption(TOKEN_OPTION)
		.option("--json", "print JSON")
		.action(async (...given: Arguments) => {
			const flags = command.opts<Partial<MockAddress> & { json?: boolean }>();
			const isFromEnvironment = command.getOptionValueSource("url") === "env";
			const origin = isFromEnvironment
				? " The URL is from UNDERSTUDY_URL."
				: "";
			// An empty environment variable counts as unset.
			const { url, session, token } = flags;
			const mock: MockAddress = url ? { url, origin } : await findMock();
			const { json, lines = [] } = await withControl(
				{ ...mock, session, token: token || mock.token },
				(context) => act(context, ...given),
			);
			if (!flags.json) for (const line of lines) console.log(line);
			else if (json !== undefined) console.log(JSON.stringify(json, null, 2));
		});

/**
 * Adds the command that a group runs if no command is named. The hook is necessary because commander would pass a
 * misspelled command name to it as an argument. The help of the group also lists the options of this command.
 */
export function addDefaultCommand(group: Command, name: string): Command {
	const command = group
		.command(name, { isDefault: true })
		.allowExcessArguments()
		.hook("preAction", (_, { args: [word] }) => {
			if (word === undefined) return;
			const names = group.commands.map((each) => each.name());
			const place = `in \`${commandLine(group.name())}\``;
			throw new UsageError(describeUnknownName("command", word, names, place));
		});
	const help = new Help();
	group.configureHelp({
		visibleOptions: (shown) =>
			help.visibleOptions(shown === group ? command : shown),
	});
	return command;
}
