import type { QueryParameters } from "../../document/read-query.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { validators as engineValidators } from "../../schemas/generated/engine-validators.ts";
import { validators } from "../../schemas/generated/server-validators.ts";
import { filterSchemas, recordSchemas } from "../../schemas/generated/words.ts";
import { exposeFamily } from "../../values/exposition.ts";
import { isObject } from "../../values/json.ts";
import type { Guard, InvalidPlace } from "../../values/validation.ts";
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
	/** Returns a response, or a value to send as JSON; undefined sends 204. */
	readonly handle: (context: RouteContext) => unknown;
	/** The query parameters besides `session`; defaults to none. */
	readonly query?: QueryParameters;
	/** Whether the route is available without a token. */
	readonly isOpen?: boolean;
}

const {
	query: _query,
	headers: _headers,
	body: _body,
	...PARAMETERS
} = filterSchemas;

/** The validators of bodies with one property, whose value is the argument of the method. */
const WRAPPED: Partial<Record<ControlMethod, Guard<object>>> = {
	setScenario: validators.ScenarioChoice,
	"clock.set": validators.ClockTime,
	"clock.freeze": validators.ClockTime,
	"clock.advance": validators.ClockStep,
};

/** Calls a method with the path segments and the body. The method validates the body, unless it is wrapped. */
async function callMethod(
	name: ControlMethod,
	{ control, segments, input }: RouteContext,
): Promise<unknown> {
	const spec = METHODS[name];
	const { maxBytes, hasQuery, shows, returns, status = 200, wraps = "" } = spec;
	const guard = WRAPPED[name];
	const given = guard ? Reflect.get(requireValid(guard, input), wraps) : input;
	const takesInput = hasQuery || maxBytes !== undefined;
	const args = takesInput ? [...segments, given] : segments;
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
	handle: ControlRoute["handle"],
	options?: Pick<ControlRoute, "query" | "isOpen">,
): ControlRoute => ({ method: "GET", path, handle, ...options });

/** The routes whose request or response differs from the arguments or the result of the method. */
const OTHER_FORMS: Partial<
	Record<ControlMethod, Partial<Pick<ControlRoute, "handle" | "query">>>
> = {
	requests: { handle: sendRequests },
	countRequests: { handle: countRequests },
	events: { handle: streamEvents, query: { changes: { type: "boolean" } } },
	addFaults: { handle: addFaults },
	state: {
		handle: async ({ control }) => sendJsonParts(await control.exportState()),
	},
	records: { query: recordSchemas },
};

export const ROUTES: readonly ControlRoute[] = [
	route("", redirectToPage, { isOpen: true }),
	route("/", showPage, { isOpen: true }),
	route(
		"/assets/:id",
		({ server, segments: [name = ""] }) => sendAsset(server.readPageFile, name),
		{ isOpen: true },
	),
	route(
		"/health",
		({ server: { version, basePath = "" } }) => ({
			status: "ok",
			version,
			basePath,
		}),
		{ isOpen: true },
	),
	route("/metrics", getMetrics),
	route("/requests", sendRequests, { query: PARAMETERS }),
	...listMethods().map(
		([name, spec]): ControlRoute => ({
			...spec,
			handle: (context) => callMethod(name, context),
			...OTHER_FORMS[name],
		}),
	),
	route("/edits", proposeEdits, { query: { operation: { type: "string" } } }),
	route("/openapi.json", ({ server }) => server.document()),
];

/** The method and the path of each route. */
export const ROUTE_LIST: readonly string[] = ROUTES.filter(
	({ path }) => path !== "",
).map(({ method, path }) => `${method} /__mock${path}`);
