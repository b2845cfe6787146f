import type { Control } from "./control.ts";

/** The response header that marks every response of the control API; its value is the version of the API. */
export const API_HEADER = "mock-control";
export const API_VERSION = "1";

/** The methods of a control that send one request each. The methods of the clock have names of two parts. */
export type ControlMethod =
	| Exclude<
			keyof Control,
			"session" | "follow" | "exportState" | "exportRequests"
	  >
	| `clock.${keyof Control["clock"]}`;

/** A method of a control as a request over HTTP. */
export interface MethodSpec {
	readonly method: "GET" | "PUT" | "POST" | "DELETE";
	/** The path below `/__mock`. `:id` and `:collection` stand for the first arguments, in this order. */
	readonly path: string;
	/** What `:id` identifies. */
	readonly id?: "fault" | "record" | "snapshot" | "session";
	/** The maximum size of the JSON body, which is the last argument. Without it, the route takes no body. */
	readonly maxBytes?: number;
	/** Whether the last argument is an object of query parameters. */
	readonly hasQuery?: true;
	/** The property of the body that has the argument; defaults to the whole body. */
	readonly wraps?: string;
	/**
	 * The result of the method: `body` for the body of the response, or the name of a property. Defaults to no result.
	 */
	readonly returns?: string;
	/** If the method returns nothing, the method whose result is the body of the response. */
	readonly shows?: "scenarios" | "faults" | "forward";
	/** The success status. Defaults to 200, or to 204 for a response without a body. */
	readonly status?: 200 | 201;
}

const MIB = 1024 * 1024;

/** The client and the routes of the server follow this table. What methods change is in `create-control.ts`. */
// biome-ignore format: a table is read by its columns
export const METHODS: Readonly<Record<ControlMethod, MethodSpec>> = {
	clearRequests: { method: "DELETE", path: "/requests" },
	requests: { method: "POST", path: "/requests/find", maxBytes: MIB, returns: "body" },
	countRequests: { method: "POST", path: "/requests/count", maxBytes: MIB, returns: "count" },
	unmatchedRequests: { method: "GET", path: "/requests/unmatched", returns: "requests" },
	events: { method: "GET", path: "/events" },

	scenarios: { method: "GET", path: "/scenarios", returns: "body" },
	setScenario: { method: "PUT", path: "/scenario", maxBytes: MIB, wraps: "name", shows: "scenarios" },
	faults: { method: "GET", path: "/faults", returns: "body" },
	setFaults: { method: "PUT", path: "/faults", maxBytes: MIB, shows: "faults" },
	addFaults: { method: "POST", path: "/faults", maxBytes: MIB, shows: "faults" },
	removeFault: { method: "DELETE", path: "/faults/:id", id: "fault" },
	clearFaults: { method: "DELETE", path: "/faults" },

	forward: { method: "GET", path: "/forward", returns: "body" },
	setForward: { method: "PUT", path: "/forward", maxBytes: MIB, shows: "forward" },
	clearForward: { method: "DELETE", path: "/forward" },

	clock: { method: "GET", path: "/clock", returns: "body" },
	"clock.set": { method: "PUT", path: "/clock", maxBytes: MIB, wraps: "time", returns: "body" },
	"clock.advance": { method: "POST", path: "/clock/advance", maxBytes: MIB, wraps: "by", returns: "body" },
	"clock.freeze": { method: "POST", path: "/clock/freeze", maxBytes: MIB, wraps: "time", returns: "body" },

	state: { method: "GET", path: "/state", returns: "body" },
	collections: { method: "GET", path: "/collections", returns: "collections" },
	records: { method: "GET", path: "/state/:collection", hasQuery: true, returns: "body" },
	datasets: { method: "GET", path: "/datasets", returns: "body" },
	setState: { method: "PUT", path: "/state", maxBytes: 64 * MIB },
	addRecord: { method: "POST", path: "/state/:collection", maxBytes: 64 * MIB, returns: "body", status: 201 },
	updateRecord: { method: "PUT", path: "/state/:collection/:id", id: "record", maxBytes: 64 * MIB },
	removeRecord: { method: "DELETE", path: "/state/:collection/:id", id: "record" },
	reset: { method: "POST", path: "/reset", maxBytes: MIB },
	snapshot: { method: "POST", path: "/snapshots", returns: "id", status: 201 },
	snapshots: { method: "GET", path: "/snapshots", returns: "snapshots" },
	restore: { method: "POST", path: "/snapshots/:id/restore", id: "snapshot" },
	deleteSnapshot: { method: "DELETE", path: "/snapshots/:id", id: "snapshot" },

	sessions: { method: "GET", path: "/sessions", returns: "sessions" },
	deleteSession: { method: "DELETE", path: "/sessions/:id", id: "session" },
	operations: { method: "GET", path: "/operations", returns: "operations" },
	assumptions: { method: "GET", path: "/assumptions", returns: "assumptions" },
	usedAssumptions: { method: "GET", path: "/used-assumptions", returns: "body" },
};

/** Returns the names of the methods with their specs. */
export const listMethods = (): [ControlMethod, MethodSpec][] =>
	Object.entries(METHODS) as [ControlMethod, MethodSpec][];

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** Returns what has the method, and its name there: `clock` has those of the clock. */
function placeOf(control: object, name: ControlMethod) {
	const dot = name.indexOf(".");
	return dot < 0
		? ([control, name] as const)
		: ([
				Reflect.get(control, name.slice(0, dot)),
				name.slice(dot + 1),
			] as const);
}

/** Returns the method of that name. */
export const methodOf = (control: Control, name: ControlMethod): Method =>
	Reflect.get(...placeOf(control, name));

/** Sets the method of that name. One with a dot comes after the one before its dot. */
export function setMethod(
	control: object,
	name: ControlMethod,
	method: Method,
): void {
	Reflect.set(...placeOf(control, name), method);
}
