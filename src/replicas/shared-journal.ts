import type { Change } from "../engine/changes.ts";
import type { SharedJournal } from "../engine/shared-mock.ts";
import type { JournalRecord } from "../journal/entry.ts";
import {
	compact,
	createAnnouncer,
	DEFAULT_BYTES,
	type NumberedRecord,
} from "../journal/journal.ts";
import { viewHeaders } from "../journal/to-journal-entry.ts";
import { inGroups, type StoreConnection } from "../store/redis/connection.ts";
import { type RedactedNames, redactTarget } from "../values/redact.ts";

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
export function createSharedJournal(
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
