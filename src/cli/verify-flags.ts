import { InvalidArgumentError } from "commander";
import type { ReportFile } from "../verification/reports/write-reports.ts";

export const VERIFY_LOGS = ["pretty", "debug", "silent"] as const;

/** The flags of `understudy verify`. */
export interface VerifyFlags {
	readonly pact?: readonly string[];
	readonly header?: readonly Header[];
	readonly examples?: string;
	readonly allowWrites: boolean;
	readonly states?: string;
	readonly strict: boolean;
	readonly only?: readonly string[];
	readonly record: boolean;
	readonly ledger?: string;
	readonly providerVersion?: string;
	readonly report?: readonly ReportFile[];
	readonly timeout: number;
	readonly deadline: number;
	readonly log: (typeof VERIFY_LOGS)[number];
}

type Header = [name: string, value: string];

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

/** Joins the values of repeated headers. */
export const readHeaders = (
	headers: readonly Header[],
): Readonly<Record<string, string>> =>
	Object.fromEntries(new Headers([...headers]));

export function readReport(value: string): ReportFile {
	const { format, file } =
		/^(?<format>[^=]*)=(?<file>.+)$/.exec(value)?.groups ?? {};
	if ((format !== "json" && format !== "junit") || file === undefined)
		throw new InvalidArgumentError("Pass json=<file> or junit=<file>.");
	return { format, file };
}
