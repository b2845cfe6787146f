import type { QueryParameters } from "../../document/query.ts";
import type { ValidatingControl } from "../control.ts";

/** Reads a file of the page at `/__mock/` by its path, such as `index.html`. Returns undefined if the file does not exist. */
export type ReadPageFile = (
	path: string,
) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/** What is the same for every request. */
export interface ServerInfo {
	/** The prefix of the service's paths, without a trailing slash; defaults to none. */
	readonly basePath?: string | undefined;
	/** The version of the mock. */
	readonly version?: string | undefined;
	/** Returns the OpenAPI document of the service. */
	readonly document: () => Promise<unknown>;
	/** Reads the page at `/__mock/`; defaults to a list of the routes. */
	readonly readPageFile?: ReadPageFile | undefined;
	/** How many requests the server rejected itself, without a session, by status. */
	readonly rejections?: ReadonlyMap<number, number> | undefined;
	/** Ends the event streams, which would otherwise keep the server from closing. */
	readonly ending?: AbortSignal | undefined;
}

/** The arguments of a route handler. */
export interface RouteContext {
	readonly request: Request;
	/** The control of the session that the request names, or of all sessions. */
	readonly control: ValidatingControl;
	/** The path segment for `:id`; empty if the path has none. */
	readonly id: string;
	/** The path segment for `:collection`; empty if the path has none. */
	readonly collection: string;
	/** The query parameters of a GET request, or the parsed body of another; undefined without a body. */
	readonly input: unknown;
	readonly server: ServerInfo;
}

export interface ControlRoute {
	readonly method: "GET" | "PUT" | "POST" | "DELETE";
	/** The path below `/__mock`; `:id` and `:collection` stand for any one segment. */
	readonly path: string;
	/** One line about what the route does. */
	readonly does: string;
	/** Returns a response, or a value to send as JSON; undefined sends 204. */
	readonly handle: (context: RouteContext) => unknown;
	/** The query parameters besides `session`; defaults to none. */
	readonly query?: QueryParameters;
	/** The maximum size of the JSON body; without it, the route takes no body. */
	readonly maxBytes?: number;
	/** Whether the route is available without a token. */
	readonly isOpen?: boolean;
}
