import type { Contract } from "../contract.ts";
import type { Observation } from "../observation.ts";

/** Headers that any server, framework or proxy sends, and those of the mock. */
const USUAL =
	/^(date|server|connection|keep-alive|transfer-encoding|content-.+|cache-control|expires|etag|last-modified|vary|via|age|access-control-.+|strict-transport-security|x-powered-by|x-content-type-options|x-frame-options|mock-.+)$/;

/** Returns the headers of a successful response that the document does not name, as `header <name>`. */
export function listUndeclaredHeaders(
	contract: Contract,
	{ target, status, response }: Observation,
): string[] {
	if (response.status >= 400) return [];
	const { headers: declared = {} } =
		contract.documented.findResponseAssumptions(target, status) ?? {};
	return Object.keys(response.headers)
		.filter((name) => !(name in declared) && !USUAL.test(name))
		.map((name) => `header ${name}`);
}
