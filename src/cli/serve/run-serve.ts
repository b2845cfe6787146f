import type { ControlServer } from "../../adapters/http/serve.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { findConfig, findLedger } from "../../config/project-files.ts";
import type { EngineContext } from "../../engine/context.ts";
import type { Engine } from "../../engine/engine.ts";
import { errorMessage } from "../../values/errors.ts";
import { loadOnce } from "../../values/load-once.ts";
import { createLog } from "../log/create-log.ts";
import { type Log, type ServerInfo, toLoggedExchange } from "../log/log.ts";
import {
	DEFAULT_FLAGS,
	type GivenFlags,
	readDuration,
	type ServeFlags,
} from "../options/serve-flags.ts";
import { endProcess, UsageError } from "../options/usage-error.ts";
import {
	loadForwarding,
	loadOverride,
	openStore,
	readPresets,
	readTls,
} from "./optional-parts.ts";
import { logUncaughtErrors } from "./uncaught-errors.ts";

const PRELOAD_DELAY_MS = 100;

/** Reloading a configuration replaces `current`. */
interface ConfigHolder {
	current: LoadedConfig | undefined;
}

async function readMockOptions(
	flags: ServeFlags,
	config: LoadedConfig | undefined,
) {
	const { auth } = flags;
	const ledger = findLedger(flags.ledger);
	return {
		...flags,
		ledger,
		presets: await readPresets(flags, config),
		...(await loadForwarding(flags)),
		auth: auth === "none" ? undefined : auth,
		// The reader of ledgers is loaded only if there is one, so that the server starts sooner.
		statuses:
			ledger === undefined
				? undefined
				: (await import("../../config/load-ledger.ts")).loadLedger(ledger),
	};
}

async function startServer(
	flags: ServeFlags,
	log: Log,
	config: ConfigHolder,
	stopping: AbortSignal,
) {
	const [{ createServiceEngine }, { serve, serverUrl }] = await Promise.all([
		import("../../service/shipped-service.ts"),
		import("../../adapters/http/serve.ts"),
	]);
	const { controlToken, port, host } = flags;
	const tls = await readTls(flags);
	const basePath = flags.basePath.replace(/\/+$/, "");
	const file = await openStore(flags, log.error);
	const options = {
		...(await readMockOptions(flags, config.current)),
		sessionIdleMs: readDuration(flags.sessionIdle ?? (file ? "never" : "30m")),
		onError: log.error,
	};
	const mock = createServiceEngine(options, file);
	const { journal } = mock.context;
	// Before it listens, since scripts send requests as soon as it does.
	if (port > 0)
		mock.context.forwarding.setOwnUrl(serverUrl(host, port, tls !== undefined));
	const override = await loadOverride(mock, config);
	const { exchange: print } = log;
	if (print) journal.subscribe(({ record }) => print(toLoggedExchange(record)));
	// Loaded at the first control request, so that the server starts sooner.
	const loadControl = loadOnce(async (): Promise<ControlServer> => {
		const { createServeControl } = await import("./serve-control.ts");
		return createServeControl(
			mock.context,
			controlToken,
			basePath,
			stopping,
			rejections,
		);
	});
	const rejections = new Map<number, number>();
	const served = await serve({
		...flags,
		mock,
		tls,
		override,
		control: async (request, caller) => (await loadControl())(request, caller),
		basePath,
		rejections,
		onExchange:
			print &&
			((exchange) => {
				if (exchange.responder !== "mock") print(exchange);
			}),
		onError: log.error,
	});
	mock.context.forwarding.setOwnUrl(served.url);
	return {
		mock,
		served,
		ledger: options.ledger,
		url: `${served.url}${basePath}`,
	};
}

async function followConfig(
	config: ConfigHolder,
	{ context }: Engine,
	flags: ServeFlags,
	log: Log,
	stopping: AbortSignal,
): Promise<void> {
	const { current: initial } = config;
	if (!initial) return;
	const { watchConfig } = await import("./watch-config.ts");
	const { reloadPresets } = await import("../../engine/reload-presets.ts");
	async function apply(loaded: LoadedConfig): Promise<void> {
		const presets = (await readPresets(flags, loaded)) ?? loaded.presets;
		await reloadPresets(context, presets);
		config.current = loaded;
		const needsRestart =
			JSON.stringify(loaded.flags) !== JSON.stringify(initial?.flags);
		log.configLoaded?.(loaded.file, needsRestart);
	}
	watchConfig(
		initial,
		apply,
		log.configRejected,
		stopping,
		flags.configTimeout,
	);
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

/** Describes what sessions start from, which flags a file with sessions overrules, and which headers it does not keep. */
function describeStart(
	given: GivenFlags,
	{ initial, sessions }: EngineContext,
): Pick<ServerInfo, "start" | "ignoredFlags" | "lostHeaders"> {
	const { dataset = initial.dataset, seed = initial.seed } = given;
	const isOther = {
		dataset: dataset !== initial.dataset,
		seed: seed !== initial.seed,
	};
	return {
		start: initial,
		lostHeaders: Object.fromEntries(
			sessions
				.list()
				.flatMap(({ id, forward: { lostHeaders = [] } = {} }) =>
					lostHeaders.length > 0 ? [[id, lostHeaders]] : [],
				),
		),
		ignoredFlags: Object.entries(isOther).flatMap(([name, other]) =>
			other ? [`--${name}`] : [],
		),
	};
}

/**
 * Runs `understudy serve`. The server runs until a signal stops it.
 * @throws UsageError if the flags or the configuration cannot be used, or the port is taken
 */
export async function runServe(given: GivenFlags): Promise<void> {
	const config: ConfigHolder = { current: undefined };
	if (findConfig(given.config) !== undefined) {
		const { readConfig } = await import("../options/read-config.ts");
		config.current = await readConfig(given.config, given.configTimeout);
	}
	const flags: ServeFlags = {
		...DEFAULT_FLAGS,
		...config.current?.flags,
		...given,
	};
	const log = await createLog(flags);
	const stopping = new AbortController();
	const { signal } = stopping;
	const { mock, served, ledger, url } = await startServer(
		flags,
		log,
		config,
		signal,
	).catch((error) => {
		throw new UsageError(errorMessage(error), { cause: error });
	});
	await followConfig(config, mock, flags, log, signal);
	// Faker takes 50 ms to load. A client that waits for the ready line has its first response before that.
	const preload = setTimeout(mock.preload, PRELOAD_DELAY_MS);

	// Not sooner: an error ends a process that does not serve yet.
	const uncaughtErrors = logUncaughtErrors(log);
	onSignal(async () => {
		clearTimeout(preload);
		stopping.abort();
		await served.close();
		const uncaught = uncaughtErrors.stop();
		await mock.close();
		log.stopped?.(uncaught);
		endProcess();
	});
	// Last, because a script may end the server as soon as it is ready.
	log.ready?.({
		url,
		flags,
		ledger: mock.context.service.ledger,
		ledgerFile: ledger,
		config: config.current,
		...describeStart({ ...config.current?.flags, ...given }, mock.context),
	});
}
