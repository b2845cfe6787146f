import type { MockRequest } from "../request/request.ts";
import type { OperationSpec } from "../service.ts";
import { type Address, createAddressReader } from "./address.ts";

/** Where a request leads: an operation, a known path without that method, or nothing. */
export type Match =
	| { readonly operation: string }
	| { readonly allow: string; readonly path: string }
	| { readonly unknownPath: string };

export interface Router {
	/** Where a request goes. */
	readAddress(incoming: Pick<MockRequest, "origin" | "target">): Address;
	/** Undefined for a request to elsewhere: another origin, or outside the base path. */
	match(method: string, address: Address): Match | undefined;
	/** The paths with an operation, without the base path. */
	readonly paths: readonly string[];
	/** What the paths begin with. */
	readonly basePath: string;
}

/** @throws TypeError where `baseUrl` is no absolute http or https URL, or has a query or a fragment. */
function readBaseUrl(baseUrl: string): { origin: string; path: string } {
	const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
	if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
		throw new TypeError(
			`The base URL "${baseUrl}" cannot be used: it must be absolute, http or https, without query or fragment, like http://localhost:4010/api.`,
		);
	return { origin: url.origin, path: url.pathname.replace(/\/$/, "") };
}

/**
 * The path without a trailing slash.
 * @throws TypeError where it does not begin with a slash, or has what no path has.
 */
export function readBasePath(basePath: string): string {
	const path = basePath.replace(/\/+$/, "");
	if (path !== "" && !/^(\/[A-Za-z0-9._~!$&'()*+,;=:@-]+)+$/.test(path))
		throw new TypeError(
			`The base path "${basePath}" cannot be used: it must begin with a slash, like /api.`,
		);
	return path;
}

/**
 * @throws TypeError for a base URL or base path that is none, or both at once
 * @param base of requests that are the service's: `baseUrl` for one origin, `basePath` for any; neither for any
 *   origin with the paths as they are
 */
export function createRouter(
	specs: readonly OperationSpec[],
	base: { baseUrl?: string | undefined; basePath?: string | undefined },
): Router {
	if (base.baseUrl !== undefined && base.basePath !== undefined)
		throw new TypeError(
			"A base URL and a base path cannot be used together: put the path into the base URL.",
		);
	const { origin, path: prefix } =
		base.baseUrl === undefined
			? { origin: undefined, path: readBasePath(base.basePath ?? "") }
			: readBaseUrl(base.baseUrl);
	const byPath = new Map<
		string,
		{ methods: Map<string, Match>; undefinedMethod: Match }
	>();
	for (const path of new Set(specs.map((spec) => spec.path))) {
		const methods = new Map<string, Match>();
		for (const { id, method } of specs.filter((spec) => spec.path === path)) {
			methods.set(method, { operation: id });
			if (method === "GET") methods.set("HEAD", { operation: id });
		}
		byPath.set(path, {
			methods,
			undefinedMethod: { allow: [...methods.keys()].join(", "), path },
		});
	}
	return {
		paths: [...byPath.keys()],
		basePath: prefix,
		readAddress: createAddressReader(prefix),
		match(method, address) {
			if (origin !== undefined && address.origin !== origin) return undefined;
			if (prefix !== "" && !`${address.path}/`.startsWith(`${prefix}/`))
				return origin === undefined ? { unknownPath: address.path } : undefined;
			const path = address.path.slice(prefix.length);
			const known = byPath.get(path);
			if (!known) return { unknownPath: address.path };
			return known.methods.get(method) ?? known.undefinedMethod;
		},
	};
}
