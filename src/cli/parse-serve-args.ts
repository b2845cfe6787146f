import { parseArgs } from "node:util";
import { type GivenFlags, readFlags, SERVE_FLAGS } from "./serve-flags.ts";

const OPTIONS = Object.fromEntries(
	Object.keys(SERVE_FLAGS).map((name) => [name, { type: "string" as const }]),
);

/**
 * Reads what follows `serve` without loading a library for it, since a server that is waited for should not wait.
 * @returns undefined for whatever needs more than a server: help, or a complaint
 */
export function parseServeArgs(
	args: readonly string[],
): GivenFlags | undefined {
	try {
		const { values } = parseArgs({ args: [...args], options: OPTIONS });
		return readFlags(
			Object.fromEntries(
				Object.entries(values).filter(
					(entry): entry is [string, string] => typeof entry[1] === "string",
				),
			),
		);
	} catch {
		return undefined;
	}
}
