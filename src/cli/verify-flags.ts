import { InvalidArgumentError } from "commander";
import type { ReportFile } from "../verification/reports/write-reports.ts";

export const VERIFY_LOGS = ["pretty", "debug", "silent"] as const;
export type VerifyLog = (typeof VERIFY_LOGS)[number];

/** What `understudy verify` was asked for. */
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
	readonly log: VerifyLog;
}

type Header = readonly [name: string, value: string];

/** Lets an option be given more than once. */
export const collect =
	<T>(read: (value: string) => T) =>
	(value: string, earlier: readonly T[] = []): readonly T[] => [
		...earlier,
		read(value),
	];

/** RFC 9110, section 5: a name is a token, and a value has no control characters. */
const HEADER =
	/^(?<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(?<value>[\t\x20-\x7e\x80-\xff]*?)[ \t]*$/;

export function readHeader(line: string): Header {
	const { name, value } = HEADER.exec(line)?.groups ?? {};
	if (name === undefined || value === undefined)
		throw new InvalidArgumentError("Pass a header like 'Name: value'.");
	return [name.toLowerCase(), value];
}

/** Those of one name are sent as one. */
export function readHeaders(
	headers: readonly Header[],
): Readonly<Record<string, string>> {
	const joined = new Map<string, string>();
	for (const [name, value] of headers) {
		const earlier = joined.get(name);
		joined.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
	}
	return Object.fromEntries(joined);
}

export function readReport(value: string): ReportFile {
	const { format, file } =
		/^(?<format>[^=]*)=(?<file>.+)$/.exec(value)?.groups ?? {};
	if ((format !== "json" && format !== "junit") || file === undefined)
		throw new InvalidArgumentError("Pass json=<file> or junit=<file>.");
	return { format, file };
}
