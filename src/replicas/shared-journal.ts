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

/** Reads a record that `writeRecord` has written. */
export function readRecord(
	number: number,
	bytes: number,
	json: string,
): NumberedRecord {
	const record = JSON.parse(json) as JournalRecord;
	const { requestBody } = record;
	const isBytes = typeof requestBody === "object" && BYTES in requestBody;
	if (!isBytes) return { number, bytes, record };
	const body = Buffer.from(String(requestBody[BYTES]), BYTES);
	return { number, bytes, record: { ...record, requestBody: body } };
}

/** Reads an entry of a stream: its id and its fields. */
function readEntry(entry: RedisReply): NumberedRecord[] {
	const [id, fields] = Array.isArray(entry) ? entry : [];
	const [, json, , bytes] = Array.isArray(fields) ? fields : [];
	return [readRecord(Number.parseInt(id, 10), Number(bytes), json)];
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
		return (Array.isArray(reply) ? reply : []).flatMap(readEntry);
	}

	return {
		write(given) {
			const record = redact(compact(given), redactedNames());
			const bytes = estimateBytes(record);
			own.announce({ number: 0, record, bytes });
			const { session } = record;
			const entry = writeRecord(record);
			const args = { session, entry, bytes: `${bytes}`, ...limits };
			add(connection.run("write", args));
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
