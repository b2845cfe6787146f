import type { Change } from "../engine/changes.ts";
import type { Control } from "./control.ts";

/** The response header that marks every response of the control API; its value is the version of the API. */
export const API_HEADER = "mock-control";
export const API_VERSION = "1";

/** The methods of a control that are one request each. */
export type ControlMethod = Exclude<keyof Control, "session" | "follow">;

/** A method of a control: its request over HTTP, and what it changes. */
export interface MethodSpec {
	readonly method: "GET" | "PUT" | "POST" | "DELETE";
	/** The path below `/__mock`; `:id` and `:collection` stand for the first arguments, in this order. */
	readonly path: string;
	/** One line about what the route does. */
	readonly does: string;
	/** What `:id` identifies. */
	readonly id?: "fault" | "record" | "snapshot" | "session";
	/** The maximum size of the JSON body, which is the last argument; without it, the route takes no body. */
	readonly maxBytes?: number;
	/** The property of the body that has the argument; defaults to the whole body. */
	readonly wraps?: string;
	/** What the method returns: the `body` of the response, or a property of it; defaults to nothing. */
	readonly returns?: string;
	/** The method that returns the body of the response, where the method itself returns nothing. */
	readonly shows?: "scenarios" | "faults" | "forward";
	/** The status of a success; defaults to 200, or 204 without a body. */
	readonly status?: 200 | 201;
	/** What others must load again after the call. */
	readonly changes?: readonly Change["subject"][];
}

const MIB = 1024 * 1024;

/** The client, the routes of the server and the announcements follow this table. */
// biome-ignore format: a table is read by its columns
export const METHODS: Readonly<Record<ControlMethod, MethodSpec>> = {
	clearRequests: { method: "DELETE", path: "/requests", does: "Clears the journal", changes: ["journal"] },
	requests: { method: "POST", path: "/requests/find", does: "Returns the requests that match a filter, which may include a query and a part of the body", maxBytes: MIB, returns: "body" },
	countRequests: { method: "POST", path: "/requests/count", does: "Counts the requests that match a filter", maxBytes: MIB, returns: "count" },
	unmatchedRequests: { method: "GET", path: "/requests/unmatched", does: "Returns the requests that no operation matched, each with its near misses", returns: "requests" },
	events: { method: "GET", path: "/events", does: "Streams each exchange from now on, as server-sent events; with `changes=true`, each change too" },

	scenarios: { method: "GET", path: "/scenarios", does: "Returns the active and the available scenarios", returns: "body" },
	// A scenario with a dataset has a state and snapshots of its own.
	setScenario: { method: "PUT", path: "/scenario", does: "Sets the active scenario", maxBytes: MIB, wraps: "name", shows: "scenarios", changes: ["scenario", "state", "snapshots"] },
	faults: { method: "GET", path: "/faults", does: "Returns the faults that are set", returns: "body" },
	setFaults: { method: "PUT", path: "/faults", does: "Replaces the faults that are set", maxBytes: MIB, shows: "faults", changes: ["faults"] },
	addFaults: { method: "POST", path: "/faults", does: "Adds faults before those that are set", maxBytes: MIB, shows: "faults", changes: ["faults"] },
	removeFault: { method: "DELETE", path: "/faults/:id", does: "Removes one of the faults that are set", id: "fault", changes: ["faults"] },
	clearFaults: { method: "DELETE", path: "/faults", does: "Clears the faults that are set", changes: ["faults"] },

	forward: { method: "GET", path: "/forward", does: "Returns which operations a real service responds to", returns: "body" },
	setForward: { method: "PUT", path: "/forward", does: "Lets a real service respond to operations", maxBytes: MIB, shows: "forward", changes: ["forward"] },
	clearForward: { method: "DELETE", path: "/forward", does: "Lets the mock respond to all operations", changes: ["forward"] },

	state: { method: "GET", path: "/state", does: "Returns all records by collection, newest first", returns: "body" },
	setState: { method: "PUT", path: "/state", does: "Replaces all records", maxBytes: 64 * MIB, changes: ["state"] },
	addRecord: { method: "POST", path: "/state/:collection", does: "Adds a record, and returns it with what the service generates", maxBytes: 64 * MIB, returns: "body", status: 201, changes: ["state"] },
	updateRecord: { method: "PUT", path: "/state/:collection/:id", does: "Replaces a record", id: "record", maxBytes: 64 * MIB, changes: ["state"] },
	removeRecord: { method: "DELETE", path: "/state/:collection/:id", does: "Removes a record", id: "record", changes: ["state"] },
	reset: { method: "POST", path: "/reset", does: "Resets the state to a dataset, a seed and the start of the clock; with `all`, resets the whole session", maxBytes: MIB, changes: ["state"] },
	snapshot: { method: "POST", path: "/snapshots", does: "Saves a snapshot of the state", returns: "id", status: 201, changes: ["snapshots"] },
	snapshots: { method: "GET", path: "/snapshots", does: "Returns the ids of the snapshots, oldest first", returns: "snapshots" },
	restore: { method: "POST", path: "/snapshots/:id/restore", does: "Restores the state of a snapshot", id: "snapshot", changes: ["state"] },
	deleteSnapshot: { method: "DELETE", path: "/snapshots/:id", does: "Deletes a snapshot", id: "snapshot", changes: ["snapshots"] },

	sessions: { method: "GET", path: "/sessions", does: "Returns the sessions", returns: "sessions" },
	deleteSession: { method: "DELETE", path: "/sessions/:id", does: "Deletes a session with all its data", id: "session", changes: ["session"] },
	assumptions: { method: "GET", path: "/assumptions", does: "Returns the ledger of assumptions", returns: "assumptions" },
	usedAssumptions: { method: "GET", path: "/used-assumptions", does: "Returns the assumptions that the responses so far depended on", returns: "body" },
};

/** Returns the names of the methods with their specs. */
export const listMethods = (): [ControlMethod, MethodSpec][] =>
	Object.entries(METHODS) as [ControlMethod, MethodSpec][];
