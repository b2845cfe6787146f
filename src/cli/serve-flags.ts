import type { ConfiguredFlags } from "../config.ts";
import { errorMessage } from "../values/error-message.ts";
import { LOG_FORMATS } from "./log.ts";

/** What one flag of `serve` is called, takes and means. */
export interface ServeFlag {
	readonly member: keyof ServeFlags;
	readonly placeholder: string;
	readonly describe: string;
	readonly choices?: readonly string[];
	/** @throws Error with a sentence that says what to pass */
	read(text: string): string | number | readonly string[];
}

export type ServeFlags = Required<Omit<ConfiguredFlags, Optional>> &
	Pick<ConfiguredFlags, Optional> & { config?: string };

type Optional = "rateLimit" | "redact" | "controlToken";

const text = (value: string): string => value;

const whole =
	(least: number, most: number) =>
	(value: string): number => {
		const number = Number(value);
		if (!/^-?[0-9]+$/.test(value) || number < least || number > most)
			throw new Error(`Pass a whole number from ${least} to ${most}.`);
		return number;
	};

function perSecond(value: string): number {
	const number = Number(value.replace(/\/s$/, ""));
	if (!/^[0-9.]+(\/s)?$/.test(value) || !(number > 0))
		throw new Error("Pass a number above 0, of requests a second.");
	return number;
}

function token(value: string): string {
	if (!/^[!-~]+$/.test(value))
		throw new Error(
			"Pass a token of visible ASCII characters without spaces, since others cannot be sent.",
		);
	return value;
}

function names(value: string): readonly string[] {
	const list = value.split(",").map((name) => name.trim());
	if (!list.every((name) => /^[!-~]+$/.test(name)))
		throw new Error("Pass names joined by commas, like x-tenant,session_id.");
	return list;
}

const oneOf =
	(choices: readonly string[]) =>
	(value: string): string => {
		if (!choices.includes(value))
			throw new Error(`Allowed choices are ${choices.join(", ")}.`);
		return value;
	};

const chosen = (
	choices: readonly string[],
): Pick<ServeFlag, "choices" | "read"> => ({ choices, read: oneOf(choices) });

/** By name, without the dashes. */
export const SERVE_FLAGS: Readonly<Record<string, ServeFlag>> = {
	port: {
		member: "port",
		placeholder: "<number>",
		describe: "port to listen on; 0 for any free one",
		read: whole(0, 65_535),
	},
	host: {
		member: "host",
		placeholder: "<address>",
		describe: "address to listen on",
		read: text,
	},
	"base-path": {
		member: "basePath",
		placeholder: "<path>",
		describe: "what the paths of the service begin with, like /api",
		read: text,
	},
	dataset: {
		member: "dataset",
		placeholder: "<name>",
		describe: "data to start from: empty, default or large",
		read: text,
	},
	scenario: {
		member: "scenario",
		placeholder: "<name>",
		describe:
			"how to behave: normal, empty, unhealthy, slow, flaky, unauthorized, rate-limited or broken",
		read: text,
	},
	seed: {
		member: "seed",
		placeholder: "<number>",
		describe: "what data, ids and chance follow from",
		read: whole(-2_147_483_648, 2_147_483_647),
	},
	clock: {
		member: "clock",
		placeholder: "<time>",
		describe:
			'"system", or an RFC 3339 time to start at, going on 1 ms a write',
		read: text,
	},
	auth: {
		member: "auth",
		placeholder: "<kind>",
		describe: "credentials to ask for; any will do",
		...chosen(["none", "bearer", "api-key"]),
	},
	"rate-limit": {
		member: "rateLimit",
		placeholder: "<n/s>",
		describe: "requests a second that a session may send",
		read: perSecond,
	},
	journal: {
		member: "journal",
		placeholder: "<number>",
		describe: "how many exchanges to remember of each session",
		read: whole(0, 1_000_000),
	},
	redact: {
		member: "redact",
		placeholder: "<name,…>",
		describe:
			"headers and query parameters whose values are not told, beside those of credentials",
		read: names,
	},
	config: {
		member: "config",
		placeholder: "<file>",
		describe:
			"datasets, scenarios and handlers of your own; understudy.config.ts where there is one",
		read: text,
	},
	"control-token": {
		member: "controlToken",
		placeholder: "<token>",
		describe:
			"let whoever has it control the mock from other machines, and nobody else",
		read: token,
	},
	log: {
		member: "log",
		placeholder: "<format>",
		describe: "what to print",
		...chosen(LOG_FORMATS),
	},
};

/** What holds where neither flag nor configuration says anything. */
export const DEFAULT_FLAGS: ServeFlags = {
	port: 4010,
	host: "127.0.0.1",
	basePath: "",
	dataset: "default",
	scenario: "normal",
	seed: 1,
	clock: "system",
	auth: "none",
	journal: 1000,
	log: "pretty",
};

/** The flags as given, by member, each read as the table says. */
export type GivenFlags = Partial<ServeFlags>;

/**
 * Reads texts by the names of flags.
 * @throws Error with a sentence that names the flag and says what to pass
 */
export function readFlags(
	texts: Readonly<Record<string, string | undefined>>,
): GivenFlags {
	const given: Record<string, ReturnType<ServeFlag["read"]>> = {};
	for (const [name, { member, read, placeholder }] of Object.entries(
		SERVE_FLAGS,
	)) {
		const value = texts[name];
		if (value === undefined) continue;
		try {
			given[member] = read(value);
		} catch (error) {
			throw new Error(
				`option '--${name} ${placeholder}' argument '${value}' is invalid. ${errorMessage(error)}`,
				{ cause: error },
			);
		}
	}
	// The table's readers have just made them of these types.
	return given as GivenFlags;
}
