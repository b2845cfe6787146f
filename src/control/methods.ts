import type { Change } from "../engine/context.ts";
import type { Control } from "./control.ts";

/** The response header that marks every response of the control API; its value is the version of the API. */
export const API_HEADER = "mock-control";
export const API_VERSION = "1";

/** The methods of a control that send one request each. */
export type ControlMethod = Exclude<keyof Control, "session" | "follow">;

/** A method of a control: its request over HTTP, and what it changes. */
export interface MethodSpec {
	readonly method: "GET" | "PUT" | "POST" | "DELETE";
	/** The path below `/__mock`. `:id` and `:collection` stand for the first arguments, in this order. */
	readonly path: string;
	/** What `:id` identifies. */
	readonly id?: "fault" | "record" | "snapshot" | "session";
	/** The maximum size of the JSON body, which is the last argument. Without it, the route takes no body. */
	readonly maxBytes?: number;
	/** The property of the body that contains the argument; defaults to the whole body. */
	readonly wraps?: string;
	/**
	 * The result of the method: `body` for the body of the response, or the name of a property. Defaults to no result.
	 */
	readonly returns?: string;
	/** If the method returns nothing, the method whose result is the body of the response. */
	readonly shows?: "scenarios" | "faults" | "forward";
	/** The success status. Defaults to 200, or to 204 for a response without a body. */
	readonly status?: 200 | 201;
	/** The subjects that other clients must load again after the call. */
	readonly changes?: readonly Change["subject"][];
}

const MIB = 1024 * 1024;

/** The client, the routes of the server and the announcements follow this table. */
// biome-ignore format: a table is read by its columns
export const METHODS: Readonly<Record<ControlMethod, MethodSpec>> = {
	clearRequests: { method: "DELETE", path: "/requests", changes: ["journal"] },
	requests: { method: "POST", path: "/requests/find", maxBytes: MIB, returns: "body" },
	countRequests: { method: "POST", path: "/requests/count", maxBytes: MIB, returns: "count" },
	unmatchedRequests: { method: "GET", path: "/requests/unmatched", returns: "requests" },
	events: { method: "GET", path: "/events" },

	scenarios: { method: "GET", path: "/scenarios", returns: "body" },
	// A scenario with a dataset has its own state and snapshots.
	setScenario: { method: "PUT", path: "/scenario", maxBytes: MIB, wraps: "name", shows: "scenarios", changes: ["scenario", "state", "snapshots"] },
	faults: { method: "GET", path: "/faults", returns: "body" },
	setFaults: { method: "PUT", path: "/faults", maxBytes: MIB, shows: "faults", changes: ["faults"] },
	addFaults: { method: "POST", path: "/faults", maxBytes: MIB, shows: "faults", changes: ["faults"] },
	removeFault: { method: "DELETE", path: "/faults/:id", id: "fault", changes: ["faults"] },
	clearFaults: { method: "DELETE", path: "/faults", changes: ["faults"] },

	forward: { method: "GET", path: "/forward", returns: "body" },
	setForward: { method: "PUT", path: "/forward", maxBytes: MIB, shows: "forward", changes: ["forward"] },
	clearForward: { method: "DELETE", path: "/forward", changes: ["forward"] },

	state: { method: "GET", path: "/state", returns: "body" },
	setState: { method: "PUT", path: "/state", maxBytes: 64 * MIB, changes: ["state"] },
	addRecord: { method: "POST", path: "/state/:collection", maxBytes: 64 * MIB, returns: "body", status: 201, changes: ["state"] },
	updateRecord: { method: "PUT", path: "/state/:collection/:id", id: "record", maxBytes: 64 * MIB, changes: ["state"] },
	removeRecord: { method: "DELETE", path: "/state/:collection/:id", id: "record", changes: ["state"] },
	reset: { method: "POST", path: "/reset", maxBytes: MIB, changes: ["state"] },
	snapshot: { method: "POST", path: "/snapshots", returns: "id", status: 201, changes: ["snapshots"] },
	snapshots: { method: "GET", path: "/snapshots", returns: "snapshots" },
	restore: { method: "POST", path: "/snapshots/:id/restore", id: "snapshot", changes: ["state"] },
	deleteSnapshot: { method: "DELETE", path: "/snapshots/:id", id: "snapshot", changes: ["snapshots"] },

	sessions: { method: "GET", path: "/sessions", returns: "sessions" },
	deleteSession: { method: "DELETE", path: "/sessions/:id", id: "session", changes: ["session"] },
	assumptions: { method: "GET", path: "/assumptions", returns: "assumptions" },
	usedAssumptions: { method: "GET", path: "/used-assumptions", returns: "body" },
};

/** Returns the names of the methods with their specs. */
export const listMethods = (): [ControlMethod, MethodSpec][] =>
	Object.entries(METHODS) as [ControlMethod, MethodSpec][];
