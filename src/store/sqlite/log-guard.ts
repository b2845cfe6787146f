import {
	closeSync,
	ftruncateSync,
	openSync,
	readFileSync,
	readSync,
	rmSync,
} from "node:fs";
import { endianness } from "node:os";
import { createFileGuard, type FileGuard } from "./file-guard.ts";

/** The sizes in a log (https://sqlite.org/fileformat2.html#the_write_ahead_log): its header, and one frame. */
const START = 32;
const HEADER_BYTES = 24;
const FRAME_BYTES: number = HEADER_BYTES + 4096;
/** The number of frames that are read at once. One write takes about four. */
const FRAMES = 8;

/**
 * Returns the checksum of the parts of a frame, which continues that of the frame before.
 * @param isSwapped whether the log counts words in another byte order than this machine
 */
function addChecksum(
	before: Buffer,
	parts: readonly Buffer[],
	isSwapped: boolean,
): Buffer {
	if (before.length < 8) return before;
	let first = before.readUInt32BE(0);
	let second = before.readUInt32BE(4);
	for (const part of parts) {
		const { buffer, byteOffset, length } = isSwapped
			? Buffer.from(part).swap32()
			: part;
		// Reading each word from the bytes takes ten times as long.
		const words = new Uint32Array(buffer, byteOffset, length / 4);
		for (let at = 0; at < words.length; at += 2) {
			first = (first + (words[at] ?? 0) + second) >>> 0;
			second = (second + (words[at + 1] ?? 0) + first) >>> 0;
		}
	}
	const sum = Buffer.alloc(8);
	sum.writeUInt32BE(first, 0);
	sum.writeUInt32BE(second, 4);
	return sum;
}

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
	const chunk = Buffer.allocUnsafe(FRAMES * FRAME_BYTES);
	/** Returns no bytes if the log ends before. */
	const readAt = (position: number, length: number): Buffer => {
		const buffer = Buffer.allocUnsafe(length);
		const read = readSync(descriptor, buffer, 0, length, position);
		return read === length ? buffer : Buffer.alloc(0);
	};
	/** Identifies one run through the log, which SQLite begins again at its start after a checkpoint. */
	const readSalts = (start = readAt(0, START)): string =>
		start.toString("latin1", 16, 24);
	let salts = "";
	/** Where the last frame of a commit ends. A write that failed, because the disk is full, may leave frames after it. */
	let end = START;
	/** The header of this frame, or the end of the header of the log. Its checksum covers everything before it. */
	let last: Buffer = Buffer.alloc(0);
	function isLast(): boolean {
		const start = end === START ? START - HEADER_BYTES : end - FRAME_BYTES;
		return readAt(start, HEADER_BYTES).equals(last);
	}
	/**
	 * Returns where the last commit after `from` ends, and the header of its last frame. A write that failed may have left
	 * whole frames, even the end of its commit, but only the checksums of valid frames continue each other.
	 * @param start the header of the log
	 * @param from where a frame ends; by default, where the header of the log ends
	 * @param before the header of this frame
	 */
	function findEnd(
		start: Buffer,
		from: number = START,
		before: Buffer = start.subarray(8),
	): { readonly end: number; readonly last: Buffer } {
		const isSwapped = (start.at(3) === 0x83) !== (endianness() === "BE");
		const run = readSalts(start);
		let sum = before.subarray(16, HEADER_BYTES);
		let found = { end: from, last: before };
		for (let position = from; run !== ""; position += chunk.length) {
			const length = readSync(descriptor, chunk, 0, chunk.length, position);
			for (let at = 0; at < chunk.length; at += FRAME_BYTES) {
				const frame = chunk.subarray(at, at + FRAME_BYTES);
				const isWhole = at + FRAME_BYTES <= length;
				if (!isWhole || frame.toString("latin1", 8, 16) !== run) return found;
				const header = frame.subarray(0, HEADER_BYTES);
				const parts = [frame.subarray(0, 8), frame.subarray(HEADER_BYTES)];
				sum = addChecksum(sum, parts, isSwapped);
				if (!sum.equals(header.subarray(16))) return found;
				if (frame.readUInt32BE(4) !== 0)
					found = {
						end: position + at + FRAME_BYTES,
						last: Buffer.from(header),
					};
			}
		}
		return found;
	}
	function note(): void {
		guard.note();
		const start = readAt(0, START);
		const isSame = readSalts(start) === salts;
		({ end, last } = isSame ? findEnd(start, end, last) : findEnd(start));
		salts = readSalts(start);
	}
	/** Whether a write that failed has begun the log, or begun it again, and has left no commit. */
	function isBegun(): boolean {
		const start = readAt(0, START);
		const numberOf = (text: string) =>
			Buffer.from(text.padEnd(4, "\0"), "latin1").readUInt32BE();
		// The first run has random salts.
		const isNext =
			salts === "" ||
			numberOf(readSalts(start)) === (numberOf(salts) + 1) % 2 ** 32;
		return isNext && findEnd(start).end === START;
	}
	note();
	return {
		note,
		findDamage() {
			const damage = guard.findDamage();
			if (damage) return damage;
			const isSame = readSalts() === salts && isLast();
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
