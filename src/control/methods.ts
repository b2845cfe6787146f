import type { Change } from "../engine/changes.ts";
import { methods } from "../schemas/generated/methods.ts";
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
	/** What others have to load again after a call. */
	readonly changes?: readonly Change["subject"][];
}

export const METHODS: Readonly<Record<ControlMethod, MethodSpec>> = methods;

/** Returns the names of the methods with their specs. */
export const listMethods = (): [ControlMethod, MethodSpec][] =>
	Object.entries(METHODS) as [ControlMethod, MethodSpec][];

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** Returns what has the method, and its name there: `clock` has those of the clock. */
function placeOf(
	control: object,
	name: ControlMethod,
): readonly [owner: Record<string, Method>, name: string] {
	const dot = name.indexOf(".");
	return dot < 0
		? [Object(control), name]
		: [Reflect.get(control, name.slice(0, dot)), name.slice(dot + 1)];
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
	const [owner, own] = placeOf(control, name);
	// Each test has a control, and `Reflect.set` takes 10 KB for it.
	owner[own] = method;
}
