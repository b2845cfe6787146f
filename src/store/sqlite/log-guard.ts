import {
	closeSync,
	ftruncateSync,
	openSync,
	readFileSync,
	readSync,
	rmSync,
} from "node:fs";
import { createFileGuard, type FileGuard } from "./file-guard.ts";

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
