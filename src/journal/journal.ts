import { type JournalRecord, MAX_RESPONSE_LENGTH } from "./entry.ts";

export const DEFAULT_BYTES: number = 64 * 1024 * 1024;
/** The approximate size of a record without its texts. */
const RECORD_BYTES = 768;
/** The approximate size of a text in addition to its characters. */
const TEXT_BYTES = 24;

export interface JournalOptions {
	/** The maximum number of exchanges in each session. */
	readonly entries: number;
	/**
	 * The approximate maximum size of the journal of all sessions, with one byte per character; defaults to 64 MiB. A
	 * larger record is not kept.
	 */
	readonly bytes?: number;
}

/** A record with its number. Numbers increase. */
export interface NumberedRecord {
	readonly number: number;
	readonly record: JournalRecord;
	/** The approximate size. */
	readonly bytes: number;
}

/** Announces events to the listeners, such as pages and logs. */
export interface Announcer<Event> {
	announce(event: Event): void;
	/** Calls the listener for each event. Returns a function that unsubscribes. */
	subscribe(listener: (event: Event) => void): () => void;
}

export function createAnnouncer<Event>(): Announcer<Event> {
	const listeners = new Set<(event: Event) => void>();
	return {
		announce(event) {
			for (const listener of listeners) listener(event);
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

/** The records of exchanges. A journal in memory returns values, a journal in a shared store returns promises. */
export interface Journal extends Pick<Announcer<NumberedRecord>, "subscribe"> {
	write(record: JournalRecord): void;
	/** Returns the records of one session, or of all sessions, the newest first. */
	read(session?: string): NumberedRecord[] | Promise<NumberedRecord[]>;
	/** Returns the number of dropped records of one session, or of all sessions. */
	dropped(session?: string): number | Promise<number>;
	/** Deletes the records of one session, or of all sessions, and resets the number of dropped records. */
	clear(session?: string): Promise<void> | undefined;
	/** Calls the listener for each record of this process. `subscribe` includes those of others that share the journal. */
	readonly onWrite: Announcer<NumberedRecord>["subscribe"];
}

/** A journal in the memory of this process. */
interface MemoryJournal extends Journal {
	read(session?: string): NumberedRecord[];
	dropped(session?: string): number;
}

interface SessionRecords {
	/** The oldest record first. */
	readonly records: NumberedRecord[];
	/** The number of dropped records. */
	dropped: number;
	bytes: number;
}

/** Estimates the size of a record from the parts that clients and real services control. */
export function estimateBytes(record: JournalRecord): number {
	const { target, fault, requestHeaders, requestBody, responseBody } = record;
	const { responseHeaders, reason = "" } = record;
	const { violations = [] } = record.forward ?? {};
	let bytes =
		RECORD_BYTES + target.length + (fault?.length ?? 0) + reason.length;
	for (const text of requestHeaders) bytes += text.length + TEXT_BYTES;
	// Without a list, because this runs for each exchange.
	for (const name in responseHeaders)
		bytes += name.length + (responseHeaders[name]?.length ?? 0) + TEXT_BYTES;
	for (const { where, expected, actual } of violations)
		bytes += 2 * (where.length + expected.length + actual.length) + 200;
	return bytes + (requestBody?.length ?? 0) + (responseBody?.length ?? 0);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Truncates a response body to the limit of the journal plus one character. This character shows that the body was
 * longer.
 */
function truncateText(text: string): string {
	// A substring keeps the whole string in memory; encoding and decoding creates a copy.
	return text.length > MAX_RESPONSE_LENGTH + 1
		? decoder.decode(encoder.encode(text.slice(0, MAX_RESPONSE_LENGTH + 1)))
		: text;
}

/** Copies a part of a buffer, because the part alone keeps the whole buffer in memory. */
const copyPart = (bytes: Uint8Array): Uint8Array =>
	bytes.byteLength < bytes.buffer.byteLength ? new Uint8Array(bytes) : bytes;

/** Returns the record without references to larger texts or buffers. */
export function compact(record: JournalRecord): JournalRecord {
	const { requestBody, responseBody = "" } = record;
	const isBinary = typeof requestBody === "object";
	if (!isBinary && responseBody.length <= MAX_RESPONSE_LENGTH) return record;
	return {
		...record,
		requestBody: isBinary ? copyPart(requestBody) : requestBody,
		responseBody: truncateText(responseBody),
	};
}

/**
 * Creates the journal. It keeps a limited number of records for each session, so that a busy session does not evict
 * the records of others. Above the total size, the largest session loses its oldest records.
 */
export function createJournal(options: JournalOptions): MemoryJournal {
	const { entries, bytes: maxBytes = DEFAULT_BYTES } = options;
	const sessions = new Map<string, SessionRecords>();
	const { announce, subscribe } = createAnnouncer<NumberedRecord>();
	let number = 0;
	let bytes = 0;

	function dropOldest(kept: SessionRecords): void {
		const oldest = kept.records.shift();
		if (!oldest) return;
		kept.dropped += 1;
		kept.bytes -= oldest.bytes;
		bytes -= oldest.bytes;
	}

	/** Drops records until the limits are met. */
	function limit(kept: SessionRecords): void {
		if (kept.records.length > entries) dropOldest(kept);
		while (bytes > maxBytes) {
			const all = [...sessions.values()];
			dropOldest(all.reduce((a, b) => (b.bytes > a.bytes ? b : a)));
		}
	}

	const select = (session?: string): SessionRecords[] =>
		session === undefined
			? [...sessions.values()]
			: [sessions.get(session)].filter((kept) => kept !== undefined);

	return {
		write(given) {
			number += 1;
			const record = compact(given);
			const written = { number, record, bytes: estimateBytes(record) };
			announce(written);
			const kept = sessions.get(record.session) ?? {
				records: [],
				dropped: 0,
				bytes: 0,
			};
			sessions.set(record.session, kept);
			kept.records.push(written);
			kept.bytes += written.bytes;
			bytes += written.bytes;
			limit(kept);
		},
		read: (session) =>
			select(session)
				.flatMap(({ records }) => records)
				.sort((a, b) => b.number - a.number),
		dropped: (session) =>
			select(session).reduce((sum, { dropped }) => sum + dropped, 0),
		clear(session) {
			for (const kept of select(session)) bytes -= kept.bytes;
			if (session === undefined) sessions.clear();
			else sessions.delete(session);
			return undefined;
		},
		subscribe,
		onWrite: subscribe,
	};
}
