import { type Asking, isSuccess, typeOf } from "./asking.ts";

/** After so many paths without OPTIONS, the others have none either. */
const MAX_FAILED = 2;

/** Finds the paths on which a service defines OPTIONS, although the document does not. */
export async function askMethods(asking: Asking): Promise<void> {
	const { ask, tell, contract, operations } = asking;
	const [status] = contract.documented.listStatuses("undefinedMethod");
	if (status === undefined) return;
	const paths = new Map(operations.map((each) => [each.path, each.id]));
	let failed = 0;
	for (const [path, id] of paths) {
		if (failed === MAX_FAILED) return;
		if (
			operations.some((each) => each.path === path && each.method === "OPTIONS")
		)
			continue;
		const found = await ask({ method: "OPTIONS", path });
		if (!found || !isSuccess(found)) {
			failed += 1;
			continue;
		}
		const { headers, body, status: actual } = found.response;
		const allow =
			headers.allow === undefined ? "no Allow" : `Allow: ${headers.allow}`;
		const type = typeOf(found);
		const sent = body.length === 0 ? "an empty body" : "a body";
		tell(id, found, {
			where: "status",
			expected: `${status} for OPTIONS`,
			actual: `${actual} with ${allow} and ${sent}${type ? ` as ${type}` : ""}`,
		});
	}
}
