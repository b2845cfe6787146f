import { createFailureReply } from "../engine/response/problems.ts";
import { renderOwn } from "../engine/response/response.ts";
import { findSessionName } from "../engine/sessions/access.ts";
import type { RateLimit, SessionsOptions } from "../engine/sessions/session.ts";
import type { CredentialContext, SharedMock } from "../engine/shared-mock.ts";
import { DEFAULT_BYTES } from "../journal/journal.ts";
import { isStoreUnavailable } from "../store/backing.ts";
import { createRedisStore } from "../store/redis/create-redis-store.ts";
import { openRedis, type RedisOptions } from "../store/redis/open-redis.ts";
import { createSharedEvents } from "./shared-events.ts";
import { createSharedJournal } from "./shared-journal.ts";
import {
	OutdatedSessionError,
	rememberForward,
	SharedSessions,
} from "./shared-sessions.ts";

/** The methods of a control that change nothing of a session. They need no turn. */
const READS =
	/^(requests|countRequests|unmatchedRequests|events|follow|assumptions|usedAssumptions|sessions|scenarios|faults|forward|state|snapshots|clock|collections|records|exportState|operations|datasets)$/;
const FOLLOWS = /^(events|follow)$/;

/** How many states a mock can name. */
const NUMBERS = 1e9;

export interface SharedMockOptions extends RedisOptions {
	readonly initial: NonNullable<RedisOptions["initial"]>;
	/** Called with each error that no request waits for. */
	readonly onError: (error: unknown) => void;
}

/**
 * Joins the store in Redis that several mocks share, and creates it if it does not exist.
 * @throws StoreRefusedError if the store cannot be used
 * @throws StoreUnavailableError if Redis does not respond
 */
export async function openSharedMock(
	options: SharedMockOptions,
): Promise<SharedMock> {
	const { onError } = options;
	const { connection, initial, mock } = await openRedis(options);
	const joining = { ...options, initial };
	const events = createSharedEvents(connection);
	let tasks: Promise<unknown>[] = [];
	let context: CredentialContext | undefined;
	let sessions: SharedSessions | undefined;

	function addTask(task: Promise<unknown>): void {
		// The journal of a forwarded exchange is written when nothing waits for it any more.
		task.catch(() => {});
		tasks.push(task);
	}
	async function settle(): Promise<void> {
		const all = tasks;
		tasks = [];
		await Promise.all(all);
	}

	function createRateLimit(stateKey: string, perSecond: number): RateLimit {
		const [id, , incarnation = "0"] = stateKey.split("/");
		const limit = `${id}:${incarnation}:${perSecond}`;
		return {
			perSecond,
			async acquire() {
				const args = { limit, perSecond: `${perSecond}` };
				const waiting = await connection.run("acquire", args);
				return Math.ceil(Number(waiting?.values[0] ?? 0) / 1000);
			},
		};
	}

	function requireSessions(): SharedSessions {
		if (!sessions) throw new Error("The mock has not begun.");
		return sessions;
	}

	/** Calls a method of a control until nothing that others did conflicts with it. */
	async function call(
		name: string,
		session: string,
		run: () => Promise<unknown>,
	): Promise<unknown> {
		const all = requireSessions();
		async function attempt(): Promise<unknown> {
			await all.sync();
			if (name === "sessions") await all.readSeen();
			if (FOLLOWS.test(name)) await events.begin();
			const result = await run();
			await settle();
			return result;
		}
		for (;;) {
			try {
				return READS.test(name)
					? await attempt()
					: await all.inTurn(session, attempt);
			} catch (error) {
				if (!(error instanceof OutdatedSessionError)) throw error;
				if (error.session !== undefined) await all.enter(error.session);
			}
		}
	}

	return {
		initial,
		changes: {
			subscribe: events.changes.subscribe,
			announce(change) {
				const args = { change: JSON.stringify(change) };
				addTask(connection.run("announce", args));
			},
		},
		createJournal: (entries) =>
			createSharedJournal(
				connection,
				addTask,
				{ maxEntries: `${entries}`, maxBytes: `${DEFAULT_BYTES}` },
				events.exchanges,
				() => context?.redact ?? new Set(),
			),
		createStore(storeOptions) {
			const store = createRedisStore(connection, storeOptions);
			return {
				...store,
				async close() {
					events.close();
					await store.close();
				},
			};
		},
		createSessions(given: SessionsOptions) {
			sessions = new SharedSessions({
				...{ ...given, connection, addTask, joining, createRateLimit },
				firstNumber: mock * NUMBERS,
				onForward: (forward) => {
					if (context) rememberForward(context, forward);
				},
			});
			return sessions;
		},
		attach(created) {
			context = created;
		},
		start: () => requireSessions().enter(undefined),
		enter: (request, match) =>
			requireSessions().enter(findSessionName(request, match)),
		settle,
		async respond(request, run) {
			for (;;) {
				try {
					return await run();
				} catch (error) {
					// The session was dropped before the request has used it.
					if (error instanceof OutdatedSessionError) continue;
					if (!isStoreUnavailable(error)) throw error;
					onError(error);
					return renderOwn(createFailureReply(error), request.method);
				}
			}
		},
		shareControl(control, currentSession) {
			/** Shares a method, and the methods that are its properties. */
			function share(name: string, method: object): object {
				const shared = (...args: readonly unknown[]): Promise<unknown> => {
					const session =
						name === "deleteSession" ? String(args[0]) : currentSession();
					return call(name, session, async () =>
						Reflect.apply(method as () => unknown, control, args),
					);
				};
				for (const [part, below] of Object.entries(method))
					Object.assign(shared, { [part]: share(`${name}.${part}`, below) });
				return shared;
			}
			const shared = { ...control };
			for (const [name, method] of Object.entries(control))
				if (name !== "session" && typeof method === "function")
					Object.assign(shared, { [name]: share(name, method) });
			return shared;
		},
	};
}
