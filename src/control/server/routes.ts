import type { QueryParameters } from "../../document/read-query.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { validators as engineValidators } from "../../schemas/generated/engine-validators.ts";
import { validators } from "../../schemas/generated/server-validators.ts";
import { filterSchemas } from "../../schemas/generated/words.ts";
import { exposeFamily } from "../../values/exposition.ts";
import { isObject } from "../../values/json.ts";
import type { InvalidPlace } from "../../values/validation.ts";
import type { Control, ProposedEdits } from "../control.ts";
import { ControlError, requireValid } from "../control-error.ts";
import {
	type ControlMethod,
	listMethods,
	METHODS,
	type MethodSpec,
	methodOf,
} from "../methods.ts";
import {
	createEventStream,
	type ReadPageFile,
	sendAsset,
	sendJsonParts,
	sendPage,
} from "./responses.ts";

/** One line about each method, which pages do not need. */
const DOES: Readonly<Record<ControlMethod, string>> = {
	clearRequests: "Clears the journal",
	requests:
		"Returns the requests that match a filter, which may include a query and a part of the body",
	countRequests: "Counts the requests that match a filter",
	unmatchedRequests:
		"Returns the requests that no operation matched, each with its near misses",
	events:
		"Streams each exchange from now on, as server-sent events; with `changes=true`, each change too",
	scenarios: "Returns the active and the available scenarios",
	setScenario: "Sets the active scenario",
	faults: "Returns the faults that are set",
	setFaults: "Replaces the faults that are set",
	addFaults: "Adds faults before those that are set",
	removeFault: "Removes one of the faults that are set",
	clearFaults: "Clears the faults that are set",
	forward: "Returns which operations a real service responds to",
	setForward: "Lets a real service respond to operations",
	clearForward: "Lets the mock respond to all operations",
	clock: "Returns what the clock shows",
	"clock.set":
		"Sets the clock to the time in `time`, or with `system` to real time",
	"clock.advance":
		"Moves the clock forward by the duration in `by`, like `2h`, or by milliseconds",
	"clock.freeze":
		"Stops the clock, except for 1 ms at each accepted write; with `time`, at that time",
	state: "Returns all records by collection, newest first",
	collections: "Returns the collections, each with the number of its records",
	records:
		"Returns a page of the records of a collection, newest first, and how many there are: all, or those that contain a text",
	datasets:
		"Returns the dataset and the seed that the state started from, and all datasets",
	setState: "Replaces all records",
	addRecord: "Adds a record with generated properties, and returns it",
	updateRecord: "Replaces a record",
	removeRecord: "Removes a record",
	reset:
		"Resets the state to a dataset, a seed and a start of the clock; with `all`, resets the whole session",
	snapshot: "Saves a snapshot of the state",
	snapshots: "Returns the ids of the snapshots, oldest first",
	restore: "Restores the state of a snapshot",
	deleteSnapshot: "Deletes a snapshot",
	sessions: "Returns the sessions",
	deleteSession: "Deletes a session with all its data",
	operations:
		"Returns the operations of the service, with those that handlers define",
	assumptions: "Returns the ledger of assumptions",
	usedAssumptions:
		"Returns the assumptions that the responses so far depended on",
};

/** The information that all requests share. */
export interface ServerInfo {
	/** The prefix of the service's paths, without a trailing slash; defaults to none. */
	readonly basePath?: string | undefined;
	/** The version of the mock. */
	readonly version?: string | undefined;
	/** Returns the OpenAPI document of the service. */
	readonly document: () => Promise<unknown>;
	/** Reads the page at `/__mock/`. Without it, the path shows a list of the routes. */
	readonly readPageFile?: ReadPageFile | undefined;
	/** Proposes edits from exchanges, for one operation or for all. */
	readonly proposeEdits: (
		operation: string | undefined,
		entries: readonly JournalEntry[],
	) => Promise<ProposedEdits>;
	/** By status, the number of requests that the server itself rejected without a session. */
	readonly rejections?: ReadonlyMap<number, number> | undefined;
	/** Ends the event streams, so that the server can close. */
	readonly ending?: AbortSignal | undefined;
}

