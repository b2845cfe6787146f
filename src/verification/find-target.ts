import type { Contract, OutgoingRequest, UnmatchedTarget } from "./contract.ts";

/** Returns the id of the operation that the request matches, or why it matches none. */
export function findTarget(
	{ method, path }: OutgoingRequest,
	operations: Contract["operations"],
): string {
	const [pathname] = path.split("?");
	const candidates = operations.filter((each) => each.path === pathname);
	const expected = method === "HEAD" ? "GET" : method;
	const unmatched: UnmatchedTarget =
		candidates.length > 0 ? "undefinedMethod" : "unknownPath";
	return candidates.find((each) => each.method === expected)?.id ?? unmatched;
}
