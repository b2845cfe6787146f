import type { PathValues } from "../../document/path-template.ts";
import type { Service } from "../model/service.ts";
import type { MockRequest } from "../request/request.ts";
import type { Operation } from "./operation.ts";

/** The parsed target of a request. Paths are compared byte for byte; only the values of parameters are decoded. */
export interface Address {
	/** Scheme, host and port; empty for a request to a server. */
	readonly origin: string;
	/** The path without the part that names the session. */
	readonly path: string;
	/** The query with its question mark; empty if there is none. */
	readonly search: string;
	/** The session name in the path. It may be invalid. */
	readonly session: string | undefined;
}

const SESSION_PREFIX = "/__session/";

/**
 * Returns a function that splits a request target.
 * @param basePath may stand before or after `/__session/<name>`
 */
export function createAddressReader(
	basePath: string,
): (request: { readonly origin: string; readonly target: string }) => Address {
	const afterBase = `${basePath}${SESSION_PREFIX}`;

	return ({ origin, target }) => {
		const question = target.indexOf("?");
		const path = question === -1 ? target : target.slice(0, question);
		const search = question === -1 ? "" : target.slice(question);
		const isFirst = path.startsWith(SESSION_PREFIX);
		if (!isFirst && !path.startsWith(afterBase))
			return { origin, path, search, session: undefined };
		const before = isFirst ? "" : basePath;
		const named = path.slice(before.length + SESSION_PREFIX.length);
		const slash = named.indexOf("/");
		const end = slash === -1 ? named.length : slash;
		return {
			origin,
			path: before + (named.slice(end) || "/"),
			search,
			session: named.slice(0, end),
		};
	};
}

/** The parsed target of a request to the control API. */
export interface ControlAddress extends Pick<Address, "search" | "session"> {
	/** The rest of the path after `/__mock`. */
	readonly below: string;
}

const ROOT = "/__mock";

/**
 * Returns a function that parses the target of a request to the control API, and returns undefined for other targets.
 * The control API is at the root and below the base path. So a client can append its path to the URL of the service,
 * and need not know the base path.
 */
export function createControlAddressReader(
	basePath: string,
): (target: string) => ControlAddress | undefined {
	const readAddress = createAddressReader(basePath);
	const roots = [ROOT, `${basePath}${ROOT}`];
	return (target) => {
		const { path, search, session } = readAddress({ origin: "", target });
		const root = roots.find(
			(each) => path === each || path.startsWith(`${each}/`),
		);
		return root === undefined
			? undefined
			: { below: path.slice(root.length), search, session };
	};
}

/** The result of routing an address. */
export type Route =
	| {
			readonly kind: "operation";
			readonly operation: Operation;
			/** The values of the path parameters; undefined if the path has none. */
			readonly parameters?: PathValues;
	  }
	| {
			readonly kind: "undefined-method";
			readonly operation?: never;
			/** The path without the base path. */
			readonly path: string;
			/** The methods for the `Allow` header. */
			readonly allow: string;
	  }
	| { readonly kind: "unknown-path"; readonly operation?: never }
	/** The origin differs from the base URL, or the path is outside of it. */
	| { readonly kind: "outside-base-url"; readonly operation?: never };

/** The address and the route of a request, which are looked up once. */
export interface Match {
	readonly address: Address;
	readonly route: Route;
}

export interface Router extends Pick<Service, "unmatched" | "paths"> {
	match(request: Pick<MockRequest, "method" | "origin" | "target">): Match;
	readonly operations: readonly Operation[];
	/** The paths of the operations, without the base path. */
	readonly templates: readonly string[];
	/** The path before the paths of the operations; empty if there is none. */
	readonly basePath: string;
	/** The base URL of all requests; undefined if the mock responds at any origin. */
	readonly baseUrl: string | undefined;
}

const UNKNOWN: Route = { kind: "unknown-path" };
const OUTSIDE: Route = { kind: "outside-base-url" };

