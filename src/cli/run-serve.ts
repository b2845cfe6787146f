import { resolve } from "node:path";
import type { ControlServer } from "../adapters/http/serve.ts";
import { createOverrideHandler } from "../adapters/msw/override-handlers.ts";
import type { Engine } from "../engine/engine.ts";
import { loadForwarder } from "../load-forwarder.ts";
import { findConfig, findLedger } from "../project-files.ts";
import { errorMessage } from "../values/error-message.ts";
import { createLog } from "./create-log.ts";
import { readForwardFlags } from "./forward-flags.ts";
import type { LoadedConfig } from "./load-config.ts";
import type { Log } from "./log.ts";
import {
	DEFAULT_FLAGS,
	type GivenFlags,
	type ServeFlags,
} from "./serve-flags.ts";
import { UsageError } from "./usage-error.ts";

const PRELOAD_DELAY_MS = 100;

/** Reloading a configuration replaces `current`. */
interface ConfigHolder {
	current: LoadedConfig | undefined;
}

async function startServer(
	flags: ServeFlags,
	log: Log,
	config: ConfigHolder,
	stopping: AbortSignal,
) {
	const [{ createServiceEngine }, { createFailureResponse, serve }] =
		await Promise.all([
			import("../service-engine.ts"),
			import("../adapters/http/serve.ts"),
		]);
	const { auth, controlToken, port, host } = flags;
	const ledger = findLedger(flags.ledger);
	const basePath = flags.basePath.replace(/\/+$/, "");
	const mock = createServiceEngine({
		...flags,
		...(config.current && { presets: config.current.presets }),
		forward: readForwardFlags(flags),
		loadForwarder,
		auth: auth === "none" ? undefined : auth,
		// The reader of ledgers is loaded only if there is one, so that the server starts sooner.
		statuses:
			ledger === undefined
				? undefined
				: (await import("../load-ledger.ts")).loadLedger(ledger),
		onError: log.error,
	});
	const { forwarding, journal } = mock.context;
	// Before it listens, since scripts send requests as soon as it does.
	if (port > 0)
		forwarding.setOwnUrl(
			`http://${host.includes(":") ? `[${host}]` : host}:${port}`,
		);
	if (log.violations)
		journal.subscribe(({ record }) => log.violations?.(record));
	const override =
		config.current &&
		createOverrideHandler(
			mock,
			() => config.current?.handlers ?? [],
			createFailureResponse,
		);
	let control: Promise<ControlServer> | undefined;
	const served = await serve({
		...flags,
		mock,
		override,
		// Loaded at the first control request, so that the server starts sooner.
		async control(request, peer) {
			control ??= import("./serve-control.ts").then(({ createServeControl }) =>
				createServeControl(mock.context, controlToken, basePath, stopping),
			);
			return (await control)(request, peer);
		},
		basePath,
		onExchange: log.exchange,
		onError: log.error,
	});
	forwarding.setOwnUrl(served.url);
	return { mock, served, url: `${served.url}${basePath}` };
}

async function followConfig(
	config: ConfigHolder,
	{ context }: Engine,
	log: Log,
	stopping: AbortSignal,
): Promise<void> {
	const { current: initial } = config;
	if (!initial) return;
	const { watchConfig } = await import("./watch-config.ts");
	const { reloadPresets } = await import("../engine/presets/reload-presets.ts");
	async function apply(loaded: LoadedConfig): Promise<void> {
		await reloadPresets(context, loaded.presets);
		config.current = loaded;
		const needsRestart =
			JSON.stringify(loaded.flags) !== JSON.stringify(initial?.flags);
		log.configLoaded?.(loaded.file, needsRestart);
	}
	watchConfig(initial, apply, log.configRejected, stopping);
}

/** Runs `stop` at the first signal. A second one ends the process at once. */
function onSignal(stop: () => Promise<void>): void {
	const signals = ["SIGINT", "SIGTERM"] as const;
	const once = async (): Promise<void> => {
		for (const signal of signals) process.off(signal, once);
		await stop();
	};
	for (const signal of signals) process.on(signal, once);
}

async function readConfig(
	path: string | undefined,
): Promise<LoadedConfig | undefined> {
	const file = findConfig(path);
	if (file === undefined) return undefined;
	const { loadConfig } = await import("./load-config.ts");
	return loadConfig(resolve(file));
}

/**
 * Runs `understudy serve`. The server runs until a signal stops it.
 * @throws UsageError if the flags or the configuration cannot be used, or the port is taken
 */
export async function runServe(given: GivenFlags): Promise<void> {
	const config: ConfigHolder = { current: await readConfig(given.config) };
	const flags: ServeFlags = {
		...DEFAULT_FLAGS,
		...config.current?.flags,
		...given,
	};
	const log = await createLog(flags);
	const stopping = new AbortController();
	const { signal } = stopping;
	const { mock, served, url } = await startServer(
		flags,
		log,
		config,
		signal,
	).catch((error) => {
		throw new UsageError(errorMessage(error), { cause: error });
	});
	await followConfig(config, mock, log, signal);
	// Faker takes 50 ms to load. A client that waits for the ready line has its first response before that.
	const preload = setTimeout(mock.preload, PRELOAD_DELAY_MS);

	onSignal(async () => {
		clearTimeout(preload);
		stopping.abort();
		await served.close();
		await mock.close();
		log.stopped?.();
	});
	// Last, because a script may end the server as soon as it is ready.
	log.ready?.(url, flags, mock.context.service.ledger);
}
