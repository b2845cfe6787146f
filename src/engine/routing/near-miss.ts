import { distance } from "fastest-levenshtein";
import type { OperationSpec } from "../service.ts";

/** An operation that a request came close to, and why it did not match. */
export interface NearMiss {
	readonly operation: string;
	readonly why: string;
}

const MOST = 3;

const withoutSlashes = (path: string): string =>
	path.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");

function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

/** What would have to change for the paths to be the same, in words; undefined where nothing simple would do. */
function whyPath(sent: string, defined: string): string | undefined {
	if (sent.toLowerCase() === defined.toLowerCase())
		return `the path differs in case from ${defined}`;
	if (withoutSlashes(sent) === defined)
		return `the path has a slash too many for ${defined}`;
	if (decoded(sent) === defined)
		return `the path is percent-encoded where ${defined} is not`;
	if (defined.endsWith(sent) && sent !== "/")
		return `the path lacks the start of ${defined}`;
	if (sent.endsWith(defined)) return `the path has something before ${defined}`;
	if (sent.startsWith(`${defined}/`))
		return `the path goes on after ${defined}`;
	if (sent !== "/" && defined.startsWith(`${withoutSlashes(sent)}/`))
		return `the path stops before ${defined}`;
	return undefined;
}

/** The operations nearest to a request that matched none, nearest first, three at the most. */
export function findNearMisses(
	method: string,
	path: string,
	specs: readonly OperationSpec[],
): NearMiss[] {
	return specs
		.map((spec) => {
			const apart = distance(path.toLowerCase(), spec.path);
			const isPath = path === spec.path;
			const isMethod =
				spec.method === method || (spec.method === "GET" && method === "HEAD");
			const simple = whyPath(path, spec.path);
			const why = [
				...(isPath ? [] : [simple ?? `the path is ${spec.path}`]),
				...(isMethod ? [] : [`the method is ${spec.method}`]),
			].join(", and ");
			return {
				operation: spec.id,
				why,
				rank: (simple ? 0 : 10 + apart) + (isMethod ? 0 : 1),
				near: simple !== undefined || apart <= spec.path.length / 3,
			};
		})
		.filter(({ near }) => near)
		.sort((a, b) => a.rank - b.rank)
		.slice(0, MOST)
		.map(({ operation, why }) => ({ operation, why }));
}
