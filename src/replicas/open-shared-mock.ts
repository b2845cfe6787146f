import { setTimeout as wait } from "node:timers/promises";
import { createFailureReply } from "../engine/response/problems.ts";
import { renderOwn } from "../engine/response/response.ts";
import { readSessionName } from "../engine/sessions/access.ts";
import type { SharedMethod, SharedMock } from "../engine/shared-mock.ts";
import { isStoreUnavailable } from "../store/backing.ts";
import { createStoreOf } from "../store/create-store.ts";
import {
	type ConnectionOptions,
	StoreConnection,
} from "../store/redis/connection.ts";
import { createRedisStates } from "../store/redis/redis-states.ts";
import { mapValues } from "../values/json.ts";
import { createSharedJournal } from "./shared-journal.ts";
import { SharedSessions } from "./shared-sessions.ts";

/** How often a mock looks for what others have changed. */
const LOOK_MS = 250;

/**
 * Joins the store in Redis that several mocks share, and creates it if it does not exist.
 * @throws StoreUnavailableError if the store cannot be used, or if Redis does not respond
 */
export async function openSharedMock(
	options: ConnectionOptions,
): Promise<SharedMock> {
	const connection = new StoreConnection(options);
	const initial = await connection.join().catch((error) => {
		connection.close();
		throw error;
	});
	let journal: ReturnType<SharedMock["createJournal"]>;
	let sessions: SharedSessions;

	/** Notices that the store has lost data, or that events were missed, although no request uses this mock. */
	async function look(): Promise<void> {
		while (!connection.isClosed) {
			await wait(LOOK_MS, undefined, { ref: false });
			const looking = sessions.sync().then(() => connection.subscribe());
			await looking.catch(() => {});
		}
	}

	/** Shares a method, and the methods that are its properties. The control of a session is shared when it is created. */
	function share(method: SharedMethod, name: string): SharedMethod {
		if (name === "session") return method;
		const shared: SharedMethod = (...args) =>
			sessions.repeat(async () => {
				if (name === "events" || name === "follow") await journal.follow();
				await sessions.sync();
				const result = await method(...args);
				await connection.settle();
				return result;
			});
		return Object.assign(shared, shareParts(method));
	}
	function shareParts(whole: object): object {
		const parts: Readonly<Record<string, SharedMethod>> = { ...whole };
		return mapValues(parts, share);
	}

	const enter: SharedMock["enter"] = (request, match) =>
		sessions.enter(readSessionName(request, match).name);

	return {
		initial,
		createJournal(...given) {
			journal = createSharedJournal(connection, ...given);
			return journal;
		},
		createStore: (given) =>
			createStoreOf((live) => createRedisStates(connection, live), given),
		createSessions(...given) {
			sessions = new SharedSessions(connection, ...given);
			return sessions;
		},
		async start() {
			await sessions.enter(undefined);
			void look();
		},
		enter,
		settle: () => connection.settle(),
		endAfter(response, written) {
			const { body } = response;
			if (!(body instanceof ReadableStream)) return response;
			const flush = () => written.then(() => connection.settle());
			const ending = new TransformStream({ flush });
			return { ...response, body: body.pipeThrough(ending) };
		},
		async respond(request, match, run) {
			try {
				return await sessions.repeat(async () => {
					await enter(request, match);
					const response = await run();
					await connection.settle();
					return response;
				});
			} catch (error) {
				if (!isStoreUnavailable(error)) throw error;
				options.onError(error);
				return renderOwn(createFailureReply(error), request.method);
			}
		},
		share: (methods) => ({ ...methods, ...shareParts(methods) }),
	};
}
