import type { Change, Changes } from "../engine/changes.ts";
import type { JournalRecord } from "../journal/entry.ts";
import {
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
function readRecord(id: string, json: string): NumberedRecord {
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

/** The journal that all mocks of a store share, and their events, in the same order in each of them. */
interface SharedJournal extends Journal {
	readonly changes: Changes;
	/** Announces all events from now on. @throws StoreUnavailableError */
	follow(): Promise<void>;
}

/** @param limits `maxEntries` is for each session, `maxBytes` for all of them */
export function createSharedJournal(
	connection: StoreConnection,
	limits: { readonly maxEntries: number; readonly maxBytes: number },
	redactedNames: () => RedactedNames,
): SharedJournal {
	const { channel } = connection;
	const own = createAnnouncer<NumberedRecord>();
	const exchanges = createAnnouncer<NumberedRecord>();
	const changes = createAnnouncer<Change>();
	// Events of the meantime are lost.
	connection.onRenew(() =>
		changes.announce({ session: null, subject: "session" }),
	);

	/** An exchange has a number, which changes do not have. */
	function announce(message: string): void {
		const [, number, json = ""] = /^(\d*) (.*)$/s.exec(message) ?? [];
		if (number) exchanges.announce(readRecord(number, json));
		else changes.announce(JSON.parse(json));
	}

	return {
		write(given) {
			const record = redact(compact(given), redactedNames());
			own.announce({ number: 0, record, bytes: estimateBytes(record) });
			const { session } = record;
			const entry = writeRecord(record);
			connection.later("write", { session, entry, channel, ...limits });
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
		subscribe: exchanges.subscribe,
		onWrite: own.subscribe,
		changes: {
			subscribe: changes.subscribe,
			announce(change) {
				const message = ` ${JSON.stringify(change)}`;
				connection.later("call", { command: ["PUBLISH", channel, message] });
			},
		},
		follow: () => connection.subscribe(announce),
	};
}
