import { readFile } from "node:fs/promises";
import type { RecordedExchange } from "../../alignment/observe-traffic.ts";
import type { DocumentService } from "../../behaviors/create-service.ts";
import { listServerPaths } from "../../document/path-template.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { formatTarget, sentText } from "../../journal/to-journal-entry.ts";
import { commandLine } from "../../values/command-line.ts";
import { attempt, errorMessage } from "../../values/errors.ts";
import { HEADER_NAME, HEADER_VALUE } from "../../values/http.ts";
import {
	isObject,
	tryParseJson,
	withoutByteOrderMark,
} from "../../values/json.ts";
import { plural } from "../../values/plural.ts";
import {
	createRedactedNames,
	listQueryCredentials,
	listUrlCredentials,
	REDACTED,
	type RedactedNames,
	redactTarget,
} from "../../values/redact.ts";
import { findTarget } from "../../verification/operations.ts";
import { UsageError } from "../options/usage-error.ts";

/** The exchanges of a file that are about the service. */
export interface Traffic {
	readonly exchanges: readonly RecordedExchange[];
	/** The credentials of its exchanges, by name. */
	readonly credentials: readonly (readonly [name: string, value: string])[];
}

/** An entry of a file: its origin is empty in a journal, which has only the requests to one service. */
interface Entry {
	readonly origin: string;
	readonly target: string;
	readonly method: string;
	readonly status: number;
	readonly sent: Headers;
	readonly requestBody: string | undefined;
	readonly received: Headers;
	readonly responseBody: Buffer;
}

const listOf = (value: unknown): readonly unknown[] =>
	Array.isArray(value) ? value : [];

function readHarHeaders(list: unknown): Headers {
	const headers = new Headers();
	// Browsers join the values of several headers by line breaks.
	for (const { name, value } of listOf(list).map(Object))
		for (const line of `${value}`.split(/[\r\n]+/)) {
			const bytes = Buffer.from(line).toString("latin1");
			// Not the pseudo-headers of HTTP/2, which name what the other properties say, too.
			if (HEADER_NAME.test(name) && HEADER_VALUE.test(bytes))
				headers.append(name, bytes);
		}
	return headers;
}

/** Reads an entry of a HAR file; undefined if the file does not have its response as a whole. */
function readHarEntry(entry: unknown): Entry | undefined {
	const { request, response } = Object(entry);
	const { content, status, headers } = Object(response);
	const url = attempt(() => new URL(Object(request).url));
	const { text, encoding, size } = Object(content);
	const isLost = typeof text !== "string" && (text != null || size > 0);
	if (!url || isLost || !(Number(status) > 0)) return undefined;
	const { text: body } = Object(request.postData);
	return {
		...{ origin: url.origin, target: url.pathname + url.search },
		...{ method: String(request.method), status: Number(status) },
		...{ sent: readHarHeaders(request.headers) },
		...{ received: readHarHeaders(headers) },
		requestBody: typeof body === "string" ? body : undefined,
		responseBody: Buffer.from(
			text ?? "",
			encoding === "base64" ? "base64" : "utf8",
		),
	};
}

const isJournalEntry = (value: unknown): value is JournalEntry =>
	isObject(value) &&
	["method", "path"].every((name) => typeof value[name] === "string") &&
	["query", "request", "response"].every((name) => isObject(value[name]));

/** Reads an entry of a journal; undefined if the real service did not respond, or not as the journal shows it. */
function readJournalEntry(entry: unknown): Entry | undefined {
	if (!isJournalEntry(entry)) return undefined;
	const { method, status, forwarded, fault, unchecked } = entry;
	const { request, response } = entry;
	const isOwn = !forwarded || fault !== null || unchecked !== undefined;
	if (isOwn || status === 0 || response.truncated) return undefined;
	return {
		...{ origin: "", target: formatTarget(entry), method, status },
		...{ sent: new Headers(request.headers), requestBody: sentText(request) },
		received: new Headers(response.headers),
		responseBody: Buffer.from(sentText(response) ?? ""),
	};
}

/** Returns the entries of a HAR file or of a journal: as `requests --json` prints it, or with `--follow`. */
function readEntries(text: string): readonly (Entry | undefined)[] | undefined {
	const json = tryParseJson(text);
	const { log, requests } = Object(json);
	if (isObject(log)) return listOf(log.entries).map(readHarEntry);
	const lines = json === undefined ? text.trim().split("\n") : [];
	const all = json === undefined ? lines.map(tryParseJson) : (requests ?? json);
	return Array.isArray(all) && all.length > 0 && all.every(isJournalEntry)
		? all.map(readJournalEntry)
		: undefined;
}

