import { statSync, utimesSync, writeFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import {
	createContentGuard,
	createLogGuard,
} from "../../../src/store/sqlite/file-guard.ts";
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

/** Writes a log with frames. Each has the number of pages after its commit, which is 0 if another frame ends the commit. */
function createLog(
	run: number,
	frames: readonly (readonly [pages: number, mark: number])[],
) {
	const salts = Buffer.alloc(8);
	salts.writeUInt32BE(run);
	const parts = frames.map(([pages, mark]) => {
		const frame = Buffer.alloc(24 + 4096);
		frame.writeUInt32BE(pages, 4);
		salts.copy(frame, 8);
		frame.writeUInt32BE(mark, 16);
		return frame;
	});
	const header = Buffer.alloc(32);
	salts.copy(header, 16);
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
	// The write that failed was the first one after a checkpoint.
	expect(find(8, [0, 5], [0, 6], [0, 7])).toBeUndefined();
	expect(find(8, [3, 5], [0, 6], [0, 7])).toBe("overwritten");
	expect(find(9, [0, 5], [0, 6], [0, 7])).toBe("overwritten");
	guard.close();
});
