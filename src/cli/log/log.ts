import type { ServedExchange } from "../../adapters/http/serve.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import type { StateChange } from "../../engine/follow-service.ts";
import type {
	LedgerEntry,
	OperationModel,
} from "../../engine/model/service.ts";
import type { JournalRecord, Violation } from "../../journal/entry.ts";
import type { MockDocument } from "../../service/load-document.ts";
import type { Origin } from "../../store/store.ts";
import { tryParseJson } from "../../values/json.ts";
import { describeProblem } from "../../values/validation.ts";
import type { ServeFlags } from "../options/serve-flags.ts";

/** What a server says about itself when it is ready. */
export interface ServerInfo {
	readonly url: string;
	readonly flags: ServeFlags;
	/** Undefined for that of the package. */
	readonly document:
		| Pick<MockDocument, "document" | "file" | "plans" | "refused">
		| undefined;
	readonly operations: readonly OperationModel[];
	readonly ledger: readonly LedgerEntry[];
	/** The file that has the statuses of the ledger; undefined for those of the package. */
	readonly ledgerFile: string | undefined;
	/** What sessions start from. */
	readonly start: Origin;
	/** The flags that a file with sessions overrules. */
	readonly ignoredFlags: readonly string[];
	/** The headers of forwarding that the file does not keep, by session. */
	readonly lostHeaders: Readonly<Record<string, readonly string[]>>;
	/** The operations that settings of forwarding in a file name and the document lacks, by session. */
	readonly unknownOperations: StateChange["unknownOperations"];
	readonly config: Pick<LoadedConfig, "file" | "flags" | "names"> | undefined;
}

/** Prints what happens in the server, in one of the formats of `--log`. */
export interface Log {
	ready?(server: ServerInfo): void;
	exchange?(exchange: LoggedExchange): void;
	error(error: unknown): void;
	/**
	 * @param needsRestart whether flags have changed, which only apply at start
	 * @param isOther whether the document has changed, which is logged by itself
	 */
	configLoaded?(file: string, needsRestart: boolean, isOther: boolean): void;
	/** @param document undefined for that of the package */
	documentLoaded?(
		document: Pick<MockDocument, "file" | "plans" | "refused"> | undefined,
		change: StateChange,
	): void;
	/** Says why the files of the server changed and nothing else did. */
	reloadRejected(reason: string): void;
	/** @param uncaught the number of uncaught errors */
	stopped?(uncaught: number): void;
}

/** Says at the end that errors were logged. */
export const describeUncaught = (count: number): string =>
	`Uncaught errors while the mock ran: ${count}. The log above has each of them; fix the code that its stack names.`;

/** Says which operations the forwarding of each session names and the document lacks. */
export const describeUnknownOperations = (
	unknown: StateChange["unknownOperations"],
): string[] =>
	Object.entries(unknown).map(
		([session, ids]) =>
			`The forwarding of session ${session} names unknown operations: ${ids.join(", ")}.`,
	);

/** The names of errors whose message says what to do, so that a stack does not help. */
const WITHOUT_STACK = ["StoreFullError"];

export const formatError = (error: unknown): string => {
	if (!(error instanceof Error)) return String(error);
	const { name, stack, message } = error;
	return WITHOUT_STACK.includes(name) ? message : (stack ?? message);
};

/** Lines wait at most this long to be written. */
const MAX_WAIT_MS = 4;

/** If more text than this waits for the reader of the output, later lines are dropped. */
const MAX_WAITING_LENGTH = 1024 * 1024;

type DescribeDropped = (lines: number) => string;
let describeDropped: DescribeDropped = (lines) =>
	`${lines} line${lines === 1 ? " was" : "s were"} dropped here, because the output was not read.`;

/** Sets how to format the line that replaces dropped lines and says how many they are. */
export function onDropped(describe: DescribeDropped): void {
	describeDropped = describe;
}

/** Creates the function that writes lines to the stream, unless too many already wait for its reader. */
function createWriter(
	stream: NodeJS.WriteStream,
): (lines: readonly string[]) => void {
	let dropped = 0;
	function reportDropped(): void {
		stream.write(`${describeDropped(dropped)}\n`);
		dropped = 0;
	}
	return (lines) => {
		if (dropped === 0 && stream.writableLength < MAX_WAITING_LENGTH) {
			stream.write(`${lines.join("\n")}\n`);
			return;
		}
		if (dropped === 0) stream.once("drain", reportDropped);
		dropped += lines.length;
	};
}

const write = createWriter(process.stdout);
const writeError = createWriter(process.stderr);

let lines: string[] = [];
let timer: NodeJS.Timeout | undefined;

function flush(): void {
	clearTimeout(timer);
	timer = undefined;
	if (lines.length === 0) return;
	write(lines);
	lines = [];
}

process.once("exit", flush);

/** Prints the line within a few milliseconds, together with others: each write waits for the terminal. */
export function printSoon(line: string): void {
	timer ??= setTimeout(flush, MAX_WAIT_MS).unref();
	lines.push(line);
}

/** Prints the line at once, after all lines that still wait. */
export function printNow(line: string): void {
	lines.push(line);
	flush();
}

/** Prints the line to standard error. */
export const printError = (line: string): void => writeError([line]);

/** One request and the result, as the log shows them. The mock knows more about it than the server or the control API. */
export interface LoggedExchange
	extends ServedExchange,
		Partial<Pick<JournalRecord, "session" | "operation" | "nearest">> {
	/** The kinds of the faults that applied. */
	readonly fault?: string | undefined;
	/** The preferences of the request that were applied. */
	readonly prefer?: string | undefined;
	/** Whether the real service responded. */
	readonly forwarded?: true | undefined;
	/** Where the exchange violates the OpenAPI document. */
	readonly violations?: readonly Violation[] | undefined;
}

/** Returns the sentence of a problem, or its invalid places: `/steps is required`. */
function readReason({ status, reason, responseBody = "" }: JournalRecord) {
	if (status < 400 || status >= 500) return undefined;
	if (reason !== undefined) return reason;
	return describeProblem(tryParseJson(responseBody)) || undefined;
}

/** Returns what the log shows of an exchange with the mock, in the order of the properties in JSON. */
export const toLoggedExchange = (record: JournalRecord): LoggedExchange => ({
	responder: "mock",
	method: record.method,
	path: record.target,
	status: record.status,
	durationMs: record.durationMs,
	session: record.session,
	operation: record.operation,
	fault: record.fault ?? undefined,
	prefer: record.responseHeaders["preference-applied"],
	reason: readReason(record),
	nearest: record.nearest,
	forwarded: record.forward && !record.forward.isOwn ? true : undefined,
	violations: record.forward?.violations,
});
