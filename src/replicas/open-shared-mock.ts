import { createFailureReply } from "../engine/response/problems.ts";
import { passOn, renderOwn } from "../engine/response/response.ts";
import { findSessionName } from "../engine/sessions/access.ts";
import type { RateLimit, SessionsOptions } from "../engine/sessions/session.ts";
import type { CredentialContext, SharedMock } from "../engine/shared-mock.ts";
import { DEFAULT_BYTES } from "../journal/journal.ts";
import { isStoreUnavailable } from "../store/backing.ts";
import { createStoreOf } from "../store/create-store.ts";
import { StoreConnection } from "../store/redis/connection.ts";
import type { ConnectionOptions } from "../store/redis/join-store.ts";
import { createRedisStates } from "../store/redis/redis-states.ts";
import { createSharedJournal } from "./shared-journal.ts";
import { OutdatedSessionError, SharedSessions } from "./shared-sessions.ts";

export interface SharedMockOptions extends ConnectionOptions {
	readonly initial: NonNullable<ConnectionOptions["initial"]>;
}

/**
 * Joins the store in Redis that several mocks share, and creates it if it does not exist.
 * @throws StoreUnavailableError if the store cannot be used, or if Redis does not respond
 */
export async function openSharedMock(
	options: SharedMockOptions,
): Promise<SharedMock> {
	const { onError } = options;
	const connection = new StoreConnection(options);
	const { initial, number } = await connection.join().catch((error) => {
		connection.close();
		throw error;
	});
	let context: CredentialContext | undefined;
	let sessions: SharedSessions | undefined;
	const limits = { maxEntries: 0, maxBytes: DEFAULT_BYTES };
	const { changes, follow, ...journal } = createSharedJournal(
		connection,
		limits,
		() => context?.redact ?? new Set(),
	);

	function createRateLimit(stateKey: string, perSecond: number): RateLimit {
		const [id, , incarnation = "0"] = stateKey.split("/");
		const limit = `${id}:${incarnation}:${perSecond}`;
		return {
			perSecond,
			async acquire() {
				const args = { limit, perSecond: `${perSecond}` };
				const [waitMs] = await connection.run("acquire", args);
				return Math.ceil(Number(waitMs) / 1000);
			},
		};
	}

	function requireSessions(): SharedSessions {
		if (!sessions) throw new Error("The mock has not begun.");
		return sessions;
	}

	/** Repeats what another mock has made outdated. */
	async function repeat<Result>(run: () => Promise<Result>): Promise<Result> {
		for (;;)
			try {
				return await run();
			} catch (error) {
				if (!(error instanceof OutdatedSessionError)) throw error;
				if (error.session !== undefined)
					await requireSessions().enter(error.session);
			}
	}

	return {
		initial,
		changes,
		createJournal(entries) {
			limits.maxEntries = entries;
			return journal;
		},
		createStore: (storeOptions) =>
			createStoreOf(
				(live) => createRedisStates(connection, live),
				storeOptions,
			),
		createSessions(given: SessionsOptions) {
			sessions = new SharedSessions({
				...{ ...given, connection, createRateLimit },
				first: number,
				onForward: (forward) => context?.addedCredentials.remember(forward),
			});
			return sessions;
		},
		attach(created) {
			context = created;
		},
		start: () => requireSessions().enter(undefined),
		enter: (request, match) =>
			requireSessions().enter(findSessionName(request, match)),
		settle: async (besides) => {
			// The service has done what the response says, even if that cannot be recorded.
			await Promise.all([besides?.catch(onError), connection.settle()]);
		},
		endAfter(response, written) {
			const { body } = response;
			if (!(body instanceof ReadableStream)) return response;
			const recorded = written.then(() => connection.settle()).catch(onError);
			return {
				...response,
				body: passOn(
					body.getReader(),
					() => {},
					() => recorded,
				),
			};
		},
		async respond(request, run) {
			try {
				return await repeat(run);
			} catch (error) {
				if (!isStoreUnavailable(error)) throw error;
				onError(error);
				return renderOwn(createFailureReply(error), request.method);
			}
		},
		share(control) {
			/** Shares a method, and the methods that are its properties. */
			function share(name: string, method: object): object {
				const shared = (...args: readonly unknown[]): Promise<unknown> =>
					repeat(async () => {
						const all = requireSessions();
						if (name === "events" || name === "follow") await follow();
						await all.sync();
						if (name === "sessions") await all.readSeen();
						const run = method as (...given: readonly unknown[]) => unknown;
						const result = await Reflect.apply(run, control, args);
						await connection.settle();
						return result;
					});
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
