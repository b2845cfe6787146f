import { expect, test } from "vitest";
import { watchFiles } from "../../../src/cli/serve/watch-files.ts";

test("a folder that the system cannot watch is reported, and ends nothing", () => {
	const unwatched: unknown[] = [];
	const never = () => Promise.reject(new Error("Nothing has changed."));
	watchFiles<never>(
		new Set([import.meta.filename]),
		{
			...{ load: never, onLoaded: never, onInvalid: never },
			onUnwatched: (error) => unwatched.push(error),
		},
		AbortSignal.abort(),
		() => {
			throw new Error(
				"ENOSPC: System limit for number of file watchers reached",
			);
		},
	);
	expect(String(unwatched)).toMatch(/file watchers reached$/);
});
