import { setTimeout as wait } from "node:timers/promises";
import type { Change } from "../engine/changes.ts";
import { createFailureReply } from "../engine/response/problems.ts";
import { renderOwn } from "../engine/response/response.ts";
import { readSessionName } from "../engine/sessions/access.ts";
import type {
	SharedJournal,
	SharedMethod,
	SharedMock,
} from "../engine/shared-mock.ts";
import type { JournalRecord } from "../journal/entry.ts";
import {
	compact,
	createAnnouncer,
	DEFAULT_BYTES,
	type NumberedRecord,
} from "../journal/journal.ts";
import { viewHeaders } from "../journal/to-journal-entry.ts";
import { isStoreUnavailable } from "../store/backing.ts";
import { createStoreOf } from "../store/create-store.ts";
import {
	type ConnectionOptions,
	inGroups,
	StoreConnection,
} from "../store/redis/connection.ts";
import { createRedisStates } from "../store/redis/redis-states.ts";
import { mapValues } from "../values/json.ts";
import { type RedactedNames, redactTarget } from "../values/redact.ts";
import { SharedSessions } from "./shared-sessions.ts";

const decoder = new TextDecoder();

/** Returns a record as the store keeps it: as JSON can express it, and without the credentials of its exchange. */
function prepare(given: JournalRecord, names: RedactedNames): JournalRecord {
	const record = compact(given);
	const { target, requestHeaders, requestBody, responseHeaders } = record;
	const isBinary = typeof requestBody === "object";
	const sent = viewHeaders(requestHeaders, names);
	return {
		...record,
		target: redactTarget(target, names),
		requestHeaders: Object.entries(sent).flat(),
		// The journal shows bytes as text.
		requestBody: isBinary ? decoder.decode(requestBody) : requestBody,
		responseHeaders: viewHeaders(Object.entries(responseHeaders).flat(), names),
	};
}

/** @param id begins with the number of the record */
const readRecord = (id: string, json: string): NumberedRecord => ({
	number: Number.parseInt(id, 10),
	record: JSON.parse(json),
	bytes: json.length,
});

/** @param maxEntries the maximum of each session */
function createSharedJournal(
	connection: StoreConnection,
	maxEntries: number,
	redact: RedactedNames,
): SharedJournal {
	const own = createAnnouncer<NumberedRecord>();
	const exchanges = createAnnouncer<NumberedRecord>();
	const changes = createAnnouncer<Change>();
	const { channel } = connection;
	const limits = { maxEntries, maxBytes: DEFAULT_BYTES };

	/** An exchange has a number, which changes do not have. */
	function announce(message?: string): void {
		const lost = ' {"session":null,"subject":"session"}';
		const [, number, json = ""] = /^(\d*) (.*)$/s.exec(message ?? lost) ?? [];
		if (number) exchanges.announce(readRecord(number, json));
		else changes.announce(JSON.parse(json));
	}

	return {
		write(given) {
			const record = prepare(given, redact);
			const entry = JSON.stringify(record);
			own.announce({ number: 0, record, bytes: entry.length });
			const { session } = record;
			void connection.later("write", { session, entry, channel, ...limits });
		},
		async read(session) {
			const found = await connection.run("journal", { session });
			return inGroups(found, 2)
				.map(([id = "", json = ""]) => readRecord(id, json))
				.sort((a, b) => b.number - a.number);
		},
		async dropped(session) {
			const counts = await connection.run("dropped", { session });
			return counts.reduce((sum, count) => sum + Number(count), 0);
		},
		async clear(session) {
			await connection.run("clearJournal", { session });
		},
		subscribe: exchanges.subscribe,
		onWrite: own.subscribe,
		changes: {
			subscribe: changes.subscribe,
			announce(change) {
				const command = ["PUBLISH", channel, ` ${JSON.stringify(change)}`];
				void connection.later("call", { command });
			},
		},
		follow: () => connection.subscribe(announce),
	};
}

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
