import { resolve } from "node:path";
import { findConfig } from "../../config/project-files.ts";
import { createControlClient } from "../../control/client/client.ts";
import type { ControlClientOptions } from "../../control/client/http-client.ts";
import type { Control } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import { mockSchemas } from "../../schemas/generated/commands.ts";
import type { MockFlags } from "../../schemas/generated/types.ts";
import { errorMessage } from "../../values/errors.ts";
import { plainLines, styledLines } from "../../values/plain.ts";
import type { CommandAction } from "../options/create-command.ts";
import { DEFAULT_FLAGS } from "../options/serve-flags.ts";
import { UsageError } from "../options/usage-error.ts";

/** The mock that a command controls. */
type MockAddress = Pick<ControlClientOptions, "url" | "session" | "token">;

interface Connected {
	readonly control: Control;
	/** Cancels all requests to the mock. */
	readonly cancel: AbortController;
}

/** The input of a command's action. */
export interface ControlContext<Flags = object> extends Connected {
	readonly flags: Flags;
}

/** The output of a command: `json` with `--json`, otherwise `lines`. Both default to nothing. */
export interface CommandOutput {
	readonly json?: unknown;
	readonly lines?: readonly string[];
}

async function loadFlags(file: string) {
	const { loadRawConfig } = await import("../../config/load-config.ts");
	const config = await loadRawConfig(resolve(file)).catch((error) => {
		const remedy = "To control a mock without this file, pass --url <url>.";
		throw new UsageError(`${errorMessage(error)}\n${remedy}`);
	});
	return config.flags;
}

/**
 * Finds the mock that `serve` starts in the current folder, by the configuration of the folder.
 * @throws UsageError if the configuration is invalid, or lets the mock choose its port
 */
async function findMock(): Promise<MockAddress> {
	// Not in a file of its own, because `serve` would have to load one more file then.
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
	};
}

/** The option to pass, by the status of the error; 0 means that no mock responded. */
const REMEDIES: Readonly<Record<number, string>> = {
	0: " To use another URL, pass --url <url>, or set UNDERSTUDY_URL.",
	401: " Pass it with --token <token>, or in UNDERSTUDY_CONTROL_TOKEN.",
};

/**
 * Runs an action against a mock. Cancels its requests at the end, because a pending request would keep the process
 * alive.
 * @throws UsageError if no mock responds, or if the mock rejects a request
 */
export async function withControl<Result>(
	{ url, session, token }: MockAddress,
	act: (context: Connected) => Promise<Result>,
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
		const remedy = REMEDIES[error.status] ?? "";
		throw new UsageError(plainLines(error.message + remedy), { cause: error });
	} finally {
		cancel.abort();
	}
}

/** Creates a command that runs an action against a running mock, and prints its output. Its options name the mock. */
export const onMock = <Flags extends object>(
	act: (
		context: ControlContext<Flags>,
		...given: string[]
	) => Promise<CommandOutput>,
	{ options, ...added }: Omit<CommandAction, "run"> = {},
): CommandAction<Flags & MockFlags> => ({
	options: { ...options, ...mockSchemas },
	...added,
	async run(flags, ...given) {
		// An empty environment variable counts as unset.
		const { url, session, token } = flags;
		const mock: MockAddress = url ? { url } : await findMock();
		const { json, lines = [] } = await withControl(
			{ ...mock, session, token: token || mock.token },
			(context) => act({ ...context, flags }, ...given),
		);
		if (!flags.json) for (const line of lines) console.log(styledLines(line));
		else if (json !== undefined) console.log(JSON.stringify(json, null, 2));
	},
});

/**
 * Creates a command that changes a mock, and prints that this is done.
 * @param done the sentence to print, by the argument of the command
 */
export const changeMock = (
	change: (control: Control, id: string) => Promise<unknown>,
	done: (id: string) => string,
): CommandAction =>
	onMock(async ({ control }, id = "") => {
		await change(control, id);
		return { lines: [done(id)] };
	});