/** The arguments of a route handler. */
export interface RouteContext {
	readonly request: Request;
	/** The control of the session that the request names, or of all sessions. */
	readonly control: Control;
	/** The path segments for `:collection` and `:id`. */
	readonly segments: readonly string[];
	/** The query parameters of a GET request, or the parsed body of another; undefined without a body. */
	readonly input: unknown;
	readonly server: ServerInfo;
}

export interface ControlRoute
	extends Pick<MethodSpec, "method" | "path" | "maxBytes"> {
	/** One line that describes the route. */
	readonly does: string;
	/** Returns a response, or a value to send as JSON; undefined sends 204. */
	readonly handle: (context: RouteContext) => unknown;
	/** The query parameters besides `session`; defaults to none. */
	readonly query?: QueryParameters;
	/** Whether the route is available without a token. */
	readonly isOpen?: boolean;
}

const { query: _query, body: _body, ...PARAMETERS } = filterSchemas;

/** Those of `RecordsFilter`. */
const RECORD_PARAMETERS: QueryParameters = {
	...{ text: { type: "string" }, id: { type: "string" } },
	...{ offset: { type: "integer" }, limit: { type: "integer" } },
};

/** Calls a method with the path segments and the body, which it validates itself. */
async function callMethod(
	name: ControlMethod,
	{ control, segments, input }: RouteContext,
): Promise<unknown> {
	const { maxBytes, hasQuery, shows, returns, status = 200 } = METHODS[name];
	const takesInput = hasQuery || maxBytes !== undefined;
	const args = takesInput ? [...segments, input] : segments;
	const result = await methodOf(control, name)(...args);
	if (shows) return control[shows]();
	if (returns === undefined) return undefined;
	const body = returns === "body" ? result : { [returns]: result };
	return Response.json(body, { status });
}

function streamEvents({ control, input, request, server }: RouteContext) {
	const withChanges = isObject(input) && input.changes === true;
	const signals = [request.signal, server.ending];
	return createEventStream(control, withChanges, signals);
}

const sendRequests = async ({ control, input }: RouteContext) =>
	sendJsonParts(
		await control.exportRequests(
			requireValid(engineValidators.RequestsFilter, input, "Invalid filter."),
		),
	);

async function countRequests({ control, input }: RouteContext) {
	const filter = requireValid(validators.JournalFilter, input);
	const page = await control.requests({ ...filter, limit: 0 });
	return { count: page.total, dropped: page.dropped };
}

const setScenario = (context: RouteContext) =>
	callMethod("setScenario", {
		...context,
		input: requireValid(validators.ScenarioChoice, context.input).name,
	});
const setClock =
	(name: "clock.set" | "clock.freeze") => (context: RouteContext) =>
		callMethod(name, {
			...context,
			input: requireValid(validators.ClockTime, context.input).time,
		});
const advanceClock = (context: RouteContext) =>
	callMethod("clock.advance", {
		...context,
		input: requireValid(validators.ClockStep, context.input).by,
	});

/** Removes the index from the place of the first item. The body is the item itself. */
const withoutIndex = (place: InvalidPlace): InvalidPlace =>
	"pointer" in place
		? { ...place, pointer: place.pointer.slice("/0".length) }
		: place;

/** Adds the faults of an array, or one fault. */
async function addFaults(context: RouteContext) {
	const { input } = context;
	if (!isObject(input)) return callMethod("addFaults", context);
	return callMethod("addFaults", { ...context, input: [input] }).catch(
		(error) => {
			if (!(error instanceof ControlError)) throw error;
			const { status, detail, errors } = error;
			throw new ControlError(status, detail, errors.map(withoutIndex));
		},
	);
}

/** Proposes edits from the newest exchanges in the journal. */
async function proposeEdits({ control, input, server }: RouteContext) {
	const filter = requireValid(validators.JournalFilter, input);
	const { requests } = await control.requests({ ...filter, limit: 100 });
	return server.proposeEdits(filter.operation, requests);
}

/** Redirects to the path with a slash, because the page has relative URLs. */
const redirectToPage = () =>
	new Response(null, { status: 308, headers: { location: "__mock/" } });

