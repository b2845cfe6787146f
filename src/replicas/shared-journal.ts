import type { JournalRecord } from "../journal/entry.ts";
import {
	type Announcer,
	compact,
	createAnnouncer,
	estimateBytes,
	type Journal,
	type NumberedRecord,
} from "../journal/journal.ts";
import { viewHeaders } from "../journal/to-journal-entry.ts";
import type { RedisReply, StoreConnection } from "../store/redis/connection.ts";
import { type RedactedNames, redactTarget } from "../values/redact.ts";

/** Marks a body of bytes, as base64. */
const BYTES = "base64";

const writeRecord = (record: JournalRecord): string =>
	JSON.stringify(record, (_, value: unknown) =>
		value instanceof Uint8Array
			? { [BYTES]: Buffer.from(value).toString(BYTES) }
			: value,
	);

/** Reads a record that `writeRecord` has written. @param id begins with its number */
export function readRecord(id: string, json: string): NumberedRecord {
	const record = JSON.parse(json);
	const bytes = record.requestBody?.[BYTES];
	if (bytes !== undefined) record.requestBody = Buffer.from(bytes, BYTES);
	const number = Number.parseInt(id, 10);
	return { number, record, bytes: estimateBytes(record) };
}

/** Reads an entry of a stream: its id and its fields. */
function readEntry(entry: RedisReply): NumberedRecord {
	const [id, fields] = Array.isArray(entry) ? entry : [];
	const [, json] = Array.isArray(fields) ? fields : [];
	return readRecord(id, json);
}

/** Redacts the credentials of an exchange before they leave the process. */
function redact(record: JournalRecord, names: RedactedNames): JournalRecord {
	const { target, requestHeaders, responseHeaders } = record;
	const sent = viewHeaders(requestHeaders, names);
	return {
		...record,
		target: redactTarget(target, names),
		requestHeaders: Object.entries(sent).flat(),
		responseHeaders: viewHeaders(Object.entries(responseHeaders).flat(), names),
	};
}

/** Creates the journal that all mocks of a store share. */
export function createSharedJournal(
	connection: StoreConnection,
	add: (task: Promise<unknown>) => void,
	limits: { readonly maxEntries: string; readonly maxBytes: string },
	{ subscribe }: Announcer<NumberedRecord>,
	redactedNames: () => RedactedNames,
): Journal {
	const own = createAnnouncer<NumberedRecord>();
	const { prefix } = connection;

	async function readSession(session: string): Promise<NumberedRecord[]> {
		const key = `${prefix}:journal:${session}`;
		const reply = await connection.send("XRANGE", key, "-", "+");
		return (Array.isArray(reply) ? reply : []).map(readEntry);
	}

	return {
		write(given) {
			const record = redact(compact(given), redactedNames());
			own.announce({ number: 0, record, bytes: estimateBytes(record) });
			const { session } = record;
			const entry = writeRecord(record);
			add(connection.run("write", { session, entry, ...limits }));
		},
		async read(session) {
			const names =
				session === undefined
					? await connection.list("ZRANGE", `${prefix}:journals`, "0", "-1")
					: [session];
			const records = (await Promise.all(names.map(readSession))).flat();
			return records.sort((a, b) => b.number - a.number);
		},
		async dropped(session) {
			const key = `${prefix}:dropped`;
			const counts =
				session === undefined
					? await connection.list("HVALS", key)
					: await connection.list("HMGET", key, session);
			return counts.reduce((sum, count) => sum + (Number(count) || 0), 0);
		},
		async clear(session) {
			await connection.run("clearJournal", { session });
		},
		subscribe,
		onWrite: own.subscribe,
	};
}
