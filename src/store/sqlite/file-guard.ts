import { createHash } from "node:crypto";
import {
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

/** The part of a file that is compared. Checkpoints change the file, and reading all of a large file takes too long. */
const COMPARED_BYTES = 4 * 1024 * 1024;

/** A file system may give two writes within this time, in milliseconds, the same time. */
const TICK_MS = 10;

function hashOf(descriptor: number): string {
	const buffer = Buffer.allocUnsafe(COMPARED_BYTES);
	const length = readSync(descriptor, buffer, 0, COMPARED_BYTES, 0);
	return createHash("sha1")
		.update(`${fstatSync(descriptor).size}\n`)
		.update(buffer.subarray(0, length))
		.digest("base64");
}

interface FileGuard {
	/** Returns what another program did to the file since the last `note`; undefined if nothing. */
	findDamage(): Damage | undefined;
	/** Remembers the file after a write. */
	note(): void;
}

/** Creates a guard that notices when a file in use was replaced, deleted or truncated. */
function createFileGuard(file: string): FileGuard {
	let known = statSync(file, { bigint: true });
	const find = () => {
		const found = statSync(file, { bigint: true, throwIfNoEntry: false });
		return found?.ino === known.ino && found.dev === known.dev
			? found
			: undefined;
	};
	return {
		findDamage() {
			const found = find();
			if (!found) return "deleted or replaced";
			return found.size < known.size ? "truncated" : undefined;
		},
		note() {
			known = find() ?? known;
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
	const timeOf = () =>
		statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
	let time = timeOf();
	let hash = hashOf(descriptor);
	const isRecent = (): boolean =>
		Date.now() - Number((time ?? 0n) / 1_000_000n) < TICK_MS;
	/** Whether another write may have left the time as it is. */
	let isOpen = isRecent();
	return {
		findDamage() {
			const damage = guard.findDamage();
			if (damage || (timeOf() === time && !isOpen)) return damage;
			const mayChange = isRecent();
			// Only the content counts: a copy of the same content restores the file, and some file systems change the time.
			if (hashOf(descriptor) !== hash) return "overwritten";
			isOpen = mayChange;
			return undefined;
		},
		note() {
			guard.note();
			const changed = timeOf();
			if (changed === time) return;
			time = changed;
			hash = hashOf(descriptor);
			isOpen = isRecent();
		},
		close: () => closeSync(descriptor),
	};
}

/** The sizes in a log (https://sqlite.org/fileformat2.html#the_write_ahead_log): its header, and one frame. */
const START = 32;
const HEADER_BYTES = 24;
const FRAME_BYTES: number = HEADER_BYTES + 4096;
/** The number of pages after a commit, in the header of a frame that is not the last one of a commit. */
const NO_COMMIT = "\0\0\0\0";

/** Creates a guard of the write-ahead log, which SQLite applies when it closes, even if the log was deleted or moved. */
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
	const readAt = (position: number, length: number): string => {
		const buffer = Buffer.alloc(length);
		const read = readSync(descriptor, buffer, 0, length, position);
		return read === length ? buffer.toString("latin1") : "";
	};
	/** Identifies one run through the log, which SQLite begins again at its start after a checkpoint. */
	const readSalts = (): string => readAt(16, 8);
	const readLast = (): string =>
		readAt(Math.max(0, end - FRAME_BYTES), HEADER_BYTES);
	let salts = "";
	/** Where the last frame of a commit ends. A write that failed, because the disk is full, may leave frames after it. */
	let end = START;
	/** The header of this frame. Its checksum covers all frames before it. */
	let last = "";
	/** Returns where the last commit after a position ends, in a run through the log. */
	function findEnd(from: number, run: string): number {
		let found = from;
		for (let position = from; run !== ""; ) {
			const header = readAt(position, HEADER_BYTES);
			if (header.slice(8, 16) !== run) break;
			position += FRAME_BYTES;
			if (header.slice(4, 8) !== NO_COMMIT) found = position;
		}
		return found;
	}
	function note(): void {
		guard.note();
		const found = readSalts();
		end = findEnd(found === salts ? end : START, found);
		salts = found;
		last = readLast();
	}
	/** Whether a write that failed has begun the log again, and has left no commit. */
	function isBegun(): boolean {
		const found = readSalts();
		const numberOf = (text: string) =>
			Buffer.from(text.padEnd(4, "\0"), "latin1").readUInt32BE();
		return (
			numberOf(found) === (numberOf(salts) + 1) % 2 ** 32 &&
			findEnd(START, found) === START
		);
	}
	note();
	return {
		note,
		findDamage() {
			const damage = guard.findDamage();
			if (damage) return damage;
			const isSame = readSalts() === salts && readLast() === last;
			return isSame || isBegun() ? undefined : "overwritten";
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
