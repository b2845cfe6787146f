import type { StoreFile } from "../store/store-file.ts";
import type { ServeFlags } from "./serve-flags.ts";

const UNIT_MS: Readonly<Record<string, number>> = {
	s: 1_000,
	m: 60_000,
	h: 3_600_000,
	d: 86_400_000,
};

/** Reads a duration like `30m`, in milliseconds; Infinity for `never`. */
export function readDuration(text: string): number {
	const [, number, unit = ""] = /^(\d+)([smhd])$/.exec(text) ?? [];
	const unitMs = UNIT_MS[unit];
	return unitMs === undefined
		? Number.POSITIVE_INFINITY
		: Math.max(1, Number(number) * unitMs);
}

/** Returns the path in `sqlite:<path>`; undefined for `memory`. */
export const storePath = (store: string): string | undefined =>
	/^sqlite:(.+)$/.exec(store)?.[1];

/**
 * Opens the file that keeps the sessions. libsql is loaded only if there is one.
 * @throws StoreFileError if the file cannot be used
 */
export async function openStore(
	{ store }: ServeFlags,
	onError: (error: unknown) => void,
): Promise<StoreFile | undefined> {
	const path = storePath(store);
	if (path === undefined) return undefined;
	const { openStoreFile } = await import("../store/sqlite/open-store-file.ts");
	return openStoreFile(path, { onError });
}
