import { statSync, utimesSync, writeFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { createContentGuard } from "../../../src/store/sqlite/file-guard.ts";
import { createLogGuard } from "../../../src/store/sqlite/log-guard.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

test("another content is noticed although the file has the same time", async () => {
	await using folder = await scratchFolder();
	const file = await folder.file("mock.db", "before");
	const { mtime } = statSync(file);
	utimesSync(file, mtime, mtime);
	vi.useFakeTimers({ now: mtime });
	try {
		const guard = createContentGuard(file);
		expect(guard.findDamage()).toBeUndefined();
		writeFileSync(file, "after!");
		utimesSync(file, mtime, mtime);
		vi.setSystemTime(mtime.getTime() + 60_000);
		expect(guard.findDamage()).toBe("overwritten");
		expect(guard.findDamage()).toBe("overwritten");
		guard.close();
	} finally {
		vi.useRealTimers();
	}
});

/** Adds the bytes to a checksum (https://sqlite.org/fileformat2.html#checksum_algorithm). */
function checksum([first, second]: number[], bytes: Buffer): number[] {
	let [one, other] = [first ?? 0, second ?? 0];
	for (let at = 0; at < bytes.length; at += 8) {
		one = (one + bytes.readUInt32LE(at) + other) % 2 ** 32;
		other = (other + bytes.readUInt32LE(at + 4) + one) % 2 ** 32;
	}
	return [one, other];
}

function writeSum(bytes: Buffer, at: number, [one = 0, other = 0]: number[]) {
	bytes.writeUInt32BE(one, at);
	bytes.writeUInt32BE(other, at + 4);
}

/**
 * Writes a log with frames. Each has the number of pages after its commit, which is 0 if another frame ends the commit.
 * @param stale a frame of a write that failed, whose checksum continues another frame
 */
function createLog(
	run: number,
	frames: readonly (readonly [pages: number, mark: number, stale?: "stale"])[],
) {
	const header = Buffer.alloc(32);
	header.writeUInt32BE(0x377f0682);
	header.writeUInt32BE(run, 16);
	let sum = checksum([0, 0], header.subarray(0, 24));
	writeSum(header, 24, sum);
	const parts = frames.map(([pages, mark, stale]) => {
		const frame = Buffer.alloc(24 + 4096, mark);
		frame.writeUInt32BE(pages, 4);
		header.copy(frame, 8, 16, 24);
		sum = checksum(sum, frame.subarray(0, 8));
		sum = checksum(sum, frame.subarray(24));
		const written = stale ? [mark, mark] : sum;
		writeSum(frame, 16, written);
		return frame;
	});
	return Buffer.concat([header, ...parts]);
}

test("what a write that failed has left in the log is no damage", async () => {
	await using folder = await scratchFolder();
	const own = [
		[0, 1],
		[3, 2],
	] as const;
	const file = await folder.file("mock.db-wal", "");
	writeFileSync(file, createLog(7, own));
	const guard = createLogGuard(file);
	const find = (run: number, ...frames: Parameters<typeof createLog>[1]) => {
		writeFileSync(file, createLog(run, frames));
		return guard.findDamage();
	};
	// The disk is full, then another write is noted, and the next one fails, too.
	expect(find(7, ...own, [0, 3])).toBeUndefined();
	guard.note();
	expect(find(7, ...own, [0, 4])).toBeUndefined();
	expect(find(7, [0, 1], [3, 9], [0, 4])).toBe("overwritten");
	// A write that failed has left the end of its commit, of which the next one overwrites only the first frame.
	const next = [...own, [4, 3], [5, 4, "stale"]] as const;
	expect(find(7, ...own, [0, 5], [5, 4, "stale"])).toBeUndefined();
	writeFileSync(file, createLog(7, next));
	guard.note();
	expect(find(7, ...own, [4, 3], [5, 6, "stale"])).toBeUndefined();
	expect(find(7, ...own, [4, 9], [5, 4, "stale"])).toBe("overwritten");
	// The write that failed was the first one after a checkpoint.
	expect(find(8, [0, 5], [0, 6], [0, 7], [0, 8])).toBeUndefined();
	expect(find(8, [3, 5], [0, 6], [0, 7], [0, 8])).toBe("overwritten");
	expect(find(9, [0, 5], [0, 6], [0, 7], [0, 8])).toBe("overwritten");
	guard.close();
	// The write that failed was the first one to the log.
	writeFileSync(file, "");
	const empty = createLogGuard(file);
	writeFileSync(file, createLog(7, [[0, 1]]));
	expect(empty.findDamage()).toBeUndefined();
	writeFileSync(file, createLog(7, [[2, 1]]));
	expect(empty.findDamage()).toBe("overwritten");
	empty.close();
});
