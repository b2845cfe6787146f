import type { Probe } from "../../src/verification/contract.ts";
import { beyondOperations, operations } from "../generated/operations.ts";
import { differs, statusDiffers } from "./differences.ts";

const { status } = beyondOperations.undefinedMethod;

const definedFor = (path: string): string[] =>
	Object.values(operations)
		.filter((operation) => operation.path === path)
		.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));

/** That each method defined for a path is among those allowed, in whatever order and beside whatever else. */
export const methods: readonly Probe[] = (
	["createZap", "getMetrics", "searchAudit"] as const
).map((id) => {
	const { path } = operations[id];
	return {
		description: `${id}: sent by PATCH, allows what is defined`,
		restsOn: ["errors.method"],
		status,
		async run(send) {
			const answer = await send({ method: "PATCH", path });
			const byStatus = statusDiffers(answer, status);
			if (byStatus.length > 0) return byStatus;
			const allow = answer.headers.allow ?? "";
			const allowed = allow.split(",").map((method) => method.trim());
			const missing = definedFor(path).filter(
				(method) => !allowed.includes(method),
			);
			if (missing.length === 0) return [];
			const expected = definedFor(path).join(", ");
			return [
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
