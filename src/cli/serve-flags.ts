import type { ConfiguredFlags } from "../config.ts";
import { FlagValueError } from "./usage-error.ts";
import { wholeNumber } from "./whole-number.ts";

interface FlagValues extends Required<ConfiguredFlags> {
	readonly config: string;
	readonly ledger: string;
}

export type FlagName = keyof FlagValues;

/** Flags from the command line or a configuration. */
export type GivenFlags = { -readonly [Name in FlagName]?: FlagValues[Name] };

type OptionalFlag =
	| "rateLimit"
	| "redact"
	| "controlToken"
	| "config"
	| "ledger";

export type ServeFlags = Required<Omit<GivenFlags, OptionalFlag>> &
	Pick<GivenFlags, OptionalFlag>;

interface ServeFlag<Value> {
	readonly placeholder: string;
	readonly description: string;
	/** @throws FlagValueError with a message that says what to pass */
	read(text: string): Value;
}

const textLike =
	(pattern: RegExp, remedy: string) =>
	(text: string): string => {
		if (!pattern.test(text)) throw new FlagValueError(remedy);
		return text;
	};

function readRate(text: string): number {
	const number = Number(text.replace(/\/s$/, ""));
	if (!/^[0-9.]+(\/s)?$/.test(text) || !(number > 0))
		throw new FlagValueError("Pass a number of requests per second, above 0.");
	return number;
}

function readNames(text: string): readonly string[] {
	const names = text === "" ? [] : text.split(",").map((name) => name.trim());
	if (!names.every((name) => /^[!-~]+$/.test(name)))
		throw new FlagValueError(
			"Pass names separated by commas, like x-tenant,session_id.",
		);
	return names;
}

const oneOf =
	<Choice extends string>(...choices: readonly Choice[]) =>
	(text: string): Choice => {
		const chosen = choices.find((choice) => choice === text);
		if (chosen === undefined)
			throw new FlagValueError(`Allowed choices are ${choices.join(", ")}.`);
		return chosen;
	};

const textFlag = (
	placeholder: string,
	description: string,
): ServeFlag<string> => ({
	placeholder,
	description,
	read: (text) => text,
});

/** The flags of `serve`, by the property of a configuration that sets their default. */
export const SERVE_FLAGS: {
	readonly [Name in FlagName]: ServeFlag<FlagValues[Name]>;
} = {
	port: {
		placeholder: "<number>",
		description: "port to listen on; 0 picks a free port",
		read: wholeNumber(0, 65_535),
	},
	host: {
		placeholder: "<address>",
		description: "address to listen on",
		// Node listens on all addresses if the host is empty.
		read: textLike(/./, "Pass an address, like 127.0.0.1 or 0.0.0.0."),
	},
	basePath: textFlag("<path>", "prefix of all paths of the service, like /api"),
	dataset: textFlag("<name>", "initial data: empty, default or large"),
	scenario: textFlag(
		"<name>",
		"initial scenario: normal, empty, unhealthy, slow, flaky, unauthorized, rate-limited or broken",
	),
	seed: {
		placeholder: "<number>",
		description: "seed of the generated data, ids and random numbers",
		read: wholeNumber(-2_147_483_648, 2_147_483_647),
	},
	clock: textFlag(
		"<time>",
		'"system", or an RFC 3339 time to start at, which advances by 1 ms per write',
	),
	auth: {
		placeholder: "<kind>",
		description:
			"credentials to require, with any value: none, bearer or api-key",
		read: oneOf("none", "bearer", "api-key"),
	},
	rateLimit: {
		placeholder: "<n/s>",
		description: "requests per second that each session may send",
		read: readRate,
	},
	journal: {
		placeholder: "<number>",
		description: "how many requests to keep in the journal of each session",
		read: wholeNumber(0, 1_000_000),
	},
	redact: {
		placeholder: "<name,…>",
		description:
			"headers and query parameters to redact, in addition to credentials",
		read: readNames,
	},
	config: textFlag(
		"<file>",
		"file with your own datasets, scenarios and handlers (default: understudy.config.ts, if it exists)",
	),
	ledger: textFlag(
		"<file>",
		"file with the statuses of the assumptions (default: understudy.assumptions.yaml, if it exists)",
	),
	controlToken: {
		placeholder: "<token>",
		description: "lets other machines control the mock if they send this token",
		read: textLike(
			/^[!-~]+$/,
			"Pass a token of visible ASCII characters without spaces, because HTTP headers allow no others.",
		),
	},
	log: {
		placeholder: "<format>",
		description: "output format: pretty, json or silent",
		read: oneOf("pretty", "json", "silent"),
	},
};

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

export const FLAG_NAMES: readonly FlagName[] = Object.keys(SERVE_FLAGS).filter(
	(name): name is FlagName => Object.hasOwn(SERVE_FLAGS, name),
);

/** Returns the name on the command line: `base-path` for `basePath`. */
export const toKebabCase = (name: FlagName): string =>
	name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Sets a flag to the value that the text means.
 * @throws FlagValueError with a message that says what to pass
 */
export function setFlag<Name extends FlagName>(
	flags: GivenFlags,
	name: Name,
	text: string,
): void {
	flags[name] = SERVE_FLAGS[name].read(text);
}
