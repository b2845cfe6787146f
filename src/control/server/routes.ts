import {
	clearRequests,
	countRequests,
	findRequests,
	followRequests,
	listRequests,
} from "./journal-routes.ts";
import { health, logIn, redirectToPage, showPage } from "./page-response.ts";
import { json } from "./problem-response.ts";
import type { ControlRoute, RouteContext } from "./route.ts";
import { ownMetrics } from "./server-metrics.ts";
import {
	addFaults,
	clearFaults,
	deleteSession,
	deleteSnapshot,
	reset,
	restoreSnapshot,
	setFaults,
	setScenario,
	setState,
	takeSnapshot,
} from "./state-routes.ts";

const KIB = 1024;
const MIB = 1024 * KIB;
const FILTERS: ControlRoute["query"] = {
	operation: "text",
	method: "text",
	path: "text",
	status: "whole",
	limit: "whole",
};

type Row = readonly [
	method: ControlRoute["method"],
	path: string,
	handle: ControlRoute["handle"],
	does: string,
	more?: Pick<ControlRoute, "query" | "maxBytes" | "isOpen">,
];

/** Answers with what the control says, as it says it. */
const tell =
	(ask: (control: RouteContext["control"]) => Promise<unknown>) =>
	async ({ control }: RouteContext): Promise<Response> =>
		json(await ask(control));

// biome-ignore format: a table is read by its columns
const TABLE: readonly Row[] = [
	["GET", "", redirectToPage, "goes to the page", { isOpen: true }],
	["GET", "/", showPage, "the page for people", { isOpen: true }],
	["POST", "/login", logIn, "lets a page in that knows the token", { isOpen: true, maxBytes: 4 * KIB }],
	["GET", "/health", health, "whether the mock itself is up"],
	["GET", "/metrics", ({ control }) => ownMetrics(control), "what the mock itself measures, for Prometheus"],

	["GET", "/requests", listRequests, "the journal, newest first", { query: FILTERS }],
	["DELETE", "/requests", clearRequests, "forgets it"],
	["POST", "/requests/find", findRequests, "the same by a filter that may name a query and part of a body", { maxBytes: MIB }],
	["POST", "/requests/count", countRequests, "how many there are", { maxBytes: MIB }],
	["GET", "/requests/unmatched", tell(async (control) => ({ requests: await control.unmatchedRequests() })), "those that no operation matched, and what they came closest to"],
	["GET", "/events", followRequests, "each exchange from now on, as server-sent events"],

	["GET", "/scenarios", tell((control) => control.scenarios()), "the scenario in force, and those there are"],
	["PUT", "/scenario", setScenario, "puts one in force", { maxBytes: MIB }],
	["GET", "/faults", tell((control) => control.faults()), "the faults that are set"],
	["PUT", "/faults", setFaults, "sets these in their place", { maxBytes: MIB }],
	["POST", "/faults", addFaults, "puts these before those that are set", { maxBytes: MIB }],
	["DELETE", "/faults", clearFaults, "takes them away"],

	["GET", "/state", tell((control) => control.state()), "every record, by collection, newest first"],
	["PUT", "/state", setState, "puts these in their place", { maxBytes: 64 * MIB }],
	["POST", "/reset", reset, "back to a dataset, a seed and the clock's start; with `all`, of everything", { maxBytes: MIB }],
	["POST", "/snapshots", takeSnapshot, "keeps the state as it is now"],
	["GET", "/snapshots", tell(async (control) => ({ snapshots: await control.snapshots() })), "the snapshots, oldest first"],
	["POST", "/snapshots/:id/restore", restoreSnapshot, "brings the state of then back"],
	["DELETE", "/snapshots/:id", deleteSnapshot, "forgets a snapshot"],

	["GET", "/sessions", tell(async (control) => ({ sessions: await control.sessions() })), "the sessions that there are"],
	["DELETE", "/sessions/:id", deleteSession, "forgets a session with all it has"],
	["GET", "/assumptions", tell(async (control) => ({ assumptions: await control.assumptions() })), "the ledger"],
	["GET", "/used-assumptions", tell((control) => control.usedAssumptions()), "what the answers so far rested on"],
	["GET", "/openapi.json", async ({ about }) => json(await about.document()), "the document of the service"],
];

export const ROUTES: readonly ControlRoute[] = TABLE.map(
	([method, path, handle, does, more]) => ({
		method,
		path,
		handle,
		does,
		...more,
	}),
);
