import { Command } from "commander";
import type { Control } from "../../control/control.ts";
import type {
	RequestsFilter,
	RequestsPage,
} from "../../control/journal-control.ts";
import type { JournalEntry, JournalFilter } from "../../journal/entry.ts";
import { matchesEntry } from "../../journal/matches-entry.ts";
import { filterSchemas } from "../../schemas/generated/words.ts";
import { formatExamples } from "../options/format-examples.ts";
import { optionReader } from "../options/read-text.ts";
import {
	addSchemaOption,
	type OptionReader,
} from "../options/schema-option.ts";
import { FlagValueError } from "../options/usage-error.ts";
import {
	addControlAction,
	addDefaultCommand,
	type ControlContext,
} from "./add-control-action.ts";
import { parseJson } from "./read-json.ts";
import {
	formatDropped,
	formatRequest,
	formatRequests,
} from "./request-lines.ts";

/** The options of `understudy requests`. */
interface RequestsFlags extends RequestsFilter {
	readonly unmatched?: boolean;
	readonly limit: number;
	readonly follow?: boolean;
	readonly json?: boolean;
}

type Query = NonNullable<RequestsFilter["query"]>;

/** Adds `name=value` to a query. A repeated name matches requests with the same values in that order. */
function addParameter(text: string, earlier: unknown): Query {
	const query: Query = { ...Object(earlier) };
	const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
	if (name === undefined)
		throw new FlagValueError("Pass a parameter like limit=5.");
	const isRepeated = Object.hasOwn(query, name);
	return { ...query, [name]: isRepeated ? [query[name], value].flat() : value };
}

/** Reads the properties that are neither numbers nor texts. */
const READERS: Readonly<Record<string, OptionReader>> = {
	query: addParameter,
	body: (text) => parseJson(text, "--body"),
};

function addFilterOptions(command: Command): Command {
	const { limit: _limit, before: _before, ...properties } = filterSchemas;
	for (const [name, schema] of Object.entries(properties))
		addSchemaOption(command, name, schema, { read: READERS[name] });
	return command;
}

/** Returns the filter among the options of a command. */
function readFilter(flags: RequestsFilter): JournalFilter {
	const { operation, method, path, status, query, body, violations } = flags;
	return { operation, method, path, status, query, body, violations };
}

/** Filters here, because the control API cannot filter unmatched requests. */
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
 * Prints the earlier requests, oldest first, and then each request as it happens, until Ctrl+C, or standard output is
 * closed, or the mock stops.
 */
async function followRequests(
	{ control, cancel }: ControlContext,
	{ unmatched, json, ...filter }: RequestsFlags,
	readEarlier: () => Promise<RequestsPage>,
): Promise<void> {
	const { signal } = cancel;
	const stop = (): void => cancel.abort();
	const print = (entry: JournalEntry): void => {
		const lines = json ? [JSON.stringify(entry)] : formatRequest(entry);
		for (const line of lines) console.log(line);
	};
	process.once("SIGINT", stop);
	process.stdout.once("error", stop);
	try {
		// Subscribe first. A request that arrives while the earlier ones are read is in both, and printed once.
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

const EXAMPLES = formatExamples([
	"understudy requests --operation createZap",
	"understudy requests --operation listZaps --query limit=5",
	"# requests that match no operation, and why",
	"understudy requests --unmatched",
	"# forwarded requests that violate the OpenAPI document",
	"understudy requests --violations",
	"# print requests as they happen, until Ctrl+C",
	"understudy requests --follow",
	'understudy requests count --operation createZap --body \'{"name":"A"}\'',
	"understudy requests clear",
]);

export function requestsCommand(): Command {
	const group = new Command("requests")
		.description("List the requests that a running mock has received.")
		.addHelpText("after", EXAMPLES);

	const list = addFilterOptions(addDefaultCommand(group, "list"))
		.description("List the requests, newest first.")
		.option("--unmatched", "only requests that match no operation")
		.option(
			"--limit <n>",
			filterSchemas.limit["x-usage"],
			optionReader(filterSchemas.limit),
			50,
		)
		.option("--follow", "then print new requests as they happen, newest last");
	addSchemaOption(list, "before", filterSchemas.before);
	addControlAction(list, async (context, flags: RequestsFlags) => {
		const { control } = context;
		const { limit, before } = flags;
		const filter = { ...readFilter(flags), limit, before };
		const read = () =>
			flags.unmatched
				? readUnmatched(control, filter)
				: control.requests(filter);
		if (flags.follow) {
			await followRequests(context, flags, read);
			return {};
		}
		const page = await read();
		return { json: page, lines: formatRequests(page) };
	});

	const count = addFilterOptions(group.command("count"));
	count.description("Print the number of requests.");
	addControlAction(count, async ({ control }, flags: RequestsFlags) => {
		const page = await control.requests({ ...readFilter(flags), limit: 0 });
		const { total: count, dropped } = page;
		if (!flags.json)
			for (const line of formatDropped(page)) console.error(line);
		return { json: { count, dropped }, lines: [`${count}`] };
	});

	const clear = group.command("clear");
	clear.description("Delete all requests from the journal.");
	addControlAction(clear, async ({ control }) => {
		await control.clearRequests();
		return { lines: ["Deleted all requests from the journal."] };
	});
	return group;
}
