const FLUSH_MS = 1_000;

/**
 * Lets the process end once its output is written, after a second at the latest: the reader of its output may have
 * stopped reading, and the code of a configuration may wait forever.
 */
export const endProcess = (): unknown =>
	setTimeout(() => process.exit(), FLUSH_MS).unref();