/** @throws TypeError if `baseUrl` is not an absolute http or https URL, or has a query or a fragment */
function parseBaseUrl(baseUrl: string): { origin: string; path: string } {
	const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
	if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
		throw new TypeError(
			`Invalid base URL "${baseUrl}". Use an absolute http or https URL without query or fragment, like http://localhost:4010/api.`,
		);
	return { origin: url.origin, path: url.pathname.replace(/\/$/, "") };
}

/**
 * Returns the base path without a trailing slash.
 * @throws TypeError if it does not begin with a slash, or contains a character or a segment that is not allowed
 */
function parseBasePath(basePath: string): string {
	const path = basePath.replace(/\/+$/, "");
	if (
		path !== "" &&
		!/^(\/(?!__|\.\.?(\/|$))[A-Za-z0-9._~!$&'()*+,;=:@-]+)+$/.test(path)
	)
		throw new TypeError(
			`Invalid base path "${basePath}". It must begin with a slash, like /api, and no segment may be . or .. or begin with __.`,
		);
	return path;
}

/** The routes of one path. */
interface PathRoutes {
	readonly path: string;
	readonly methods: ReadonlyMap<string, Extract<Route, { kind: "operation" }>>;
}

function createPathRoutes(
	path: string,
	operations: readonly Operation[],
	hasHead: boolean,
): PathRoutes {
	const methods = new Map();
	for (const operation of operations) {
		const { method } = operation.spec;
		if (operation.spec.path !== path) continue;
		const route: Route = { kind: "operation", operation };
		methods.set(method, route);
		if (hasHead && method === "GET" && !methods.has("HEAD"))
			methods.set("HEAD", route);
	}
	return { path, methods };
}

/**
 * Returns a function that finds the route of a path. A path without parameters takes precedence over a path with
 * parameters.
 */
function createRouteFinder(
	byPath: ReadonlyMap<string, PathRoutes>,
	paths: Service["paths"],
) {
	const find = paths?.createFinder(byPath);

	return (method: string, path: string): Route => {
		const exact = byPath.get(path);
		const found = exact?.methods.get(method);
		if (found) return found;
		const others = exact ? [exact] : [];
		// Another path with parameters may define the method.
		for (const { value, parameters } of find?.(path) ?? []) {
			if (value === exact) continue;
			const route = value.methods.get(method);
			if (route) return { ...route, parameters };
			others.push(value);
		}
		const [first] = others;
		if (!first) return UNKNOWN;
		const methods = others.flatMap((each) => [...each.methods.keys()]);
		const allow = [...new Set(methods)].join(", ");
		return { kind: "undefined-method", path: first.path, allow };
	};
}

/**
 * Creates the router.
 * @param base `baseUrl` restricts the mock to one origin and path, `basePath` to one path at any origin
 * @throws TypeError for an invalid base URL or base path, or if both are given
 */
export function createRouter(
	operations: readonly Operation[],
	{ unmatched, paths }: Pick<Service, "unmatched" | "paths">,
	{
		baseUrl,
		basePath,
	}: { baseUrl?: string | undefined; basePath?: string | undefined },
): Router {
	if (baseUrl !== undefined && basePath !== undefined)
		throw new TypeError(
			"baseUrl and basePath cannot be combined. Add the path to the base URL.",
		);
	const base =
		baseUrl === undefined
			? { origin: undefined, path: parseBasePath(basePath ?? "") }
			: parseBaseUrl(baseUrl);
	const readAddress = createAddressReader(base.path);
	const byPath = new Map(
		operations.map(({ spec: { path } }) => [
			path,
			createPathRoutes(path, operations, !unmatched.head.isUndefined),
		]),
	);
	const find = createRouteFinder(byPath, paths);

	function findRoute(method: string, { origin, path }: Address): Route {
		if (base.origin !== undefined && origin !== base.origin) return OUTSIDE;
		if (base.path !== "" && !`${path}/`.startsWith(`${base.path}/`))
			return base.origin === undefined ? UNKNOWN : OUTSIDE;
		return find(method, path.slice(base.path.length));
	}

	return {
		unmatched,
		operations,
		paths,
		templates: [...byPath.keys()],
		basePath: base.path,
		baseUrl,
		match(request) {
			const address = readAddress(request);
			return { address, route: findRoute(request.method, address) };
		},
	};
}
