import { validators } from "../../schemas/generated/server-validators.ts";
import { filterSchemas } from "../../schemas/generated/words.ts";
import { exposeFamily } from "../../values/exposition.ts";
import { isObject } from "../../values/is-object.ts";
import type { InvalidPlace } from "../../values/validation.ts";
import { ControlError } from "../control-error.ts";
import { requireValid } from "../validate-arguments.ts";
import { createEventStream } from "./event-stream.ts";
import type { ControlRoute, RouteContext } from "./route.ts";
import { sendAsset, sendPage } from "./send-page.ts";
import { sendState } from "./send-state.ts";

const MIB = 1024 * 1024;

const { query: _query, body: _body, ...PARAMETERS } = filterSchemas;

const findRequests = ({ control, input }: RouteContext) =>
	control.requests(input);

function streamEvents({ control, input, request, server }: RouteContext) {
	const withChanges = isObject(input) && input.changes === true;
	const signals = [request.signal, server.ending];
	return createEventStream(control, withChanges, signals);
}

async function countRequests({ control, input }: RouteContext) {
	const filter = requireValid(validators.JournalFilter, input);
	const page = await control.requests({ ...filter, limit: 0 });
	return { count: page.total, dropped: page.dropped };
}

const setScenario = ({ control, input }: RouteContext) =>
	control
		.setScenario(requireValid(validators.ScenarioChoice, input).name)
		.then(() => control.scenarios());

const addRecord = async ({ control, collection, input }: RouteContext) =>
	Response.json(await control.addRecord(collection, input), { status: 201 });

/** Returns the place in a body that is the first item of the array. */
const withoutIndex = (place: InvalidPlace): InvalidPlace =>
	"pointer" in place
		? { ...place, pointer: place.pointer.slice("/0".length) }
		: place;

/** Adds the faults of an array, or one fault. */
async function addFaults({ control, input }: RouteContext) {
	const isOne = isObject(input);
	await control.addFaults(isOne ? [input] : input).catch((error) => {
		if (!isOne || !(error instanceof ControlError)) throw error;
		const { status, detail, errors } = error;
		throw new ControlError(status, detail, errors.map(withoutIndex));
	});
	return control.faults();
}

/** Adds the slash that the relative URLs of the page need. */
const redirectToPage = () =>
	new Response(null, { status: 308, headers: { location: "__mock/" } });

const showPage = ({ server: { readPageFile } }: RouteContext) =>
	readPageFile ? sendPage(readPageFile) : { routes: ROUTE_LIST };

/** Returns a response with the metrics of the mock itself, which the metrics of the mocked service do not include. */
async function getMetrics({ control, server }: RouteContext) {
	const sessions = await control.sessions();
	const { total, dropped } = await control.requests({ limit: 0 });
	const metrics: readonly [
		name: string,
		type: string,
		help: string,
		value: number,
	][] = [
		[
			"understudy_sessions",
			"gauge",
			"Sessions, including the default one.",
			sessions.length,
		],
		["understudy_journal_entries", "gauge", "Exchanges in the journal.", total],
		[
			"understudy_journal_dropped_total",
			"counter",
			"Exchanges dropped from the journal.",
			dropped,
		],
		[
			"process_resident_memory_bytes",
			"gauge",
			"Resident memory in bytes.",
			process.memoryUsage.rss(),
		],
		[
			"understudy_uptime_seconds",
			"gauge",
			"Seconds since the process started.",
			process.uptime(),
		],
	];
	const families = metrics.map(([name, type, help, value]) =>
		exposeFamily({ name, type, help }, [{ value }]),
	);
	const rejections = [...(server.rejections ?? [])];
	families.push(
		exposeFamily(
			{
				name: "understudy_rejected_requests_total",
				type: "counter",
				help: "Requests that the server rejected itself, without a session, by status.",
			},
			rejections.map(([status, value]) => ({
				labels: { status: `${status}` },
				value,
			})),
		),
	);
	return new Response(families.join(""), {
		headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
	});
}

const route = (
	method: ControlRoute["method"],
	path: string,
	does: string,
	handle: ControlRoute["handle"],
	options?: Pick<ControlRoute, "query" | "maxBytes" | "isOpen">,
): ControlRoute => ({ method, path, does, handle, ...options });

