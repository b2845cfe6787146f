import pc from "picocolors";
import type { Control } from "../../control/control.ts";
import type {
	RequestsFilter,
	RequestsPage,
} from "../../control/journal-control.ts";
import type { JournalEntry, JournalFilter } from "../../journal/entry.ts";
import { matchesEntry } from "../../journal/matches-entry.ts";
import {
	describeRejection,
	formatTarget,
} from "../../journal/to-journal-entry.ts";
import type { RequestsFlags } from "../../schemas/generated/types.ts";
import { plain } from "../../values/plain.ts";
import { plural } from "../../values/plural.ts";
import type {
	CommandActions,
	OptionReaders,
} from "../options/create-command.ts";
import { parseJson } from "../options/read-json.ts";
import { FlagValueError } from "../options/usage-error.ts";
import {
	type Columns,
	formatRows,
	formatTable,
	toRow,
} from "../terminal/columns.ts";
import { statusCell } from "../terminal/layout.ts";
import { type ControlContext, changeMock, onMock } from "./control-command.ts";

const COLUMNS: Columns<JournalEntry> = {
	TIME: ({ at }) => ({
		text: new Date(at).toLocaleTimeString("en-GB", { hour12: false }),
		paint: pc.dim,
	}),
	SESSION: ({ session }) => session,
	METHOD: ({ method }) => method,
	PATH: formatTarget,
	STATUS: ({ status }) => statusCell(status),
	MS: ({ durationMs }) => durationMs.toFixed(1),
	OPERATION: ({ operation }) => operation ?? "-",
	FAULT: ({ fault }) => fault ?? "",
};

/** The minimum column widths, which align most lines that are printed one at a time. */
const MIN_WIDTHS = [8, 10, 6, 30, 6, 6, 14];

/** Returns the lines that explain an entry. */
function explain(entry: JournalEntry): string[] {
	const { status, reason, response, nearest = [], violations = [] } = entry;
	const why = describeRejection(status, reason, () => response.body);
	return [
		// The nearest operations say more.
		...(why !== "" && nearest.length === 0
			? [pc.yellow(plain(`          rejected: ${why}`))]
			: []),
		...nearest.map(({ operation, why }) =>
			pc.dim(`          close to ${operation}, but ${why}`),
		),
		...violations.map(({ message }) =>
			pc.yellow(plain(`          violates ${message}`)),
		),
	];
}

/** Returns the number of requests that a list or a count may lack. */
const formatDropped = ({ dropped }: Pick<RequestsPage, "dropped">): string[] =>
	dropped === 0
		? []
		: [`The journal has dropped ${plural(dropped, "older request")}.`];

function formatRequests(page: RequestsPage): string[] {
	const { requests, total } = page;
	const dropped = formatDropped(page);
	if (total === 0) return [["No requests found.", ...dropped].join(" ")];
	const table = formatTable(COLUMNS, requests);
	const lines = table.flatMap((line, index) => {
		// The first line of the table contains the names of the columns.
		const entry = requests[index - 1];
		return entry ? [line, ...explain(entry)] : [line];
	});
	if (total > requests.length || dropped.length > 0)
		lines.push([`${requests.length} of ${total}.`, ...dropped].join(" "));
	return lines;
}

type Query = NonNullable<RequestsFilter["query"]>;

/** Adds `name=value` to a query. If a name is repeated, a request must have the same values in the same order. */
function addParameter(text: string, earlier: unknown): Query {
	const query: Query = { ...Object(earlier) };
	const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
	if (name === undefined)
		throw new FlagValueError("Pass a parameter like limit=5.");
	const isRepeated = Object.hasOwn(query, name);
	return { ...query, [name]: isRepeated ? [query[name], value].flat() : value };
}

/** Reads the properties that are neither numbers nor strings. */
const READERS: OptionReaders = {
	query: addParameter,
	headers: addParameter,
	body: (text) => parseJson(text, "--body"),
};

type Flags = RequestsFlags & { readonly json?: boolean };

/** Returns the filter that the options of a command describe. */
function readFilter(flags: RequestsFilter): JournalFilter {
	const { operation, method, path, status, violations } = flags;
	const { query, headers, body } = flags;
	return { operation, method, path, status, query, headers, body, violations };
}

/** Filters in this process, because the control API cannot filter unmatched requests. */
async function readUnmatched(
	control: Control,
	{ limit, before = "Infinity", ...filter }: RequestsFilter,
): Promise<RequestsPage> {
	const all = await control.unmatchedRequests();
	const requests = all.filter(
		(entry) => Number(entry.id) < Number(before) && matchesEntry(entry, filter),
	);
	const { dropped } = await control.requests({ limit: 0 });
	return {
		requests: requests.slice(0, limit),
		total: requests.length,
		dropped,
	};
}

/**
 * Prints the earlier requests, the oldest first, and then each request as it arrives. Ends with Ctrl+C, when standard
 * output is closed, or when the mock stops.
 */
async function followRequests(
	{ control, cancel, flags }: ControlContext<Flags>,
	readEarlier: () => Promise<RequestsPage>,
): Promise<void> {
	const { signal } = cancel;
	const { unmatched, json, ...filter } = flags;
	const stop = (): void => cancel.abort();
	const print = (entry: JournalEntry): void => {
		const lines = json
			? [JSON.stringify(entry)]
			: [...formatRows([toRow(COLUMNS, entry)], MIN_WIDTHS), ...explain(entry)];
		for (const line of lines) console.log(line);
	};
	process.once("SIGINT", stop);
	process.stdout.once("error", stop);
	try {
		// Subscribe first. A request that arrives while the earlier ones are read occurs in both, but is printed once.
		const events = await control.events(signal);
		const { requests } = await readEarlier();
		const printed = new Set(requests.map(({ id }) => id));
		for (const entry of requests.toReversed()) print(entry);
		for await (const entry of events) {
			if (printed.has(entry.id) || (unmatched && entry.matched)) continue;
			if (matchesEntry(entry, filter)) print(entry);
		}
	} catch (error) {
		if (!signal.aborted) throw error;
	} finally {
		process.off("SIGINT", stop);
	}
}

export const REQUEST_COMMANDS: CommandActions = {
	"requests list": onMock<Flags>(
		async (context) => {
			const { control, flags } = context;
			const { limit, before, unmatched, follow } = flags;
			const filter = { ...readFilter(flags), limit, before };
			const read = () =>
				unmatched ? readUnmatched(control, filter) : control.requests(filter);
			if (follow) {
				await followRequests(context, read);
				return {};
			}
			const page = await read();
			return { json: page, lines: formatRequests(page) };
		},
		{ readers: READERS },
	),
	"requests count": onMock<Flags>(
		async ({ control, flags }) => {
			const page = await control.requests({ ...readFilter(flags), limit: 0 });
			const { total: count, dropped } = page;
			if (!flags.json)
				for (const line of formatDropped(page)) console.error(line);
			return { json: { count, dropped }, lines: [`${count}`] };
		},
		{ readers: READERS },
	),
	"requests clear": changeMock(
		(control) => control.clearRequests(),
		() => "Deleted all requests from the journal.",
	),
};
