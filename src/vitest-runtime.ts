import type { ActiveMock } from "./adapters/msw/dispatcher.ts";
import { type Interception, intercept } from "./adapters/msw/intercept.ts";
import type { RejectedRequest } from "./adapters/msw/unhandled-strategy.ts";
import type { OnUnhandled } from "./engine/routing/on-unhandled.ts";
import type { Mock, MockOptions } from "./index.ts";
import { createMock } from "./index.ts";
import { isRemoteOrigin } from "./testing/remote-origins.ts";
import type { RunOptions, TestRun } from "./testing/run.ts";
import { createRunContext, type RunContext } from "./testing/run-context.ts";
import {
	hostElsewhere,
	hostInProcess,
	type RemoteOptions,
	type RunHost,
} from "./testing/run-host.ts";
import { rejectRequest } from "./testing/unmatched-policy.ts";
import { knownOperations, type Zaps } from "./typed-operations.ts";

/** What a mock is made with; what else a test wants concerns its session alone. */
const SHARED = [
	"baseUrl",
	"clock",
	"auth",
	"rateLimit",
	"journal",
	"redact",
] as const;
type SharedOptions = Pick<MockOptions, (typeof SHARED)[number]>;

/** How the mock of a test begins. */
export interface MockTestOptions
	extends SharedOptions,
		Omit<RunOptions, "name"> {
	/** What becomes of requests that no operation matches; `error` when absent, by which the test fails too. */
	readonly onUnhandled?: OnUnhandled | undefined;
	/** A running `understudy serve` to use instead of a mock in this process: its URL, or that and its token. */
	readonly remote?: string | RemoteOptions | undefined;
}

/** One test under way. */
export interface RuntimeRun extends TestRun<Zaps> {
	readonly host: RunHost;
	/** The mock that answers it; undefined where that is in another process. */
	readonly core: Mock | undefined;
}

/** Where the tests of one process are played: they share the interception, and the mocks. */
export interface VitestRuntime {
	readonly context: RunContext<RuntimeRun>;
	readonly interception: Interception;
	/**
	 * @throws RangeError for something that only whoever starts a running server can say
	 * @throws as `createMock` does
	 */
	hostFor(options: MockTestOptions): Pick<RuntimeRun, "host" | "core">;
}

function remoteHost(
	remote: string | RemoteOptions,
	{ onUnhandled = "error", ...options }: MockTestOptions,
): RunHost {
	const [wanted] = SHARED.filter((name) => options[name] !== undefined);
	if (wanted)
		throw new RangeError(
			`The option ${wanted} cannot be used with remote: it is the running server's. Pass it to understudy serve.`,
		);
	const server = typeof remote === "string" ? { url: remote } : remote;
	return hostElsewhere(server, knownOperations, onUnhandled);
}

export function createVitestRuntime(): VitestRuntime {
	const context = createRunContext<RuntimeRun>();
	const cores = new Map<string, Mock>();

	function answering(
		request: Request,
	): ActiveMock | RejectedRequest | undefined {
		if (isRemoteOrigin(request)) return undefined;
		const { run, refused } = context.of(request);
		if (refused !== undefined) {
			const mocks = run?.core ? [run.core] : [...cores.values()];
			const unhandled = run?.onUnhandled ?? "bypass";
			return rejectRequest(request, refused, mocks, unhandled);
		}
		if (!run?.core) return undefined;
		return {
			mock: run.core,
			onUnhandled: run.onUnhandled,
			onError: (unhandled) => run.unhandled.push(unhandled),
		};
	}

	/** Tests that want the same share a mock, since making one takes a while. */
	function coreFor(options: SharedOptions): Mock {
		const key = JSON.stringify(options);
		const known = cores.get(key);
		if (known) return known;
		const core: Mock = createMock({
			...options,
			currentSession() {
				const run = context.current();
				return run?.core === core ? run.session : undefined;
			},
		});
		cores.set(key, core);
		return core;
	}

	const interception = intercept(
		answering,
		// The mocks go on for as long as there may be tests.
		async () => {},
		() => context.running().length === 0,
	);
	return {
		context,
		interception,
		hostFor(options) {
			const { remote, onUnhandled = "error" } = options;
			if (remote !== undefined)
				return { core: undefined, host: remoteHost(remote, options) };
			const { baseUrl, clock, auth, rateLimit, journal, redact } = options;
			const shared = { baseUrl, clock, auth, rateLimit, journal, redact };
			const core = coreFor(shared);
			const host = hostInProcess(
				core.control,
				knownOperations,
				onUnhandled,
				baseUrl,
				interception.resetHandlers,
			);
			return { core, host };
		},
	};
}
