import type { ControlServer } from "../../adapters/http/serve.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { findLedger } from "../../config/project-files.ts";
import type { EngineContext } from "../../engine/context.ts";
import type { Engine } from "../../engine/engine.ts";
import { errorMessage } from "../../values/errors.ts";
import { loadOnce } from "../../values/load-once.ts";
import { createLog, createPrint } from "../log/create-log.ts";
import { type Log, type ServerInfo, toLoggedExchange } from "../log/log.ts";
import {
	DEFAULT_FLAGS,
	type GivenFlags,
	readConfig,
	readDocument,
	readDuration,
	type ServeFlags,
} from "../options/serve-flags.ts";
import { endProcess, UsageError } from "../options/usage-error.ts";
import {
	loadForwarding,
	loadOverride,
	openStore,
	readPresets,
} from "./optional-parts.ts";
import { logUncaughtErrors } from "./uncaught-errors.ts";

const PRELOAD_DELAY_MS = 100;

/** What the server starts with, and what reloads of its configuration change. */
interface Start {
	readonly flags: ServeFlags;
	readonly log: Log;
	/** Reloading a configuration replaces `current`. */
	readonly config: { current: LoadedConfig | undefined };
	/** Aborts when a signal stops the server. */
	readonly stopping: AbortSignal;
}

async function startServer({ flags, log, config, stopping }: Start) {
	const [{ createServiceEngine }, { serve, serverUrl }] = await Promise.all([
		import("../../service/shipped-service.ts"),
		import("../../adapters/http/serve.ts"),
	]);
	const { auth, port, host } = flags;
	// Each of these parts is loaded only if it is used, so that the server starts sooner.
	const tls =
		flags.cert === undefined && flags.key === undefined
			? undefined
			: await (await import("./read-certificate.ts")).readCertificate(flags);
	const file = await openStore(flags, log.error);
	const ledgerFile = findLedger(flags.ledger);
	const document = await readDocument(flags, config.current);
	const statuses =
		ledgerFile === undefined
			? undefined
			: (await import("../../config/load-ledger.ts")).loadLedger(
					ledgerFile,
					document,
				);
	const options = {
		...flags,
		document,
		presets: await readPresets(flags, config.current, document),
		...(await loadForwarding(flags, document)),
		auth: auth === "none" ? undefined : auth,
		statuses,
		sessionIdleMs: readDuration(flags.sessionIdle ?? (file ? "never" : "30m")),
		onError: log.error,
	};
	const mock = createServiceEngine(options, file);
	const { journal, forwarding, redact } = mock.context;
	// Before it listens, since scripts send requests as soon as it does.
	if (port > 0) forwarding.setOwnUrl(serverUrl(host, port, tls !== undefined));
	const print = createPrint(log, redact);
	if (print) journal.subscribe(({ record }) => print(toLoggedExchange(record)));
	const shared = {
		basePath: flags.basePath.replace(/\/+$/, ""),
		rejections: new Map<number, number>(),
	};
	// Loaded at the first control request, so that the server starts sooner.
	const loadControl = loadOnce(async (): Promise<ControlServer> => {
		const { createServeControl } = await import("./serve-control.ts");
		const { controlToken: token } = flags;
		const options = {
			...{ ...shared, token, ending: stopping },
			document: document?.document,
		};
		return createServeControl(mock.context, options);
	});
	const served = await serve({
		...flags,
		...shared,
		mock,
		tls,
		onError: log.error,
		override: await loadOverride(mock, config),
		control: async (request, caller) => (await loadControl())(request, caller),
		onExchange:
			print &&
			((exchange) => {
				if (exchange.responder !== "mock") print(exchange);
			}),
	});
	forwarding.setOwnUrl(served.url);
	const url = `${served.url}${shared.basePath}`;
	return { mock, served, document, ledgerFile, url };
}

async function followConfig(
	{ flags, log, config, stopping }: Start,
	{ context }: Engine,
): Promise<void> {
	const { current: initial } = config;
	if (!initial) return;
	const { watchConfig } = await import("./watch-config.ts");
	const { reloadPresets } = await import("../../engine/reload-presets.ts");
	const textOf = ({ document }: LoadedConfig): string =>
		JSON.stringify(document?.document ?? null);
	const followed = textOf(initial);
	async function apply(loaded: LoadedConfig): Promise<void> {
		if (textOf(loaded) !== followed)
			throw new Error(
				"the OpenAPI document has changed. Restart the server to follow it.",
			);
		const presets =
			(await readPresets(flags, loaded, loaded.document)) ?? loaded.presets;
		await reloadPresets(context, presets);
		config.current = loaded;
		const needsRestart =
			JSON.stringify(loaded.flags) !== JSON.stringify(initial?.flags);
		log.configLoaded?.(loaded.file, needsRestart);
	}
	const { configTimeout } = flags;
	const { document } = flags;
	watchConfig(
		initial,
		apply,
		log.configRejected,
		stopping,
		configTimeout,
		document,
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
	const lost = sessions
		.list()
		.map(({ id, forward }) => [id, forward?.lostHeaders ?? []] as const);
	return {
		start: initial,
		lostHeaders: Object.fromEntries(lost.filter(([, names]) => names.length)),
		ignoredFlags: (["dataset", "seed"] as const)
			.filter((name) => (given[name] ?? initial[name]) !== initial[name])
			.map((name) => `--${name}`),
	};
}

/**
 * Runs `understudy serve`. The server runs until a signal stops it.
 * @throws UsageError if the flags or the configuration cannot be used, or the port is taken
 */
export async function runServe(given: GivenFlags): Promise<void> {
	const { configTimeout, document: file } = given;
	const loaded = await readConfig(given.config, configTimeout, file);
	const config = { current: loaded };
	const flags = { ...DEFAULT_FLAGS, ...loaded?.flags, ...given };
	const log = await createLog(flags.log);
	const stopping = new AbortController();
	const start: Start = { flags, log, config, stopping: stopping.signal };
	const { mock, served, document, ledgerFile, url } = await startServer(
		start,
	).catch((error) => {
		throw new UsageError(errorMessage(error), { cause: error });
	});
	await followConfig(start, mock);
	// Faker takes 50 ms to load. A client that waits for the ready line has its first response before that.
	const preload = setTimeout(mock.preload, PRELOAD_DELAY_MS);

	// Not sooner: an error ends a process that does not serve yet.
	const uncaughtErrors = logUncaughtErrors(
		log,
		mock.context,
		flags.controlToken,
	);
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
		document,
		operations: mock.context.service.operations.map(({ spec }) => spec),
		ledgerFile,
		config: config.current,
		ledger: mock.context.service.ledger,
		...describeStart({ ...loaded?.flags, ...given }, mock.context),
	});
}
