import type { MockRequest } from "../request/request.ts";
import { type Address, createAddressReader } from "./address.ts";
import type { Operation } from "./operation.ts";

/** The result of routing an address. */
export type Route =
	| { readonly kind: "operation"; readonly operation: Operation }
	| {
			readonly kind: "undefined-method";
			readonly operation?: never;
			/** Without the base path. */
			readonly path: string;
			/** For the `Allow` header. */
			readonly allow: string;
	  }
	| { readonly kind: "unknown-path"; readonly operation?: never }
	/** Another origin than the base URL's, or a path outside of it. */
	| { readonly kind: "outside-base-url"; readonly operation?: never };

/** The result of the one look-up for each request: its address and its route. */
export interface Match {
	readonly address: Address;
	readonly route: Route;
}

export interface Router {
	match(request: Pick<MockRequest, "method" | "origin" | "target">): Match;
	readonly operations: readonly Operation[];
	/** The paths of the operations, without the base path. */
	readonly paths: readonly string[];
	/** The path before the paths of the operations; empty if there is none. */
	readonly basePath: string;
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
 * @throws TypeError if it does not begin with a slash, or has a character or a segment that is not allowed
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

/** The routes of one path, by method. */
function createPathRoutes(path: string, operations: readonly Operation[]) {
	const methods = new Map<string, Route>();
	for (const operation of operations) {
		const { method } = operation.spec;
		if (operation.spec.path !== path) continue;
		const route: Route = { kind: "operation", operation };
		methods.set(method, route);
		if (method === "GET") methods.set("HEAD", route);
	}
	const allow = [...methods.keys()].join(", ");
	const fallback: Route = { kind: "undefined-method", path, allow };
	return { methods, fallback };
}

/**
 * Creates the router.
 * @param base `baseUrl` restricts the mock to one origin and path, `basePath` to one path at any origin
 * @throws TypeError for an invalid base URL or base path, or for both at once
 */
export function createRouter(
	operations: readonly Operation[],
	{
		baseUrl,
		basePath,
	}: { baseUrl?: string | undefined; basePath?: string | undefined },
): Router {
	if (baseUrl !== undefined && basePath !== undefined)
		throw new TypeError(
			"The options baseUrl and basePath cannot be combined. Add the path to the base URL.",
		);
	const base =
		baseUrl === undefined
			? { origin: undefined, path: parseBasePath(basePath ?? "") }
			: parseBaseUrl(baseUrl);
	const readAddress = createAddressReader(base.path);
	const byPath = new Map(
		operations.map(({ spec: { path } }) => [
			path,
			createPathRoutes(path, operations),
		]),
	);

	function findRoute(method: string, { origin, path }: Address): Route {
		if (base.origin !== undefined && origin !== base.origin) return OUTSIDE;
		if (base.path !== "" && !`${path}/`.startsWith(`${base.path}/`))
			return base.origin === undefined ? UNKNOWN : OUTSIDE;
		const routes = byPath.get(path.slice(base.path.length));
		if (!routes) return UNKNOWN;
		return routes.methods.get(method) ?? routes.fallback;
	}

	return {
		operations,
		paths: [...byPath.keys()],
		basePath: base.path,
		match(request) {
			const address = readAddress(request);
			return { address, route: findRoute(request.method, address) };
		},
	};
}
