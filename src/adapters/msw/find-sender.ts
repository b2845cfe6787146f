import { fileURLToPath } from "node:url";

/** The sources of this package, none of which sends the requests of the code under test. */
const OWN_FOLDER = fileURLToPath(new URL("../../", import.meta.url));

/** Enough for the frames of MSW, which come before those of the sender. */
const MAX_FRAMES = 100;

const PLACE = /(?:file:\/\/)?([^\s(]+:\d+:\d+)\)?$/;

/**
 * Returns file, line and column of the code that sent the request that is being handled. Returns undefined if the async
 * stack trace does not reach it, as with clients based on `node:http`.
 */
export function findSender(): string | undefined {
	const { stackTraceLimit } = Error;
	Error.stackTraceLimit = MAX_FRAMES;
	const { stack = "" } = new Error();
	Error.stackTraceLimit = stackTraceLimit;
	return stack
		.split("\n")
		.flatMap((frame) => PLACE.exec(frame)?.[1] ?? [])
		.find(
			(place) =>
				!place.startsWith("node:") &&
				!place.startsWith(OWN_FOLDER) &&
				!/[\\/]node_modules[\\/]/.test(place),
		);
}
