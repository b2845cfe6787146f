import type { Probe } from "../../src/verification/contract.ts";
import { operations, unmatchedResponses } from "../generated/operations.ts";
import {
	differs,
	problemDiffers,
	statusDiffers,
	typeDiffers,
} from "./differences.ts";

const { unknownPath, undefinedMethod } = unmatchedResponses;
const { getHealth, getMetrics, listZaps } = operations;

const unknown: readonly Probe[] = (
	[
		["getHealth", "at its path in capitals", getHealth.path.toUpperCase()],
		["listZaps", "at its path with a trailing slash", `${listZaps.path}/`],
		[
			"listZaps",
			"at its path with a doubled slash",
			listZaps.path.replace("/v1", "/v1/"),
		],
		["getMetrics", "at a path that goes on", `${getMetrics.path}/all`],
	] as const
).map(([id, what, path]) => ({
	description: `${id}: ${what}`,
	assumptions: ["errors.unknown", "errors.problem"],
	status: unknownPath.status,
	run: async (send) =>
		problemDiffers(
			await send({ method: operations[id].method, path }),
			unknownPath.status,
		),
}));

const definedFor = (path: string): string[] =>
	Object.values(operations)
		.filter((operation) => operation.path === path)
		.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));

/** That each method defined for a path is among those allowed, in whatever order and beside whatever else. */
const undefinedMethods: readonly Probe[] = (
	[
		["getHealth", "DELETE"],
		["submitCommand", "GET"],
		["submitPipeline", "PUT"],
		["listZaps", "DELETE"],
		["createZap", "PUT"],
		["searchAudit", "GET"],
		["getMetrics", "POST"],
	] as const
).map(([id, method]) => {
	const { path } = operations[id];
	const { status } = undefinedMethod;
	return {
		description: `${id}: sent by ${method}`,
		assumptions: ["errors.method", "errors.problem"],
		status,
		async run(send) {
			const answer = await send({ method, path });
			const mismatches = problemDiffers(answer, status);
			if (mismatches.some(({ where }) => where === "status")) return mismatches;
			const allow = answer.headers.allow ?? "";
			const allowed = allow.split(",").map((each) => each.trim());
			const missing = definedFor(path).filter(
				(each) => !allowed.includes(each),
			);
			if (missing.length === 0) return mismatches;
			const expected = definedFor(path).join(", ");
			return [
				...mismatches,
				differs(
					"header allow",
					expected,
					allow || "missing",
					`Allow does not name ${missing.join(", ")}`,
				),
			];
		},
	};
});

const heads: readonly Probe[] = (
	[getHealth, listZaps, getMetrics] as const
).map(({ id, path, success, responses }) => {
	const [essence = ""] = responses[success].mediaType.split(";");
	return {
		description: `${id}: asked with HEAD`,
		assumptions: ["methods.head"],
		status: success,
		async run(send) {
			const answer = await send({ method: "HEAD", path });
			const byStatus = statusDiffers(answer, success);
			return byStatus.length > 0
				? byStatus
				: typeDiffers(answer, new RegExp(`^${essence} *(;|$)`, "i"), essence);
		},
	};
});

/** What the document has no operation for, so that a pact about it would contradict the document. */
export const beyond: readonly Probe[] = [
	...unknown,
	...undefinedMethods,
	...heads,
];
