import { statSync, utimesSync, writeFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { createContentGuard } from "../../../src/store/sqlite/file-guard.ts";
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
