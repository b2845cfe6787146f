import { MatchersV3 } from "@pact-foundation/pact";
import { beyondOperations, operations } from "../generated/operations.ts";
import type { Interaction } from "./interaction.ts";
import { problem, problemJson } from "./matchers.ts";

const { unknownPath, undefinedMethod } = beyondOperations;

const elsewhere: readonly Interaction[] = (
	[
		[
			"getHealth",
			"at a path in capitals",
			operations.getHealth.path.toUpperCase(),
		],
		[
			"listZaps",
			"at a path with a trailing slash",
			`${operations.listZaps.path}/`,
		],
		[
			"getMetrics",
			"at a path that goes on",
			`${operations.getMetrics.path}/all`,
		],
	] as const
).map(
	([operation, what, path]): Interaction => ({
		description: `${operation}: ${what}`,
		restsOn: ["errors.unknown", "errors.problem"],
		request: { path },
		response: {
			status: unknownPath.status,
			headers: problemJson,
			json: problem(unknownPath.status),
		},
		forbiddenByTypes: true,
	}),
);

/** Pact compares each method of the list by itself; that those defined are among them is for a probe to see. */
const someMethods = MatchersV3.regex("[A-Z]+", "GET");

const refusedMethods: readonly Interaction[] = (
	[
		["createZap", "PUT"],
		["getHealth", "DELETE"],
		["submitCommand", "GET"],
	] as const
).map(
	([operation, method]): Interaction => ({
		description: `${operation}: sent by ${method}`,
		restsOn: ["errors.method", "errors.problem"],
		request: { method },
		response: {
			status: undefinedMethod.status,
			headers: { ...problemJson, Allow: someMethods },
			json: problem(undefinedMethod.status),
		},
		forbiddenByTypes: true,
	}),
);

export const beyond: readonly Interaction[] = [...elsewhere, ...refusedMethods];
