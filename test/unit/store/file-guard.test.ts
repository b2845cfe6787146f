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

/**
 * Returns a log with frames of one run, after which frames of an earlier run follow.
 * @param marks what distinguishes each frame
 */
function createLog(run: number, ...marks: readonly number[]): Buffer {
	const header = Buffer.alloc(32, run);
	const frames = Array.from({ length: 4 }, (_, index) => {
		const mark = marks[index];
		const frame = Buffer.alloc(24 + 4096, mark ?? 1);
		return frame.fill(mark === undefined ? run - 1 : run, 8, 16);
	});
	return Buffer.concat([header, ...frames]);
}

test("another content of a log is noticed, and what its own writes have left there, even one that failed, is no damage", async () => {
	await using folder = await scratchFolder();
	const file = await folder.file("mock.db-wal", "");
	const guard = createLogGuard(file);
	const find = (log: Buffer) => {
		writeFileSync(file, log);
		return guard.findDamage();
	};
	const own = createLog(7, 2, 3, 4);
	for (const log of [createLog(6, 1), createLog(7, 2, 3, 9), own]) {
		writeFileSync(file, log);
		guard.note();
		expect(guard.findDamage()).toBeUndefined();
	}
	for (const other of [
		createLog(6, 1),
		createLog(7, 2),
		createLog(7, 2, 3, 5),
		createLog(8, 2, 3, 4),
	])
		expect(find(other)).toBe("overwritten");
	expect(find(own)).toBeUndefined();
	writeFileSync(file, createLog(8));
	guard.note();
	expect(find(createLog(9))).toBe("overwritten");
	guard.close();
});
