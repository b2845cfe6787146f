import { type Command, Option } from "commander";

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

/** Which exchanges are meant. */
export interface FilterFlags extends ControlFlags {
	readonly operation?: string;
	readonly method?: string;
	readonly path?: string;
	readonly status?: number;
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
