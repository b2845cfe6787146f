import { type Command, InvalidArgumentError, Option } from "commander";

/** Which mock is asked, and how its answer is printed. */
export interface ControlFlags {
	readonly url: string;
	readonly session?: string;
	readonly token?: string;
	readonly json: boolean;
}

/** What `understudy reset` takes besides. */
export interface ResetFlags extends ControlFlags {
	readonly dataset?: string;
	readonly seed?: number;
	readonly all: boolean;
}

type Parameter = readonly [name: string, value: string];

/** A parameter as it was typed: `name=value`. */
export function readParameter(written: string): Parameter {
	const split = written.indexOf("=");
	if (split < 1)
		throw new InvalidArgumentError("Pass a parameter like limit=5.");
	return [written.slice(0, split), written.slice(split + 1)];
}

/** Which exchanges are meant. */
export interface FilterFlags extends ControlFlags {
	readonly operation?: string;
	readonly method?: string;
	readonly path?: string;
	readonly status?: number;
	readonly query?: readonly Parameter[];
	/** JSON, as it was typed. */
	readonly body?: string;
}

/** What `understudy requests` takes besides. */
export interface RequestsFlags extends FilterFlags {
	readonly unmatched: boolean;
	readonly limit: number;
	readonly follow: boolean;
}

/** Adds what every command has that asks a running mock. */
export const withControlFlags = (command: Command): Command =>
	command
		.option("--url <url>", "where the mock answers", "http://127.0.0.1:4010")
		.option("--session <id>", "the session that is meant")
		.addOption(
			new Option(
				"--token <token>",
				"what it was started with as --control-token",
			).env("UNDERSTUDY_CONTROL_TOKEN"),
		)
		.option("--json", "print JSON, for machines", false);
