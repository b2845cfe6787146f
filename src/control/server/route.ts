import type { QueryParameters } from "../../document/query.ts";
import type { Control } from "../control.ts";
import type { MethodSpec } from "../methods.ts";

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
	readonly control: Control;
	/** The path segments for `:collection` and `:id`. */
	readonly segments: readonly string[];
	/** The query parameters of a GET request, or the parsed body of another; undefined without a body. */
	readonly input: unknown;
	readonly server: ServerInfo;
}

export interface ControlRoute
	extends Pick<MethodSpec, "method" | "path" | "does" | "maxBytes"> {
	/** Returns a response, or a value to send as JSON; undefined sends 204. */
	readonly handle: (context: RouteContext) => unknown;
	/** The query parameters besides `session`; defaults to none. */
	readonly query?: QueryParameters;
	/** Whether the route is available without a token. */
	readonly isOpen?: boolean;
}
