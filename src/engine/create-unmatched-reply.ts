import type { Arrived } from "./arrived.ts";
import { createProblem } from "./response/problems.ts";
import type { Reply, Service } from "./service.ts";

/** Rejects a request that no operation matches: 405 on the path of an operation, 404 anywhere else. */
export function createUnmatchedReply(
	{ unmatched: { unknownPath, undefinedMethod } }: Service,
	basePath: string,
	{
		request: { method },
		match: { address, route },
		nearest = [],
	}: Pick<Arrived, "request" | "match" | "nearest">,
): Reply {
	if (route.kind !== "undefined-method")
		return {
			...createProblem("unknownPath", { path: address.path }, unknownPath, {
				nearest,
			}),
			spec: unknownPath,
		};
	const { allow } = route;
	const path = basePath + route.path;
	return {
		...createProblem(
			"undefinedMethod",
			{ method, path, allow },
			undefinedMethod,
		),
		headers: { allow },
		spec: undefinedMethod,
	};
}
