import type { Control } from "../control.ts";
import type { QueryShape } from "./read-query-parameters.ts";

/** The page that people see at `/__mock/`. */
export type InspectorPage = (about: {
	readonly title: string;
	/** What the page's own style and script have to carry (Content Security Policy). */
	readonly nonce: string;
}) => string;

/** What the handler of a route is given. */
export interface RouteContext {
	readonly request: Request;
	/** Of the session that is named, or of all. */
	readonly control: Control;
	/** What stands in the path in place of `:id`; empty where the route has none. */
	readonly id: string;
	/** Those that the route knows, each given once. */
	readonly query: ReadonlyMap<string, string>;
	/** Parsed; undefined where none was sent, or the route takes none. */
	readonly body: unknown;
	readonly about: ServerInfo;
}

/** What is the same for every request. */
export interface ServerInfo {
	readonly title: string;
	/** What the paths of the service begin with. */
	readonly basePath: string;
	readonly version: string | undefined;
	/** The OpenAPI document of the service. */
	readonly document: () => Promise<unknown>;
	readonly page: InspectorPage | undefined;
	/** Ends what would go on for ever. */
	readonly ending: AbortSignal | undefined;
	/** Lets a page in that knows the token. @returns a cookie @throws ControlError where it does not */
	readonly logIn: (request: Request, token: string) => string;
	/** What can be asked, a line each. */
	readonly routes: readonly string[];
}

export interface ControlRoute {
	readonly method: "GET" | "PUT" | "POST" | "DELETE";
	/** Below `/__mock`; `:id` stands for any one segment. */
	readonly path: string;
	/** In one line. */
	readonly does: string;
	readonly handle: (asked: RouteContext) => Response | Promise<Response>;
	/** The query parameters it knows beside `session`; none when absent. */
	readonly query?: QueryShape;
	/** How many bytes of JSON it takes; no body when absent. */
	readonly maxBytes?: number;
	/** Whether it is there for whoever has no token yet. */
	readonly isOpen?: boolean;
}
