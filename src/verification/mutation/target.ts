import type {
	Contract,
	OutgoingRequest,
	UnmatchedTarget,
} from "../contract.ts";

/** The operation that the request is for, or what it is for beyond operations. */
export function targetOf(
	{ method, path }: OutgoingRequest,
	operations: Contract["operations"],
): string {
	const [asked = ""] = path.split("?");
	const there = operations.filter((operation) => operation.path === asked);
	const defined = there.find(
		(operation) =>
			operation.method === method ||
			(method === "HEAD" && operation.method === "GET"),
	);
	const beyond: UnmatchedTarget =
		there.length > 0 ? "undefinedMethod" : "unknownPath";
	return defined?.id ?? beyond;
}
