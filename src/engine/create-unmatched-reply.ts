import type { EngineContext } from "./context.ts";
import type { MockRequest } from "./request/request.ts";
import { createProblem } from "./response/problems.ts";
import type { Match } from "./routing/router.ts";
import type { Reply } from "./service.ts";

/** Rejects a request that no operation matches: 405 on the path of an operation, 404 anywhere else. */
export function createUnmatchedReply(
	{ service, router, findNearMisses }: EngineContext,
	{ method }: Pick<MockRequest, "method">,
	match: Match,
): Reply {
	const { unknownPath, undefinedMethod } = service.unmatched;
	const { address, route } = match;
	if (route.kind !== "undefined-method") {
		const nearest = findNearMisses(method, match);
		const isRoot = address.path.replace(/\/$/, "") === router.basePath;
		const needsList = isRoot || nearest.length === 0;
		const facts = {
			path: address.path,
			remedy: needsList ? " Use one of `operations`." : "",
		};
		const operations = service.operations.map(
			({ spec }) => `${spec.method} ${router.basePath}${spec.path}`,
		);
		return {
			...createProblem("unknownPath", facts, unknownPath, {
				nearest,
				...(needsList && { operations }),
			}),
			spec: unknownPath,
		};
	}
	const { allow } = route;
	const facts = { method, allow, path: router.basePath + route.path };
	return {
		...createProblem("undefinedMethod", facts, undefinedMethod),
		headers: { allow },
		spec: undefinedMethod,
	};
}
