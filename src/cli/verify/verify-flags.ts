import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Command, InvalidArgumentError } from "commander";
import type { VerifyOptions } from "../../entries/verify.ts";
import { errorMessage } from "../../values/errors.ts";
import {
	FILE_FORMATS,
	type ReportTarget,
} from "../../verification/verify-options.ts";
import { wholeNumber } from "../options/read-text.ts";

type Header = [name: string, value: string];

/** The flags that `understudy verify` and `understudy mutate` share. */
export interface ServiceFlags {
	readonly header?: readonly Header[];
	/** PEM text. */
	readonly ca?: string;
	readonly allowWrites: boolean;
	readonly only?: readonly string[];
	readonly timeout: number;
	readonly deadline: number;
}

/** The flags of `understudy verify`. */
export interface VerifyFlags
	extends ServiceFlags,
		Pick<VerifyOptions, "states" | "strict" | "ledger"> {
	readonly pact?: readonly string[];
	readonly examples?: string;
	/** The file of the test kit's reporter. */
	readonly used?: string;
	readonly record: boolean;
	readonly allowMock: boolean;
	readonly verbose: boolean;
	/** True if no number is given. */
	readonly wait?: number | true;
	readonly providerVersion?: string;
	readonly report?: readonly ReportTarget[];
	readonly log: "pretty" | "debug" | "silent";
}

/** Makes an option repeatable: the values become an array. */
export const collect =
	<T>(read: (value: string) => T) =>
	(value: string, earlier: readonly T[] = []): readonly T[] => [
		...earlier,
		read(value),
	];

/** RFC 9110 section 5: a name is a token, and a value has no control characters. */
const HEADER =
	/^(?<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(?<value>[\t\x20-\x7e\x80-\xff]*?)[ \t]*$/;

export function readHeader(line: string): Header {
	const { name, value } = HEADER.exec(line)?.groups ?? {};
	if (name === undefined || value === undefined)
		throw new InvalidArgumentError("Pass a header as 'Name: value'.");
	return [name.toLowerCase(), value];
}

function readCa(file: string): string {
	try {
		const text = readFileSync(file, "utf8");
		void new X509Certificate(text);
		return text;
	} catch (error) {
		throw new InvalidArgumentError(
			`Cannot read a certificate: ${errorMessage(error)}. Pass a PEM file that begins with -----BEGIN CERTIFICATE-----.`,
		);
	}
}

export function readReport(value: string): ReportTarget {
	if (value === "github") return { format: "github" };
	const { format, file } =
		/^(?<format>[^=]*)=(?<file>.+)$/.exec(value)?.groups ?? {};
	const known = FILE_FORMATS.find((each) => each === format);
	if (known === undefined || file === undefined)
		throw new InvalidArgumentError(
			`Pass ${FILE_FORMATS.map((each) => `${each}=<file>`).join(", ")} or github.`,
		);
	return { format: known, file };
}

/** Adds the base URL and the shared flags to a command. */
export const addServiceFlags = (command: Command, deadlineS: number): Command =>
	command
		.argument("<base-url>", "the base URL of the service")
		.option(
			"--header <line>",
			"send 'Name: value' with every request; repeatable",
			collect(readHeader),
		)
		.option(
			"--ca <file>",
			"PEM file of a certificate to trust, such as a self-signed one",
			readCa,
		)
		.option(
			"--allow-writes",
			"allow a service on another machine, although commands are submitted there",
			false,
		)
		.option(
			"--only <operationId>",
			"check only the responses of this operation; repeatable",
			collect(String),
		)
		.option(
			"--timeout <ms>",
			"limit for one exchange, including the body",
			wholeNumber(1, 3_600_000),
			10_000,
		)
		.option(
			"--deadline <s>",
			"limit for the whole run",
			wholeNumber(1, 86_400),
			deadlineS,
		);
