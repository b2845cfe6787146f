import {
	type ControlServer,
	serve,
	serverUrl,
} from "../../adapters/http/serve.ts";
import { findConfig, findLedger } from "../../config/project-files.ts";
import type { EngineContext } from "../../engine/context.ts";
import { createEngine } from "../../engine/engine.ts";
import { followService } from "../../engine/follow-service.ts";
import { findUnknownOperations } from "../../engine/forwarding/forwarder.ts";
import { withHandlers } from "../../service/defined-handler.ts";
import { loadOnce } from "../../values/load-once.ts";
import { createLog, createPrint } from "../log/create-log.ts";
import { toLoggedExchange } from "../log/log.ts";
import {
	DEFAULT_FLAGS,
	type GivenFlags,
	readConfig,
	readDocument,
	readDuration,
	readStoreVariable,
} from "../options/serve-flags.ts";
import { endProcess, rethrowAsUsage } from "../options/usage-error.ts";
import type { Start } from "./follow-files.ts";
import * as parts from "./optional-parts.ts";
import { logUncaughtErrors } from "./uncaught-errors.ts";

const PRELOAD_DELAY_MS = 100;

async function startServer({ flags, log, current, stopping }: Start) {
	current.document = await readDocument(flags, current.config);
	// Loaded only without a document, because it takes a fifth of the start time.
	const { service } =
		current.document ?? (await import("../../service/shipped-service.ts"));
	const { auth, port, host } = flags;
	// Each of these parts is loaded only if it is used, so that the server starts sooner.
	const tls =
		flags.cert === undefined && flags.key === undefined
			? undefined
			: await (await import("./read-certificate.ts")).readCertificate(flags);
	const { document } = current;
	const kept = await parts.openStore(flags, document, log.error);
	const isFile = kept !== undefined && "sessions" in kept;
	const file = isFile ? kept : undefined;
	const sharedMock = isFile ? undefined : kept;
	const ledgerFile = findLedger(flags.ledger);
	const options = {
		...flags,
		document,
		presets: await parts.readPresets(flags, current.config, document),
		...(await parts.loadForwarding(flags, document)),
		auth: auth === "none" ? undefined : auth,
		statuses: await parts.readStatuses(flags, document),
		sessionIdleMs: readDuration(
			flags.sessionIdle ?? (isFile ? "never" : "30m"),
		),
		onError: log.error,
	};
	const followed = withHandlers(service, current.config?.defined);
	const mock = createEngine(followed, options, file, sharedMock);
	await sharedMock?.start();
	const { journal, forwarding, redact } = mock.context;
	// Before the server listens, because scripts send requests as soon as it does.
	if (port > 0) forwarding.setOwnUrl(serverUrl(host, port, tls !== undefined));
	const print = createPrint(log, redact);
	if (print) journal.onWrite(({ record }) => print(toLoggedExchange(record)));
	const shared = {
		basePath: flags.basePath.replace(/\/+$/, ""),
		rejections: new Map<number, number>(),
	};
	// Loaded at the first control request, so that the server starts sooner. Each document has its own control API.
	const createControl = () =>
		loadOnce(async (): Promise<ControlServer> => {
			const { createServeControl } = await import("./serve-control.ts");
			const { controlToken: token } = flags;
			const options = {
				...{ ...shared, token, ending: stopping },
				document: current.document,
			};
			return createServeControl(mock.context, options);
		});
	let loadControl = createControl();
	const handlers = await parts.loadHandlers(mock, current);
	const served = await serve({
		...flags,
		...shared,
		...handlers,
		tls,
		onError: log.error,
		control: async (request, caller) => (await loadControl())(request, caller),
		onExchange:
			print &&
			((exchange) => {
				if (exchange.responder !== "mock") print(exchange);
			}),
	});
	forwarding.setOwnUrl(served.url);
	const url = `${served.url}${shared.basePath}`;
	const renewControl = (): void => {
		loadControl = createControl();
	};
	return {
		handledRequest: handlers.handledRequest,
		...{ mock, served, file, renewControl, ledgerFile, url },
		...{ parts, followService, withHandlers },
	};
}

/** Calls `stop` at the first signal. The second signal ends the process at once. */
function onSignal(stop: () => Promise<void>): void {
	const signals = ["SIGINT", "SIGTERM"] as const;
	const once = async (): Promise<void> => {
		for (const signal of signals) process.off(signal, once);
		await stop();
	};
	for (const signal of signals) process.on(signal, once);
}

/**
 * Describes the start of sessions, the flags that a file with sessions overrules, and the headers whose values it
 * does not contain.
 */
function describeStart(
	given: GivenFlags,
	{ initial, sessions, service }: EngineContext,
) {
	const list = sessions.list();
	const lost = list.map(
		({ id, forward }) => [id, forward?.lostHeaders ?? []] as const,
	);
	return {
		start: initial,
		unknownOperations: findUnknownOperations(
			list,
			service.operations.map(({ spec }) => spec.id),
		),
		lostHeaders: Object.fromEntries(lost.filter(([, names]) => names.length)),
		ignoredFlags: (["dataset", "seed"] as const)
			.filter((name) => (given[name] ?? initial[name]) !== initial[name])
			.map((name) => `--${name}`),
	};
}

/** Reads the configuration, and starts the server. */
async function start(given: GivenFlags) {
	const { configTimeout, document: file } = given;
	const loaded = await readConfig(given.config, configTimeout, file);
	const fromVariable = readStoreVariable();
	const flags = {
		...{ ...DEFAULT_FLAGS, ...loaded?.flags },
		...{ ...fromVariable, ...given },
	};
	const log = await createLog(flags.log);
	const stopping = new AbortController();
	const current: Start["current"] = { config: loaded, document: undefined };
	const start: Start = { flags, log, current, stopping: stopping.signal };
	const server = await startServer(start).catch(rethrowAsUsage);
	return { loaded, start, stopping, server };
}

/**
 * Runs `understudy serve`. The server runs until a signal stops it.
 * @throws UsageError if the flags or the configuration cannot be used, or if the port is taken
 */
export async function runServe(given: GivenFlags): Promise<void> {
	const file = findConfig(given.config);
	// Loaded only if there is a configuration, so that the server starts sooner.
	const caught =
		file === undefined
			? undefined
			: await import("../options/require-caught.ts");
	const starting = start(given);
	const started = await (file === undefined || !caught
		? starting
		: caught.requireCaught(file, starting));
	const { loaded, stopping, server } = started;
	const { flags, log, current } = started.start;
	const { mock, served, ledgerFile, url } = server;
	// Not earlier: an error must end a process that does not serve yet.
	const uncaughtErrors = logUncaughtErrors(
		log,
		mock.context,
		server.handledRequest,
		flags.controlToken,
	);
	if (current.config || current.document) {
		const { followFiles } = await import("./follow-files.ts");
		await followFiles(started.start, server);
	}
	// Faker takes 50 ms to load. A client that waits for the ready line can send its first request before that.
	const preload = setTimeout(mock.preload, PRELOAD_DELAY_MS);

	onSignal(async () => {
		clearTimeout(preload);
		stopping.abort();
		await served.close();
		const uncaught = uncaughtErrors.stop();
		await mock.close();
		log.stopped?.(uncaught);
		endProcess();
	});
	// This is last, because a script may stop the server as soon as it is ready.
	log.ready?.({
		url,
		flags,
		document: current.document,
		operations: mock.context.service.operations.map(({ spec }) => spec),
		ledgerFile,
		config: current.config,
		ledger: mock.context.service.ledger,
		...describeStart({ ...loaded?.flags, ...given }, mock.context),
	});
}