/** Returns an exchange without its credentials. */
function toExchange(
	{ method, status, sent, requestBody, received, responseBody }: Entry,
	path: string,
	redacted: RedactedNames,
): RecordedExchange {
	const headers = [...sent].map(([name, value]) => [
		name,
		redacted.has(name) ? REDACTED : value,
	]);
	const shown = redactTarget(path, redacted);
	return {
		request: {
			...{ method, path: shown, headers: Object.fromEntries(headers) },
			...(requestBody !== undefined && { body: requestBody }),
		},
		response: {
			...{ status, headers: Object.fromEntries(received) },
			body: responseBody,
		},
		isRedacted: shown.includes(REDACTED),
	};
}

/**
 * Selects the entries that are about operations of a document, each with its path below the server of the document.
 * @param base the URL of the service; undefined for any service
 */
function selectEntries(
	all: readonly (Entry | undefined)[],
	{ parts, describe }: DocumentService,
	base?: URL,
) {
	const { operations } = describe();
	const prefixes = base ? [base.pathname] : listServerPaths(parts.root);
	return all.flatMap((entry) => {
		if (!entry || (base && ![base.origin, ""].includes(entry.origin)))
			return [];
		const { target, method } = entry;
		const inner = prefixes
			.map((each) => each.replace(/\/$/, ""))
			.filter((each) => target.startsWith(`${each}/`))
			.map((each) => target.slice(each.length));
		const path = [target, ...inner].find((each) =>
			operations.some(
				({ id }) => findTarget({ method, path: each }, operations) === id,
			),
		);
		return path === undefined ? [] : [{ entry, path }];
	});
}

function toTraffic(
	found: ReturnType<typeof selectEntries>,
	{ describe }: DocumentService,
): Traffic {
	const redacted = createRedactedNames(
		describe().operations.flatMap(({ security = [] }) =>
			security.flat().map(({ name }) => name),
		),
	);
	return {
		exchanges: found.map(({ entry, path }) =>
			toExchange(entry, path, redacted),
		),
		credentials: found.flatMap(({ entry: { sent, received, target } }) => [
			...[...sent].filter(([name]) => redacted.has(name)),
			...listQueryCredentials(target, redacted),
			...[...sent, ...received].flatMap(([, value]) =>
				listUrlCredentials(value, redacted),
			),
			...received
				.getSetCookie()
				.map((each) => ["cookie", each.split(";", 1).join()] as const),
		]),
	};
}

/** Returns the forwarded exchanges of a journal. */
export const recallJournal = (
	entries: readonly JournalEntry[],
	document: DocumentService,
): Traffic =>
	toTraffic(selectEntries(entries.map(readJournalEntry), document), document);

/**
 * Reads recorded traffic: the exchanges of the operations of a document.
 * @param baseUrl of the service; undefined if the file has requests to only one
 * @throws UsageError
 */
export async function readTraffic(
	file: string,
	document: DocumentService,
	baseUrl?: string,
): Promise<Traffic> {
	const text = await readFile(file, "utf8").catch((error) => {
		throw new UsageError(
			`Cannot read ${file}: ${errorMessage(error)}. Pass a file of recorded traffic with --traffic.`,
		);
	});
	const all = readEntries(withoutByteOrderMark(text));
	if (!all)
		throw new UsageError(
			`${file} is neither a HAR file nor the journal of a mock. Save one in the network view of a browser, or with \`${commandLine("requests --json")}\`.`,
		);
	const base = baseUrl === undefined ? undefined : new URL(baseUrl);
	const found = selectEntries(all, document, base);
	const [origin, ...others] = new Set(found.map(({ entry }) => entry.origin));
	if (origin === undefined)
		throw new UsageError(
			`Nothing was learnt: none of the ${plural(all.length, "exchange")} in ${file} is a response of the real service to an operation of the document. Record other traffic, or pass the base URL of the service.`,
		);
	if (others.length > 0)
		throw new UsageError(
			`${file} has requests to several services: ${[origin, ...others].join(", ")}. Pass the base URL of one of them.`,
		);
	return toTraffic(found, document);
}
