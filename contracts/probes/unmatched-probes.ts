import type { Probe } from "../../src/verification/contract.ts";
import { operations, unmatchedResponses } from "../generated/operations.ts";
import {
	createMismatch,
	findMediaTypeMismatch,
	findProblemMismatches,
	findStatusMismatch,
} from "./response-mismatches.ts";

const { unknownPath, undefinedMethod } = unmatchedResponses;
const { getHealth, getMetrics, listZaps } = operations;

const unknownPathProbes: readonly Probe[] = (
	[
		[getHealth, "at its path in capitals", getHealth.path.toUpperCase()],
		[listZaps, "at its path with a trailing slash", `${listZaps.path}/`],
		[
			listZaps,
			"at its path with a doubled slash",
			listZaps.path.replace(/\/(?=[^/]+$)/, "//"),
		],
		[getMetrics, "at a longer path", `${getMetrics.path}/all`],
	] as const
).map(([{ id, method }, what, path]) => ({
	description: `${id}: ${what}`,
	assumptions: ["errors.unknown", "errors.problem"],
	status: unknownPath.status,
	run: async (send) =>
		findProblemMismatches(await send({ method, path }), unknownPath.status),
}));

/** Returns the methods that the Allow header must name, in any order. It may name others. */
const requiredMethods = (path: string): string[] =>
	Object.values(operations)
		.filter((operation) => operation.path === path)
		.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));

const undefinedMethodProbes: readonly Probe[] = (
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
		description: `${id}: with method ${method}`,
		assumptions: ["errors.method", "errors.problem"],
		status,
		async run(send) {
			const response = await send({ method, path });
			const mismatches = findProblemMismatches(response, status);
			if (response.status !== status) return mismatches;
			const { allow = "" } = response.headers;
			const allowed = allow.split(",").map((each) => each.trim());
			const required = requiredMethods(path);
			const missing = required.filter((each) => !allowed.includes(each));
			if (missing.length > 0)
				mismatches.push(
					createMismatch(
						"header allow",
						required.join(", "),
						allow || "missing",
						`Allow does not name ${missing.join(", ")}`,
					),
				);
			return mismatches;
		},
	};
});

const headProbes: readonly Probe[] = [getHealth, listZaps, getMetrics].map(
	({ id, path, success }) => ({
		description: `${id}: with method HEAD`,
		assumptions: ["methods.head"],
		status: success,
		async run(send) {
			// Other checks look at GET. HEAD need only be the same.
			const { status, headers } = await send({ method: "GET", path });
			const response = await send({ method: "HEAD", path });
			const mismatch =
				findStatusMismatch(response, status) ??
				findMediaTypeMismatch(response, headers["content-type"] ?? "none");
			return mismatch ? [mismatch] : [];
		},
	}),
);

/** Probes for requests that match no operation. A pact with such a request would contradict the OpenAPI document. */
export const unmatchedProbes: readonly Probe[] = [
	...unknownPathProbes,
	...undefinedMethodProbes,
	...headProbes,
];
