import { createMismatch } from "../../src/document/judgment/blame.ts";
import { essenceOf } from "../../src/values/http.ts";
import type {
	Mismatch,
	Probe,
	ProviderResponse,
} from "../../src/verification/contract.ts";
import { operations, unmatchedResponses } from "../generated/operations.ts";
import { createProbes } from "./create-probes.ts";

const { createZap, submitCommand, submitPipeline, searchAudit } = operations;
const { getHealth, getMetrics, listZaps } = operations;
const { unknownPath, undefinedMethod } = unmatchedResponses;

const UNKNOWN = ["errors.unknown", "errors.problem"];

const unknownPathProbes: readonly Probe[] = [
	...createProbes(getHealth, unknownPath.status, UNKNOWN, {
		"at its path in capitals": () => ({ path: getHealth.path.toUpperCase() }),
	}),
	...createProbes(listZaps, unknownPath.status, UNKNOWN, {
		"at its path with a trailing slash": () => ({ path: `${listZaps.path}/` }),
		"at its path with a doubled slash": () => ({
			path: listZaps.path.replace(/\/(?=[^/]+$)/, "//"),
		}),
	}),
	...createProbes(getMetrics, unknownPath.status, UNKNOWN, {
		"at a longer path": () => ({ path: `${getMetrics.path}/all` }),
	}),
];

/** Returns the mismatch of an Allow header that lacks a method of the path. It may have others, in any order. */
const findAllowMismatches =
	(path: string) =>
	({ headers: { allow = "" } }: ProviderResponse): Mismatch[] => {
		const allowed = allow.split(",").map((each) => each.trim());
		const required = Object.values(operations)
			.filter((operation) => operation.path === path)
			.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
		const missing = required.filter((each) => !allowed.includes(each));
		const message = `Allow does not name ${missing.join(", ")}`;
		const expected = required.join(", ");
		return missing.length > 0
			? [createMismatch("header allow", expected, allow || "missing", message)]
			: [];
	};

const undefinedMethodProbes = (
	[
		[getHealth, "DELETE"],
		[submitCommand, "GET"],
		[submitPipeline, "PUT"],
		[listZaps, "DELETE"],
		[createZap, "PUT"],
		[searchAudit, "GET"],
		[getMetrics, "POST"],
	] as const
).flatMap(([operation, method]) =>
	createProbes(
		operation,
		undefinedMethod.status,
		["errors.method", "errors.problem"],
		{ [`with method ${method}`]: () => ({ method }) },
		findAllowMismatches(operation.path),
	),
);

const headProbes: readonly Probe[] = [getHealth, listZaps, getMetrics].map(
	({ id, path, success }) => ({
		description: `${id}: with method HEAD`,
		assumptions: ["methods.head"],
		status: success,
		async run(send) {
			// Other checks look at GET. HEAD need only be the same.
			const get = await send({ method: "GET", path });
			const head = await send({ method: "HEAD", path });
			if (head.status !== get.status)
				return [createMismatch("status", `${get.status}`, `${head.status}`)];
			const expected = get.headers["content-type"] ?? "none";
			const actual = head.headers["content-type"] ?? "none";
			return essenceOf(actual) === essenceOf(expected)
				? []
				: [createMismatch("header content-type", expected, actual)];
		},
	}),
);

/** Probes of paths and methods that match no operation, and of HEAD. */
export const routingProbes: readonly Probe[] = [
	...unknownPathProbes,
	...undefinedMethodProbes,
	...headProbes,
];