// biome-ignore format: a table is read by its columns
export const ROUTES: readonly ControlRoute[] = [
	route("GET", "", "Redirects to the page", redirectToPage, { isOpen: true }),
	route("GET", "/", "Shows the page", showPage, { isOpen: true }),
	route("GET", "/assets/:id", "Returns a script or a style of the page", ({ server, id }) => sendAsset(server.readPageFile, id), { isOpen: true }),
	route("GET", "/health", "Returns the status of the mock itself", ({ server: { version, basePath = "" } }) => ({ status: "ok", version, basePath }), { isOpen: true }),
	route("GET", "/metrics", "Returns the metrics of the mock itself, for Prometheus", getMetrics),

	route("GET", "/requests", "Returns the journal, newest first", findRequests, { query: PARAMETERS }),
	route("DELETE", "/requests", "Clears the journal", ({ control }) => control.clearRequests()),
	route("POST", "/requests/find", "Returns the requests that match a filter, which may include a query and a part of the body", findRequests, { maxBytes: MIB }),
	route("POST", "/requests/count", "Counts the requests that match a filter", countRequests, { maxBytes: MIB }),
	route("GET", "/requests/unmatched", "Returns the requests that no operation matched, each with its near misses", async ({ control }) => ({ requests: await control.unmatchedRequests() })),
	route("GET", "/events", "Streams each exchange from now on, as server-sent events; with `changes=true`, each change too", streamEvents, { query: { changes: { type: "boolean" } } }),

	route("GET", "/scenarios", "Returns the active and the available scenarios", ({ control }) => control.scenarios()),
	route("PUT", "/scenario", "Sets the active scenario", setScenario, { maxBytes: MIB }),
	route("GET", "/faults", "Returns the faults that are set", ({ control }) => control.faults()),
	route("PUT", "/faults", "Replaces the faults that are set", ({ control, input }) => control.setFaults(input).then(() => control.faults()), { maxBytes: MIB }),
	route("POST", "/faults", "Adds faults before those that are set", addFaults, { maxBytes: MIB }),
	route("DELETE", "/faults/:id", "Removes one of the faults that are set", ({ control, id }) => control.removeFault(id)),
	route("DELETE", "/faults", "Clears the faults that are set", ({ control }) => control.clearFaults()),

	route("GET", "/forward", "Returns which operations a real service responds to", ({ control }) => control.forward()),
	route("PUT", "/forward", "Lets a real service respond to operations", ({ control, input }) => control.setForward(input).then(() => control.forward()), { maxBytes: MIB }),
	route("DELETE", "/forward", "Lets the mock respond to all operations", ({ control }) => control.clearForward()),

	route("GET", "/state", "Returns all records by collection, newest first", async ({ control }) => sendState(await control.state())),
	route("PUT", "/state", "Replaces all records", ({ control, input }) => control.setState(input), { maxBytes: 64 * MIB }),
	route("POST", "/state/:collection", "Adds a record, and returns it with what the service generates", addRecord, { maxBytes: 64 * MIB }),
	route("PUT", "/state/:collection/:id", "Replaces a record", ({ control, collection, id, input }) => control.updateRecord(collection, id, input), { maxBytes: 64 * MIB }),
	route("DELETE", "/state/:collection/:id", "Removes a record", ({ control, collection, id }) => control.removeRecord(collection, id)),
	route("POST", "/reset", "Resets the state to a dataset, a seed and the start of the clock; with `all`, resets the whole session", ({ control, input }) => control.reset(input), { maxBytes: MIB }),
	route("POST", "/snapshots", "Saves a snapshot of the state", async ({ control }) => Response.json({ id: await control.snapshot() }, { status: 201 })),
	route("GET", "/snapshots", "Returns the ids of the snapshots, oldest first", async ({ control }) => ({ snapshots: await control.snapshots() })),
	route("POST", "/snapshots/:id/restore", "Restores the state of a snapshot", ({ control, id }) => control.restore(id)),
	route("DELETE", "/snapshots/:id", "Deletes a snapshot", ({ control, id }) => control.deleteSnapshot(id)),

	route("GET", "/sessions", "Returns the sessions", async ({ control }) => ({ sessions: await control.sessions() })),
	route("DELETE", "/sessions/:id", "Deletes a session with all its data", ({ control, id }) => control.deleteSession(id)),
	route("GET", "/assumptions", "Returns the ledger of assumptions", async ({ control }) => ({ assumptions: await control.assumptions() })),
	route("GET", "/used-assumptions", "Returns the assumptions that the responses so far depended on", ({ control }) => control.usedAssumptions()),
	route("GET", "/openapi.json", "Returns the OpenAPI document of the service", ({ server }) => server.document()),
];

/** One line for each route. */
export const ROUTE_LIST: readonly string[] = ROUTES.filter(
	({ path }) => path !== "",
).map(({ method, path, does }) => `${method} /__mock${path}: ${does}`);
