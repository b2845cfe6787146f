import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { errorMessage } from "../values/errors.ts";
import { VerificationError } from "../verification/errors.ts";
import { FILE_FORMATS } from "../verification/verify-options.ts";
import {
	type CommandAction,
	type CommandActions,
	collect,
	type OptionReader,
	type OptionReaders,
} from "./options/create-command.ts";
import { readHeader, readText } from "./options/read-text.ts";
import { FlagValueError, UsageError } from "./options/usage-error.ts";
import type {
	AlignFlags,
	CompareFlags,
	MutateFlags,
	VerifyFlags,
} from "./verify/verify-flags.ts";

/** Reads a certificate as PEM text. */
function ca(file: string): string {
	try {
		const text = readFileSync(file, "utf8");
		void new X509Certificate(text);
		return text;
	} catch (error) {
		throw new FlagValueError(
			`Cannot read a certificate: ${errorMessage(error)}. Pass a PEM file that begins with -----BEGIN CERTIFICATE-----.`,
		);
	}
}

const CHOICES = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** Creates the reader of `--report <format>=<file>`. The format `github` takes no file. */
const createReportReader =
	(...formats: readonly string[]): OptionReader =>
	(value) => {
		const [, format = "", file] = /^([^=]*)=(.+)$/.exec(value) ?? [
			value,
			value,
		];
		const isKnown = formats.includes(format);
		if (isKnown && (file === undefined) === (format === "github"))
			return { format, file };
		const choices = formats.map((each) =>
			each === "github" ? each : `${each}=<file>`,
		);
		throw new FlagValueError(`Pass ${CHOICES.format(choices)}.`);
	};

function apply(value: string): "certain" {
	if (value !== "certain")
		throw new FlagValueError(
			"Pass --apply certain, or --apply without a word for all proposals. Put the base URL first: align <base-url> --apply",
		);
	return value;
}

function wait(value: string): unknown {
	if (/^https?:/i.test(value))
		throw new FlagValueError(
			"--wait takes the word after it as its number. Put the base URL first: verify <base-url> --wait",
		);
	return readText(value, { type: "integer", minimum: 1, maximum: 86_400 });
}

/** Readers for the options that describe access to a service. */
const ACCESS_READERS: OptionReaders = { header: collect(readHeader), ca };

/** Readers for the shared flags that are neither numbers nor texts. */
const SERVICE_READERS: OptionReaders = {
	...ACCESS_READERS,
	only: collect(String),
	wait,
};

/**
 * Creates a command that judges a real service. The errors that explain why it could not be judged are errors of
 * usage.
 * @param judge returns the exit code
 */
const onService = <Flags extends object>(
	readers: OptionReaders,
	judge: (flags: Flags, baseUrl: string) => Promise<number>,
): CommandAction<Flags> => ({
	readers,
	async run(flags, baseUrl = "") {
		process.exitCode = await judge(flags, baseUrl).catch((error) => {
			throw error instanceof VerificationError
				? new UsageError(error.message, { cause: error })
				: error;
		});
	},
});

// What the commands run is imported when it is needed, because it is slow to load.

export const SERVICE_COMMANDS: CommandActions = {
	verify: onService<VerifyFlags>(
		{
			...SERVICE_READERS,
			pact: collect(String),
			report: collect(createReportReader(...FILE_FORMATS, "github")),
		},
		async (flags, baseUrl) => {
			const { runVerification } = await import("./verify/run-verification.ts");
			return runVerification(baseUrl, flags);
		},
	),
	compare: onService<CompareFlags>(
		{
			...ACCESS_READERS,
			report: collect(createReportReader("json", "markdown", "github")),
		},
		async (flags, baseUrl) => {
			const { runCompare } = await import("./compare/run-compare.ts");
			return runCompare(baseUrl, flags);
		},
	),
	align: onService<AlignFlags>(
		{
			...SERVICE_READERS,
			apply,
			report: collect(createReportReader("json", "markdown")),
		},
		async (flags, baseUrl) => {
			const { runAlignment } = await import("./align/run-alignment.ts");
			return runAlignment(baseUrl || undefined, flags);
		},
	),
	mutate: onService<MutateFlags>(
		{ ...SERVICE_READERS, report: createReportReader("json") },
		async (flags, baseUrl) => {
			const { runMutation } = await import("./run-mutation.ts");
			return runMutation(baseUrl, flags);
		},
	),
};
