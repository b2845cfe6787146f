import { errorMessage, findPlace } from "../../values/errors.ts";
import type { AnyHandler } from "./any-handler.ts";

const FRAME = /^\s+at /;

/** Includes the cause: that of "fetch failed" says why. */
function describe(thrown: unknown): string {
	const { cause } = thrown instanceof Error ? thrown : {};
	const reason = cause instanceof Error && cause.message;
	return errorMessage(thrown) + (reason ? ` (${reason})` : "");
}

/**
 * Returns an error that names the handler, the place in its code and the reason. Its stack has only the callers in the
 * configuration, since all others are of MSW and of the mock.
 * @param thrown what the handler threw
 * @param files the files of the configuration
 */
export function createHandlerError(
	{ info }: AnyHandler,
	thrown: unknown,
	files: ReadonlySet<string>,
): Error {
	const lines =
		thrown instanceof Error ? (thrown.stack?.split("\n") ?? []) : [];
	const frames = lines.filter(
		(line) => FRAME.test(line) && findPlace(line, files) !== "",
	);
	const [innermost = "", ...callers] = frames;
	// Other thrown values have no stack, and errors of libraries may have no frame of the handler.
	const definition = findPlace(info.callFrame ?? "", files);
	const place = innermost
		? ` failed at ${findPlace(innermost, files)}`
		: `${definition && `, defined at ${definition},`} failed`;
	const message = `The handler ${info.header}${place}: ${describe(thrown)}`;
	const error = new Error(message, { cause: thrown });
	error.stack = [message, ...callers].join("\n");
	return error;
}
