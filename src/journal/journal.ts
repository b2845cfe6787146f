import type { JournalRecord } from "./entry.ts";

/** How long a body may be before it is cut: characters, or bytes where they are no text. */
export const MAX_BODY = 65_536;
/** What the rest of a record takes, roughly. */
const RECORD_BYTES = 768;

export interface JournalOptions {
	/** How many exchanges are kept of each session. */
	readonly entries: number;
	/** How many bytes all sessions together may take, roughly; 64 MiB when absent. */
	readonly bytes?: number;
}

/** A record in the journal, with its number: those written later have higher ones. */
export interface NumberedRecord {
	readonly number: number;
	readonly record: JournalRecord;
}

export interface Journal {
	write(record: JournalRecord): void;
	/** Newest first, of one session or of all. */
	read(session?: string): NumberedRecord[];
	/** How many were written of the session, or of all, and are no longer kept. */
	dropped(session?: string): number;
	/** Forgets what was written, and what was dropped. */
	clear(session?: string): void;
	/** Told of each record as it is written; call the result to be told no more. */
	subscribe(listener: (written: NumberedRecord) => void): () => void;
}

interface Kept {
	readonly ring: (NumberedRecord | undefined)[];
	/** How many were ever written; the next goes to this place, modulo the size. */
	written: number;
	/** How many of them, the oldest, are gone. */
	gone: number;
	bytes: number;
}

/** All that a client can make long. */
function weigh(record: JournalRecord): number {
	const { target, fault, requestHeaders, requestBody, responseBody } = record;
	let bytes = RECORD_BYTES + target.length + (fault?.length ?? 0);
	for (const text of requestHeaders) bytes += text.length;
	return bytes + (requestBody?.length ?? 0) + (responseBody?.length ?? 0);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const isLong = (text: string): boolean => text.length > MAX_BODY + 1;

/** No longer than the journal keeps, plus one by which it can be seen that it was. */
function cutText(text: string): string {
	// A part of a text holds on to the whole of it; what was encoded and decoded does not.
	return isLong(text)
		? decoder.decode(encoder.encode(text.slice(0, MAX_BODY + 1)))
		: text;
}

/** The same of bytes, always as a copy: they may be a view, which holds on to all that was received with them. */
const cutBytes = (bytes: Uint8Array): Uint8Array =>
	new Uint8Array(bytes.subarray(0, MAX_BODY + 1));

function cut(record: JournalRecord): JournalRecord {
	const { requestBody: sent, responseBody: answered } = record;
	const isBinary = typeof sent === "object";
	if (!isBinary && !isLong(sent ?? "") && !isLong(answered ?? ""))
		return record;
	return {
		...record,
		requestBody: isBinary ? cutBytes(sent) : sent && cutText(sent),
		responseBody: answered && cutText(answered),
	};
}

/**
 * The bounded record of every exchange: so many of each session, the oldest leaving first, so that a busy session
 * never pushes out what a quiet one did; and so many bytes of all of them, the largest session giving first.
 */
export function createJournal({
	entries,
	bytes: mostBytes = 64 * 1024 * 1024,
}: JournalOptions): Journal {
	const sessions = new Map<string, Kept>();
	const listeners = new Set<(written: NumberedRecord) => void>();
	let number = 0;
	let bytes = 0;

	function dropOldest(kept: Kept): void {
		const place = kept.gone % entries;
		const oldest = kept.ring[place];
		kept.gone += 1;
		if (!oldest) return;
		const weight = weigh(oldest.record);
		kept.ring[place] = undefined;
		kept.bytes -= weight;
		bytes -= weight;
	}

	function largest(): Kept | undefined {
		let found: Kept | undefined;
		for (const kept of sessions.values())
			if (!found || kept.bytes > found.bytes) found = kept;
		return found;
	}

	function forget(session: string): void {
		bytes -= sessions.get(session)?.bytes ?? 0;
		sessions.delete(session);
	}

	const meant = (session?: string): Kept[] =>
		session === undefined
			? [...sessions.values()]
			: [sessions.get(session)].filter((kept) => kept !== undefined);

	return {
		write(given) {
			number += 1;
			const record = cut(given);
			const written = { number, record };
			for (const listener of listeners) listener(written);
			let kept = sessions.get(record.session);
			if (!kept) {
				kept = { ring: [], written: 0, gone: 0, bytes: 0 };
				sessions.set(record.session, kept);
			}
			if (kept.written - kept.gone >= entries) dropOldest(kept);
			kept.written += 1;
			if (entries === 0) return;
			kept.ring[(kept.written - 1) % entries] = written;
			const weight = weigh(record);
			kept.bytes += weight;
			bytes += weight;
			while (bytes > mostBytes) {
				const victim = largest();
				if (!victim) return;
				dropOldest(victim);
			}
		},
		read(session) {
			return meant(session)
				.flatMap(({ ring }) => ring.filter((each) => each !== undefined))
				.sort((a, b) => b.number - a.number);
		},
		dropped: (session) =>
			meant(session).reduce((sum, { gone }) => sum + gone, 0),
		clear(session) {
			if (session !== undefined) return forget(session);
			sessions.clear();
			bytes = 0;
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
