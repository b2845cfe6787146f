import { createHash } from "node:crypto";
import {
	type BigIntStats,
	closeSync,
	fstatSync,
	ftruncateSync,
	openSync,
	readFileSync,
	readSync,
	rmSync,
	statSync,
} from "node:fs";

/** What another program did to a file in use. */
export type Damage = "deleted or replaced" | "truncated" | "overwritten";

/**
 * The part of a file that is compared, besides its size. Each checkpoint changes the file, so this is read after every
 * few hundred writes.
 */
const COMPARED_BYTES = 1024 * 1024;

/** A file system may give two writes within this time, in milliseconds, the same time. */
const TICK_MS = 10;

export interface FileGuard {
	/**
	 * Returns what another program did to the file since the last `note`; undefined if nothing.
	 * @param found the file as it is now, if the caller knows it
	 */
	findDamage(found?: BigIntStats): Damage | undefined;
	/**
	 * Remembers the file after a write.
	 * @param found the file as it is now, if the caller knows it
	 */
	note(found?: BigIntStats): void;
}

const look = (file: string): BigIntStats | undefined =>
	statSync(file, { bigint: true, throwIfNoEntry: false });

/** Creates a guard that notices when a file in use was replaced, deleted or truncated. */
export function createFileGuard(file: string): FileGuard {
	let known = statSync(file, { bigint: true });
	const isKnown = (found: BigIntStats | undefined): found is BigIntStats =>
		found?.ino === known.ino && found.dev === known.dev;
	return {
		findDamage(found = look(file)) {
			if (!isKnown(found)) return "deleted or replaced";
			return found.size < known.size ? "truncated" : undefined;
		},
		note(found = look(file)) {
			if (isKnown(found)) known = found;
		},
	};
}

/** Creates a guard that also notices when the content was overwritten. It suits a file that changes rarely. */
export function createContentGuard(file: string): FileGuard & {
	/** Call this after the file is closed. */
	close(): void;
} {
	const guard = createFileGuard(file);
	// Stays open: closing it would release the locks of SQLite (https://sqlite.org/howtocorrupt.html, section 2.2).
	const descriptor = openSync(file, "r");
	const buffer = Buffer.allocUnsafe(COMPARED_BYTES);
	const readHash = (): string => {
		const length = readSync(descriptor, buffer, 0, COMPARED_BYTES, 0);
		return createHash("sha1")
			.update(`${fstatSync(descriptor).size}\n`)
			.update(buffer.subarray(0, length))
			.digest("base64");
	};
	let time = look(file)?.mtimeNs;
	let hash = readHash();
	const isRecent = (): boolean =>
		Date.now() - Number((time ?? 0n) / 1_000_000n) < TICK_MS;
	/** Whether another write may have left the time as it is. */
	let isOpen = isRecent();
	return {
		findDamage(found = look(file)) {
			const damage = guard.findDamage(found);
			if (damage || (found?.mtimeNs === time && !isOpen)) return damage;
			const mayChange = isRecent();
			// Only the content counts: a copy of the same content restores the file, and some file systems change the time.
			if (readHash() !== hash) return "overwritten";
			isOpen = mayChange;
			return undefined;
		},
		note(found = look(file)) {
			guard.note(found);
			if (found?.mtimeNs === time) return;
			time = found?.mtimeNs;
			hash = readHash();
			isOpen = isRecent();
		},
		close: () => closeSync(descriptor),
	};
}

/** The sizes in a log (https://sqlite.org/fileformat2.html#the_write_ahead_log): its header, and one frame. */
const START = 32;
const HEADER_BYTES = 24;
const FRAME_BYTES: number = HEADER_BYTES + 4096;

/**
 * Creates a guard of the write-ahead log, which SQLite applies when it closes, even if the log was deleted or moved.
 * Note also a write that failed, because it may leave frames.
 */
export function createLogGuard(file: string): FileGuard & {
	/** Returns the content. */
	read(): Uint8Array;
	/** Deletes the log. */
	remove(): void;
	/** Makes the log unreadable for SQLite, wherever the log is now. */
	empty(): void;
	close(): void;
} {
	const guard = createFileGuard(file);
	const descriptor = openSync(file, "r+");
	/** Returns the empty string if the log ends before. */
	function readAt(position: number, length: number): string {
		const buffer = Buffer.allocUnsafe(length);
		const read = readSync(descriptor, buffer, 0, length, position);
		return read === length ? buffer.toString("latin1") : "";
	}
	/** The header of the log. SQLite begins the log again after a checkpoint, with another header. */
	let start = "";
	/** Where the last frame ends, and the header of this frame. Its checksum covers everything before it. */
	let end = START;
	let last = "";

	function note(): void {
		guard.note();
		const found = readAt(0, START);
		// The write may have replaced the last frame.
		end = found === start ? Math.max(START, end - FRAME_BYTES) : START;
		start = found;
		const run = start.slice(16, 24);
		for (;;) {
			const header = readAt(end, HEADER_BYTES);
			if (header === "" || header.slice(8, 16) !== run) return;
			last = header;
			end += FRAME_BYTES;
		}
	}

	note();
	return {
		note,
		findDamage() {
			const damage = guard.findDamage();
			if (damage) return damage;
			const isLast =
				end === START || readAt(end - FRAME_BYTES, HEADER_BYTES) === last;
			return readAt(0, START) === start && isLast ? undefined : "overwritten";
		},
		read: () => readFileSync(descriptor),
		remove() {
			// Another mock may have begun a log of its own.
			if (guard.findDamage() !== "deleted or replaced") rmSync(file);
		},
		empty: () => ftruncateSync(descriptor),
		close: () => closeSync(descriptor),
	};
}
