import { createAddressReader } from "./address.ts";

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
