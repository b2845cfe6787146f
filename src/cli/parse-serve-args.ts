import { parseArgs } from "node:util";
import {
	FLAG_NAMES,
	type GivenFlags,
	setFlag,
	toKebabCase,
} from "./serve-flags.ts";

const OPTIONS = Object.fromEntries(
	FLAG_NAMES.map((name) => [toKebabCase(name), { type: "string" as const }]),
);

/**
 * Reads the flags of `serve` without loading commander, so that the server starts sooner.
 * @returns undefined if the arguments are invalid or ask for help, which commander handles
 */
export function parseServeArgs(
	args: readonly string[],
): GivenFlags | undefined {
	try {
		const { values } = parseArgs({ args: [...args], options: OPTIONS });
		const given: GivenFlags = {};
		for (const name of FLAG_NAMES) {
			const text = values[toKebabCase(name)];
			if (typeof text === "string") setFlag(given, name, text);
		}
		return given;
	} catch {
		return undefined;
	}
}
