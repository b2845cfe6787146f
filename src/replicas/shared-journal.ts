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
import { inGroups, type StoreConnection } from "../store/redis/connection.ts";
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

	return {
		write(given) {
			const record = redact(compact(given), redactedNames());
			own.announce({ number: 0, record, bytes: estimateBytes(record) });
			const { session } = record;
			const entry = writeRecord(record);
			add(connection.run("write", { session, entry, ...limits }));
		},
		async read(session) {
			const found = await connection.run("journal", { session });
			return Array.from(inGroups(found, 2), ([id = "", json = ""]) =>
				readRecord(id, json),
			).sort((a, b) => b.number - a.number);
		},
		async dropped(session) {
			const counts =
				session === undefined
					? await connection.call("HVALS", "dropped")
					: await connection.call("HGET", "dropped", session);
			return counts.reduce((sum, count) => sum + (Number(count) || 0), 0);
		},
		async clear(session) {
			await connection.run("clearJournal", { session });
		},
		subscribe,
		onWrite: own.subscribe,
	};
}
