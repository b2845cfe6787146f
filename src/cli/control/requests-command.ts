import { Command } from "commander";
import type { Control } from "../../control/control.ts";
import type {
	RequestsFilter,
	RequestsPage,
} from "../../control/journal-control.ts";
import type { JournalFilter } from "../../journal/entry.ts";
import { type MatchResult, matchEntry } from "../../journal/match-entry.ts";
import { FlagValueError } from "../usage-error.ts";
import { wholeNumber } from "../whole-number.ts";
import { addControlAction } from "./add-control-action.ts";
import { addDefaultCommand } from "./add-default-command.ts";
import { followRequests, type RequestsFlags } from "./follow-requests.ts";
import { parseJson } from "./read-json.ts";
import { formatGaps, formatRequests } from "./request-lines.ts";

type Query = NonNullable<RequestsFilter["query"]>;

/** Adds `name=value` to a query. A repeated name matches requests with the same values in that order. */
function addParameter(text: string, query: Query = {}): Query {
	const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
	if (name === undefined)
		throw new FlagValueError("Pass a parameter like limit=5.");
	const isRepeated = Object.hasOwn(query, name);
	return { ...query, [name]: isRepeated ? [query[name], value].flat() : value };
}

const addFilterOptions = (command: Command): Command =>
	command
		.option("--operation <id>", "only requests of this operation")
		.option("--method <method>", "only requests with this method")
		.option("--path <path>", "only requests to this path (without the query)")
		.option(
			"--status <code>",
			"only requests with this response status; 0 for broken connections",
			wholeNumber(0, 599),
		)
		.option(
			"--query <name=value>",
			"only requests with this query parameter; repeatable",
			addParameter,
		)
		.option(
			"--body <json>",
			"only requests whose body contains this JSON; objects may have more properties",
			(text) => parseJson(text, "--body"),
		);

/** Returns the filter among the options of a command. */
function readFilter(flags: RequestsFilter): JournalFilter {
	const { operation, method, path, status, query, body } = flags;
	return { operation, method, path, status, query, body };
}

/** Filters here, because the control API cannot filter unmatched requests. */
async function readUnmatched(
	control: Control,
	{ limit, ...filter }: RequestsFilter,
): Promise<RequestsPage> {
	const all = await control.unmatchedRequests();
	const select = (result: MatchResult) =>
		all.filter((entry) => matchEntry(entry, filter) === result);
	const requests = select("match");
	const { dropped } = await control.requests({ limit: 0 });
	return {
		requests: requests.slice(0, limit),
		total: requests.length,
		dropped,
		uncompared: select("uncompared").length,
	};
}

export function requestsCommand(): Command {
	const group = new Command("requests")
		.description("List the requests that a running mock has received.")
		.addHelpText(
			"after",
			`
Examples:
  understudy requests --operation createZap
  understudy requests --operation listZaps --query limit=5
  understudy requests --unmatched                requests that match no operation, and why
  understudy requests --follow                   print requests as they happen, until Ctrl+C
  understudy requests count --operation createZap --body '{"name":"A"}'
  understudy requests clear`,
		);
	addControlAction(
		addFilterOptions(addDefaultCommand(group, "list"))
			.description("List the requests, newest first.")
			.option("--unmatched", "only requests that match no operation")
			.option(
				"--limit <n>",
				"list at most <n> requests",
				wholeNumber(0, 1_000_000),
				50,
			)
			.option(
				"--follow",
				"then print new requests as they happen, newest last",
			),
		async (context, flags: RequestsFlags) => {
			const { control } = context;
			const filter = { ...readFilter(flags), limit: flags.limit };
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
		},
	);
	addControlAction(
		addFilterOptions(group.command("count")).description(
			"Print the number of requests.",
		),
		async ({ control }, flags: RequestsFlags) => {
			const page = await control.requests({ ...readFilter(flags), limit: 0 });
			const { total: count, dropped, uncompared } = page;
			if (!flags.json) for (const gap of formatGaps(page)) console.error(gap);
			return { json: { count, dropped, uncompared }, lines: [`${count}`] };
		},
	);
	addControlAction(
		group.command("clear").description("Delete all requests from the journal."),
		async ({ control }) => {
			await control.clearRequests();
			return { lines: ["Deleted all requests from the journal."] };
		},
	);
	return group;
}
