/** Where a request goes. Paths are compared byte for byte; nothing is decoded. */
export interface Address {
	/** Scheme, host and port; empty for a request to a server. */
	readonly origin: string;
	/** The path without the part that names the session. */
	readonly path: string;
	/** The query with its question mark; empty if there is none. */
	readonly search: string;
	/** The session name in the path, valid or not. */
	readonly session: string | undefined;
}

const SESSION_PREFIX = "/__session/";

/**
 * Returns a function that splits a request target.
 * @param basePath `/__session/<name>` may stand before it or after it
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

/** Where a request to the control API goes. */
export interface ControlAddress {
	/** The rest of the path after `/__mock`. */
	readonly below: string;
	/** The query with its question mark; empty if there is none. */
	readonly search: string;
	/** The session name in the path, valid or not. */
	readonly session: string | undefined;
}

const ROOT = "/__mock";

/**
 * Returns a function that reads the target of a request to the control API, and returns undefined for other targets.
 * The control API is at the root and below the base path, so that it can be reached from the service's URL without
 * knowing where in that URL the base path begins.
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
