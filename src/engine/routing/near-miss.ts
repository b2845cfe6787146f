import { distance } from "fastest-levenshtein";
import type { Reply, Service } from "../model/service.ts";
import type { MockRequest } from "../request/request.ts";
import { createProblem } from "../response/problems.ts";
import type { Match, Router } from "./router.ts";

/** An operation that a request came close to, and why the request did not match it. */
export interface NearMiss {
	readonly operation: string;
	readonly why: string;
}

/** Returns the operations nearest to a request, nearest first; at most three. */
export type FindNearMisses = (
	method: string,
	match: Match,
) => readonly NearMiss[];

const MAX_NEAR_MISSES = 3;

const withoutExtraSlashes = (path: string): string =>
	path.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");

function decode(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

/** Names the one simple difference between two paths; undefined if there is none. */
function simpleDifference(sent: string, defined: string): string | undefined {
	if (sent.toLowerCase() === defined.toLowerCase())
		return `the path differs in case from ${defined}`;
	if (withoutExtraSlashes(sent) === defined)
		return `the path has an extra slash; the operation is at ${defined}`;
	if (decode(sent) === defined)
		return `the path is percent-encoded; the operation is at ${defined}`;
	if (defined.endsWith(sent) && sent !== "/")
		return `the path lacks the beginning of ${defined}`;
	if (sent.endsWith(defined)) return `the path has a prefix before ${defined}`;
	if (sent.startsWith(`${defined}/`))
		return `the path continues after ${defined}`;
	if (sent !== "/" && defined.startsWith(`${withoutExtraSlashes(sent)}/`))
		return `the path ends before ${defined}`;
	return undefined;
}

/** Creates the search for near misses. It runs once for each match, however often the result is needed. */
export function createNearMissFinder(
	{ operations }: Pick<Service, "operations">,
	{ basePath }: Pick<Router, "basePath">,
	baseUrl: string | undefined,
): FindNearMisses {
	const found = new WeakMap<Match, readonly NearMiss[]>();

	const find: FindNearMisses = (sentMethod, { address, route }) =>
		operations
			.map(({ spec: { id, method, path } }) => {
				const defined = basePath + path;
				const edits = distance(address.path.toLowerCase(), defined);
				const isPath = address.path === defined;
				const isMethod =
					method === sentMethod || (method === "GET" && sentMethod === "HEAD");
				const simple = simpleDifference(address.path, defined);
				const why = [
					...(isPath ? [] : [simple ?? `the path is ${defined}`]),
					...(isMethod ? [] : [`the method is ${method}`]),
				].join(", and ");
				return {
					operation: id,
					why:
						route.kind === "outside-base-url"
							? `the mock answers only below ${baseUrl}`
							: why,
					rank: (simple ? 0 : 10 + edits) + (isMethod ? 0 : 1),
					isNear: simple !== undefined || edits <= defined.length / 3,
				};
			})
			.filter(({ isNear }) => isNear)
			.sort((a, b) => a.rank - b.rank)
			.slice(0, MAX_NEAR_MISSES)
			.map(({ operation, why }) => ({ operation, why }));

	return (method, match) => {
		const nearest = found.get(match) ?? find(method, match);
		found.set(match, nearest);
		return nearest;
	};
}

/** Rejects a request that no operation matches: 405 on the path of an operation, 404 anywhere else. */
export function createUnmatchedReply(
	{
		service,
		router,
		findNearMisses,
	}: {
		readonly service: Service;
		readonly router: Router;
		readonly findNearMisses: FindNearMisses;
	},
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
