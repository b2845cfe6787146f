import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";

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

export interface FileGuard {
	/** Returns what another program did to the file since the last `note`; undefined if nothing. */
	findDamage(): Damage | undefined;
	/** Remembers the file after a write. */
	note(): void;
}

/** Creates a guard that notices when a file in use was replaced, deleted or truncated. */
export function createFileGuard(file: string): FileGuard {
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
