import { resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { errorMessage } from "../../values/errors.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Waits for a command or a start that runs code of the configuration.
 * @throws UsageError for an error that the configuration does not catch meanwhile
 */
export async function requireCaught<Started>(
	file: string,
	starting: Promise<Started>,
): Promise<Started> {
	let onUncaught = (_: unknown): void => {};
	const uncaught = new Promise<never>((_, reject) => {
		onUncaught = (cause) =>
			reject(
				new UsageError(
					`The configuration ${resolve(file)} has an error that nothing catches: ${errorMessage(cause)}. Catch it, or await the promise.`,
					{ cause },
				),
			);
	});
	uncaught.catch(() => {});
	// Stays after a failure, because the process ends a moment later.
	process.on("uncaughtException", onUncaught);
	const started = await Promise.race([starting, uncaught]);
	// Unhandled rejections are reported after the promises of this turn.
	await Promise.race([nextTurn(), uncaught]);
	process.off("uncaughtException", onUncaught);
	return started;
}
