import type {
	Contract,
	ContractOperation,
	ExampleRequest,
	OutgoingRequest,
	UnmatchedTarget,
} from "./contract.ts";

export const buildRequest = (
	{ method, path }: ContractOperation,
	{ query = "", body }: ExampleRequest,
): OutgoingRequest => ({
	method,
	path: `${path}${query}`,
	...(body !== undefined && {
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
	}),
});

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

/** Returns the operation id that the description starts with, or the empty string. */
export const findOperationId = (
	description: string,
	operations: Contract["operations"],
): string =>
	operations.find(({ id }) => description.startsWith(`${id}:`))?.id ?? "";
