import type { ControlServer } from "../adapters/http/serve.ts";
import type { MockOptions } from "../engine/context.ts";
import type { Engine } from "../engine/engine.ts";
import { errorMessage } from "../values/error-message.ts";
import { createLog } from "./create-log.ts";
import { findConfig } from "./find-config.ts";
import type { LoadedConfig } from "./load-config.ts";
import type { Log } from "./log.ts";
import {
	DEFAULT_FLAGS,
	type GivenFlags,
	type ServeFlags,
} from "./serve-flags.ts";
import { UsageError } from "./usage-error.ts";

const asUsageError = (error: unknown): unknown =>
	error instanceof Error && !(error instanceof UsageError)
		? new UsageError(error.message, { cause: error })
		: error;

/** Loads at its first request, so that whoever never asks for it need not wait. */
function lazyControl(
	mock: Engine,
	token: string | undefined,
	basePath: string,
	done: AbortSignal,
): ControlServer {
	let plane: Promise<ControlServer> | undefined;
	return async (request, peer) => {
		plane ??= import("./serve-control.ts").then(({ createServeControl }) =>
			createServeControl(mock.context, token, basePath, done),
		);
		return (await plane)(request, peer);
	};
}

async function stage(
	flags: ServeFlags,
	log: Log,
	config: { current: LoadedConfig | undefined },
	done: AbortSignal,
) {
	const [
		{ createServiceEngine, ledger, operations, title },
		{ createFailureResponse, serve },
	] = await Promise.all([
		import("../service-engine.ts"),
		import("../adapters/http/serve.ts"),
	]);
	const { auth, port, host, controlToken } = flags;
	const basePath = flags.basePath.replace(/\/+$/, "");
	const options: MockOptions = {
		...flags,
		...(config.current && { presets: config.current.repertoire }),
		auth: auth === "none" ? undefined : auth,
		onError: log.error,
	};
	const mock = createServiceEngine(options);
	const override =
		config.current &&
		(
			await import("../adapters/msw/override-handlers.ts")
		).createOverrideHandler(
			mock,
			() => config.current?.handlers ?? [],
			createFailureResponse,
		);
	const served = await serve({
		mock,
		override,
		control: lazyControl(mock, controlToken, basePath, done),
		basePath,
		port,
		host,
		onExchange: log.exchange,
		onError: log.error,
	});
	const url = `${served.url}${basePath}`;
	return { mock, served, url, ledger, operations, title };
}

/** Follows the file; what only a start can change is said. */
async function followConfig(
	config: { current: LoadedConfig | undefined },
	mock: Engine,
	log: Log,
): Promise<{ close(): void } | undefined> {
	const first = config.current;
	if (!first) return undefined;
	const [{ watchConfig }, { unusableConfig }, { reloadPresets }] =
		await Promise.all([
			import("./watch-config.ts"),
			import("./unusable-config.ts"),
			import("../engine/presets/reload-presets.ts"),
		]);
	return watchConfig(
		first,
		async (loaded) => {
			await reloadPresets(mock.context, loaded.repertoire).catch((error) => {
				throw unusableConfig(loaded.file, error);
			});
			const needsRestart =
				JSON.stringify(loaded.flags) !== JSON.stringify(first.flags);
			config.current = loaded;
			log.reloaded(loaded.file, needsRestart);
		},
		(error) => log.broken(errorMessage(error)),
	);
}

function untilStopped(stop: () => Promise<void>): void {
	const signals = ["SIGINT", "SIGTERM"] as const;
	const once = async (): Promise<void> => {
		for (const signal of signals) process.off(signal, once);
		await stop();
	};
	for (const signal of signals) process.on(signal, once);
}

async function readConfig(
	named: string | undefined,
): Promise<LoadedConfig | undefined> {
	const file = findConfig(named);
	if (file === undefined) return undefined;
	const { loadConfig } = await import("./load-config.ts");
	return loadConfig(file);
}

/**
 * `understudy serve`, until a signal ends it.
 * @throws UsageError with one sentence where it cannot be served
 */
export async function runServe(given: GivenFlags): Promise<void> {
	const config = { current: await readConfig(given.config) };
	const flags: ServeFlags = {
		...DEFAULT_FLAGS,
		...config.current?.flags,
		...given,
	};
	const log = await createLog(flags.log, flags.redact ?? []);
	const ending = new AbortController();
	const { mock, served, ...told } = await stage(
		flags,
		log,
		config,
		ending.signal,
	).catch((error) => {
		throw asUsageError(error);
	});
	const watcher = await followConfig(config, mock, log);
	const { dataset, seed, clock, scenario } = flags;
	log.ready({ ...told, dataset, seed, clock, scenario });

	untilStopped(async () => {
		watcher?.close();
		ending.abort();
		await served.close();
		await mock.close();
		log.stopped();
	});
}