const showPage = ({ server: { readPageFile } }: RouteContext) =>
	readPageFile ? sendPage(readPageFile) : { routes: ROUTE_LIST };

/** Returns the metrics of the mock itself. The metrics of the mocked service do not include them. */
async function getMetrics({ control, server }: RouteContext) {
	const sessions = await control.sessions();
	const { total, dropped } = await control.requests({ limit: 0 });
	const metrics: readonly [name: string, help: string, value: number][] = [
		[
			"understudy_sessions",
			"Sessions, including the default one.",
			sessions.length,
		],
		["understudy_journal_entries", "Exchanges in the journal.", total],
		[
			"understudy_journal_dropped_total",
			"Exchanges dropped from the journal.",
			dropped,
		],
		[
			"process_resident_memory_bytes",
			"Resident memory in bytes.",
			process.memoryUsage.rss(),
		],
		[
			"understudy_uptime_seconds",
			"Seconds since the process started.",
			process.uptime(),
		],
	];
	const families = metrics.map(([name, help, value]) => {
		const type = name.endsWith("_total") ? "counter" : "gauge";
		return exposeFamily({ name, type, help }, [{ value }]);
	});
	const rejections = Array.from(server.rejections ?? [], ([status, value]) => ({
		labels: { status: `${status}` },
		value,
	}));
	const rejected = {
		name: "understudy_rejected_requests_total",
		type: "counter",
		help: "Requests that the server rejected itself, without a session, by status.",
	};
	families.push(exposeFamily(rejected, rejections));
	return new Response(families.join(""), {
		headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
	});
}

const route = (
	path: string,
	does: string,
	handle: ControlRoute["handle"],
	options?: Pick<ControlRoute, "query" | "isOpen">,
): ControlRoute => ({ method: "GET", path, does, handle, ...options });

/** The routes whose request or response differs from the arguments or the result of the method. */
const OTHER_FORMS: Partial<
	Record<ControlMethod, Partial<Pick<ControlRoute, "handle" | "query">>>
> = {
	requests: { handle: sendRequests },
	countRequests: { handle: countRequests },
	events: { handle: streamEvents, query: { changes: { type: "boolean" } } },
	setScenario: { handle: setScenario },
	"clock.set": { handle: setClock("clock.set") },
	"clock.freeze": { handle: setClock("clock.freeze") },
	"clock.advance": { handle: advanceClock },
	addFaults: { handle: addFaults },
	state: {
		handle: async ({ control }) => sendJsonParts(await control.exportState()),
	},
	records: { query: RECORD_PARAMETERS },
};

// biome-ignore format: a table is read by its columns
export const ROUTES: readonly ControlRoute[] = [
	route("", "Redirects to the page", redirectToPage, { isOpen: true }),
	route("/", "Shows the page", showPage, { isOpen: true }),
	route("/assets/:id", "Returns a script or a style of the page", ({ server, segments: [name = ""] }) => sendAsset(server.readPageFile, name), { isOpen: true }),
	route("/health", "Returns the status of the mock itself", ({ server: { version, basePath = "" } }) => ({ status: "ok", version, basePath }), { isOpen: true }),
	route("/metrics", "Returns the metrics of the mock itself, for Prometheus", getMetrics),
	route("/requests", "Returns the journal, newest first", sendRequests, { query: PARAMETERS }),
	...listMethods().map(([name, spec]): ControlRoute => ({
		...spec,
		does: DOES[name],
		handle: (context) => callMethod(name, context),
		...OTHER_FORMS[name],
	})),
	route("/edits", "Proposes edits of the document, as a diff, by which it describes the forwarded responses, of all operations or of one `operation`", proposeEdits, { query: { operation: { type: "string" } } }),
	route("/openapi.json", "Returns the OpenAPI document of the service", ({ server }) => server.document()),
];

/** One line for each route. */
export const ROUTE_LIST: readonly string[] = ROUTES.filter(
	({ path }) => path !== "",
).map(({ method, path, does }) => `${method} /__mock${path}: ${does}`);
