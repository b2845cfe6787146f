import type { ServedExchange } from "../../adapters/http/serve.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import type { StateChange } from "../../engine/follow-service.ts";
import type {
	LedgerEntry,
	OperationModel,
} from "../../engine/model/service.ts";
import type { JournalRecord, Violation } from "../../journal/entry.ts";
import { describeRejection } from "../../journal/to-journal-entry.ts";
import type { MockDocument } from "../../service/load-document.ts";
import type { Origin } from "../../store/store.ts";
import { tryParseJson } from "../../values/json.ts";
import type { ServeFlags } from "../options/serve-flags.ts";

/** The information about a server that is ready. */
export interface ServerInfo {
	readonly url: string;
	readonly flags: ServeFlags;
	/** Undefined for the document of the package. */
	readonly document:
		| Pick<MockDocument, "document" | "file" | "plans" | "refused">
		| undefined;
	readonly operations: readonly OperationModel[];
	readonly ledger: readonly LedgerEntry[];
	/** The file that contains the statuses of the ledger; undefined for the statuses in the package. */
	readonly ledgerFile: string | undefined;
	/** The dataset, seed and time that sessions start with. */
	readonly start: Origin;
	/** The flags that have no effect, because a file with sessions overrules them. */
	readonly ignoredFlags: readonly string[];
	/** By session, the headers of forwarding whose values the file does not contain. */
	readonly lostHeaders: Readonly<Record<string, readonly string[]>>;
	/** By session, the operations in settings of forwarding that the document lacks. */
	readonly unknownOperations: StateChange["unknownOperations"];
	readonly config: Pick<LoadedConfig, "file" | "flags"> | undefined;
}

/** Prints the events of the server, in a format of `--log`. */
export interface Log {
	ready?(server: ServerInfo): void;
	exchange?(exchange: LoggedExchange): void;
	error(error: unknown): void;
	/**
	 * @param needsRestart whether flags have changed, which apply only after a restart
	 * @param isOther whether the document has changed. This is logged separately.
	 */
	configLoaded?(file: string, needsRestart: boolean, isOther: boolean): void;
	/** @param document undefined for the document of the package */
	documentLoaded?(
		document: Pick<MockDocument, "file" | "plans" | "refused"> | undefined,
		change: StateChange,
	): void;
	/** Logs why a change of files was rejected. */
	reloadRejected(reason: string): void;
	/** @param uncaught the number of uncaught errors */
	stopped?(uncaught: number): void;
}

/** Returns a sentence about uncaught errors, for the end of the log. */
export const describeUncaught = (count: number): string =>
	`Uncaught errors while the mock ran: ${count}. The log above has each of them; fix the code that its stack names.`;

/** Returns a sentence for each session with forwarded operations that the document lacks. */
export const describeUnknownOperations = (
	unknown: StateChange["unknownOperations"],
): string[] =>
	Object.entries(unknown).map(
		([session, ids]) =>
			`The forwarding of session ${session} names unknown operations: ${ids.join(", ")}.`,
	);

/** The names of errors whose message contains the remedy, so that the stack is not logged. */
const WITHOUT_STACK = ["StoreFullError"];

export const formatError = (error: unknown): string => {
	if (!(error instanceof Error)) return String(error);
	const { name, stack, message } = error;
	return WITHOUT_STACK.includes(name) ? message : (stack ?? message);
};

/** The maximum time before a line is written, in milliseconds. */
const MAX_WAIT_MS = 4;

/** The maximum length of text that waits for a slow reader of the output. Later lines are dropped. */
const MAX_WAITING_LENGTH = 1024 * 1024;

type DescribeDropped = (lines: number) => string;
let describeDropped: DescribeDropped = (lines) =>
	`${lines} line${lines === 1 ? " was" : "s were"} dropped here, because the output was not read.`;

/** Sets the format of the line that reports how many lines were dropped. */
export function onDropped(describe: DescribeDropped): void {
	describeDropped = describe;
}

/** Creates the function that writes lines to the stream. It drops a line if too many lines wait for the reader. */
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

/**
 * Prints the line within a few milliseconds, together with other lines, because each write waits for the terminal.
 */
export function printSoon(line: string): void {
	timer ??= setTimeout(flush, MAX_WAIT_MS).unref();
	lines.push(line);
}

/** Prints the line at once, after all waiting lines. */
export function printNow(line: string): void {
	lines.push(line);
	flush();
}

/** Prints the line to standard error. */
export const printError = (line: string): void => writeError([line]);

/** A request and its result in the log. The server and the control API know less about it than the mock. */
export interface LoggedExchange
	extends ServedExchange,
		Partial<Pick<JournalRecord, "session" | "operation" | "nearest">> {
	/** The kinds of the faults that applied. */
	readonly fault?: string | undefined;
	/** The preferences of the request that were applied. */
	readonly prefer?: string | undefined;
	/** Whether the real service responded. */
	readonly forwarded?: true | undefined;
	/** The violations of the OpenAPI document. */
	readonly violations?: readonly Violation[] | undefined;
	/** Why the exchange was not checked. */
	readonly unchecked?: string | undefined;
}

/** Returns the parts of an exchange for the log, in the order of the JSON properties. */
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
	reason:
		describeRejection(record.status, record.reason, () =>
			tryParseJson(record.responseBody ?? ""),
		) || undefined,
	nearest: record.nearest,
	forwarded: record.forward && !record.forward.isOwn ? true : undefined,
	violations: record.forward?.violations,
	unchecked: record.forward?.unchecked,
});
