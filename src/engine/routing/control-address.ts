import { createAddressReader } from "./address.ts";

/** What is asked of the mock itself, and not of the service. */
export interface OwnAddress {
	/** What is left of the path after `/__mock`. */
	readonly below: string;
	/** With its question mark; empty where there is none. */
	readonly search: string;
	/** The session that the path names, valid or not; undefined where it names none. */
	readonly session: string | undefined;
}

const ROOT = "/__mock";

/**
 * Reads the target of a request as one of the control API, which is at the root and below the base path: whoever has
 * the URL of the service need not know where in it the base path begins.
 */
export function createOwnAddressReader(
	basePath: string,
): (target: string) => OwnAddress | undefined {
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
