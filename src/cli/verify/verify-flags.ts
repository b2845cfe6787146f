import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { MutateOptions } from "../../entries/verify.ts";
import type * as schemas from "../../schemas/generated/types.ts";
import { commandLine } from "../../values/command-line.ts";
import { errorMessage } from "../../values/errors.ts";
import {
	FILE_FORMATS,
	type ReportTarget,
} from "../../verification/verify-options.ts";
import {
	collect,
	type OptionReader,
	readHeader,
} from "../options/add-options.ts";
import { readText } from "../options/read-text.ts";
import { FlagValueError, UsageError } from "../options/usage-error.ts";

/** The flags that `understudy verify` and `understudy mutate` share. */
export type ServiceFlags = schemas.ServiceFlags & {
	readonly header?: readonly ReturnType<typeof readHeader>[];
};

export type VerifyFlags = schemas.VerifyFlags &
	ServiceFlags & {
		/** True if the option has no number. */
		readonly wait?: number | true;
		readonly report?: readonly ReportTarget[];
	};

export type AlignFlags = schemas.AlignFlags &
	ServiceFlags & {
		/** True if the option has no number. */
		readonly wait?: number | true;
		/** True to apply all proposals. */
		readonly apply?: "certain" | true;
		readonly report?: readonly AlignReportTarget[];
	};

export interface AlignReportTarget {
	readonly format: "json" | "markdown";
	readonly file: string;
}

export type MutateFlags = schemas.MutateFlags &
	ServiceFlags & {
		/** The path of the report. */
		readonly report?: string;
	};

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

function readReport(value: string): ReportTarget {
	if (value === "github") return { format: "github" };
	const { format, file } =
		/^(?<format>[^=]*)=(?<file>.+)$/.exec(value)?.groups ?? {};
	const known = FILE_FORMATS.find((each) => each === format);
	if (known === undefined || file === undefined)
		throw new FlagValueError(
			`Pass ${FILE_FORMATS.map((each) => `${each}=<file>`).join(", ")} or github.`,
		);
	return { format: known, file };
}

function readAlignReport(value: string): AlignReportTarget {
	const [, format, file] = /^(json|markdown)=(.+)$/.exec(value) ?? [];
	if (file === undefined)
		throw new FlagValueError("Pass json=<file> or markdown=<file>.");
	return { format: format === "json" ? "json" : "markdown", file };
}

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

type OptionReaders = Readonly<Record<string, OptionReader>>;

/** Readers for the options that describe access to a service. */
export const ACCESS_READERS: OptionReaders = {
	header: collect(readHeader),
	ca,
};

/** Readers for the shared flags that are neither numbers nor texts. */
export const SERVICE_READERS: OptionReaders = {
	...ACCESS_READERS,
	only: collect(String),
};

export const VERIFY_READERS: OptionReaders = {
	...SERVICE_READERS,
	pact: collect(String),
	wait,
	report: collect(readReport),
};

export const ALIGN_READERS: OptionReaders = {
	...SERVICE_READERS,
	wait,
	apply,
	report: collect(readAlignReport),
};

/** Returns the options that the shared flags set. Values of repeated headers are joined. */
export const readServiceOptions = (flags: ServiceFlags): MutateOptions => ({
	headers: Object.fromEntries(new Headers([...(flags.header ?? [])])),
	ca: flags.ca,
	allowWrites: flags.allowWrites,
	only: flags.only,
	timeoutMs: flags.timeout,
	deadlineS: flags.deadline,
});

/** Returns the error about `--record` without a ledger. */
export const missingLedger = (): UsageError =>
	new UsageError(
		`There is no ledger to record in. Write one with \`${commandLine("ledger init")}\`, or pass one with --ledger.`,
	);
