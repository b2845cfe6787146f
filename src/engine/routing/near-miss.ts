import type { NearOperation } from "../../journal/entry.ts";
import { distance } from "../../values/describe-unknown-name.ts";
import { tryDecode } from "../../values/http.ts";
import type { Reply } from "../model/service.ts";
import type { MockRequest } from "../request/request.ts";
import { createProblem } from "../response/problems.ts";
import type { Match, Router } from "./router.ts";

/** A similar operation, with the reason why the request does not match it. */
export type NearMiss = NearOperation;

const MAX_NEAR_MISSES = 3;
/** The maximum number of typos in a path with parameters. */
const MAX_EDITS = 2;
/** How many segments of a path are compared with each operation. The time grows with the square of the length. */
const MAX_SEGMENTS = 20;
const MAX_SEGMENT = 100;
/** A distance larger than that of any path. */
const MAX_PATH = 1_000_000;

const withoutExtraSlashes = (path: string): string =>
	path.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");

/** Describes the difference between two paths if it is a simple one; otherwise returns undefined. */
function simpleDifference(sent: string, filled: string, defined: string) {
	if (sent.toLowerCase() === filled.toLowerCase())
		return `the path differs in case from ${defined}`;
	if (withoutExtraSlashes(sent) === filled)
		return `the path has an extra slash; the operation is at ${defined}`;
	if (tryDecode(sent) === filled)
		return `the path is percent-encoded; the operation is at ${defined}`;
	if (filled.endsWith(sent) && sent !== "/")
		return `the path lacks the beginning of ${defined}`;
	if (sent.endsWith(filled)) return `the path has a prefix before ${defined}`;
	if (sent.startsWith(`${filled}/`))
		return `the path continues after ${defined}`;
	if (sent !== "/" && filled.startsWith(`${withoutExtraSlashes(sent)}/`))
		return `the path ends before ${defined}`;
	return undefined;
}

/** Returns at most three operations that are similar to a request, the most similar first. */
export function findNearMisses(
	{ operations, basePath, baseUrl, paths }: Router,
	sentMethod: string,
	match: Match,
): readonly NearMiss[] {
	const sent = match.address.path
		.split("/", MAX_SEGMENTS)
		.map((each) => each.slice(0, MAX_SEGMENT))
		.join("/");
	const isOutside = match.route.kind === "outside-base-url";
	// Outside of the base URL, all have the same reason.
	const most = isOutside ? 1 : MAX_NEAR_MISSES;
	return operations
		.map(({ spec: { id, method, path } }) => {
			const defined = basePath + path;
			const filled = paths?.fill(defined, sent) ?? defined;
			const edits = distance(sent.toLowerCase(), filled.toLowerCase());
			const isMethod =
				method === sentMethod || (method === "GET" && sentMethod === "HEAD");
			const simple = simpleDifference(sent, filled, defined);
			// A path below another one is more similar to a path beside it.
			const isClose = simple ?? (filled !== defined && edits <= MAX_EDITS);
			const nearness = paths ? edits / MAX_PATH : 0;
			const why = [
				...(sent === filled ? [] : [simple ?? `the path is ${defined}`]),
				...(isMethod ? [] : [`the method is ${method}`]),
			].join(", and ");
			return {
				operation: id,
				why: isOutside ? `the mock responds only below ${baseUrl}` : why,
				rank: (isClose ? 0 : 10 + edits) + (isMethod ? 0 : 1) + nearness,
				isNear: simple !== undefined || edits <= filled.length / 3,
			};
		})
		.filter(({ isNear }) => isNear)
		.sort((a, b) => a.rank - b.rank)
		.slice(0, most)
		.map(({ operation, why }) => ({ operation, why }));
}

/** Rejects a request that no operation matches: 405 on the path of an operation, 404 anywhere else. */
export function createUnmatchedReply(
	router: Router,
	{ method }: Pick<MockRequest, "method">,
	match: Match,
): Reply {
	const { operations, basePath } = router;
	const { unknownPath, undefinedMethod } = router.unmatched;
	const { address, route } = match;
	if (route.kind === "undefined-method") {
		const { allow } = route;
		const facts = { method, allow, path: basePath + route.path };
		return {
			...createProblem("undefinedMethod", facts, undefinedMethod),
			headers: { allow },
			spec: undefinedMethod,
		};
	}
	const nearest = findNearMisses(router, method, match);
	const isRoot = address.path.replace(/\/$/, "") === basePath;
	const needsList = isRoot || nearest.length === 0;
	const facts = {
		path: address.path,
		remedy: needsList ? " Use one of `operations`." : "",
	};
	const list = operations.map(
		({ spec }) => `${spec.method} ${basePath}${spec.path}`,
	);
	return {
		...createProblem("unknownPath", facts, unknownPath, {
			nearest,
			...(needsList && { operations: list }),
		}),
		spec: unknownPath,
	};
}
