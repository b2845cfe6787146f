import { MatchersV3 } from "@pact-foundation/pact";
import { operations } from "../generated/operations.ts";
import { URI_REFERENCE } from "../probes/response-mismatches.ts";
import type { Interaction } from "./interaction.ts";
import { contentType, EXAMPLE_TIME, nonEmpty, stringLike } from "./matchers.ts";

const { listZaps, searchAudit, createZap, submitCommand, submitPipeline } =
	operations;

type OperationWithInput =
	| typeof listZaps
	| typeof searchAudit
	| typeof createZap
	| typeof submitCommand
	| typeof submitPipeline;

/** By what the description says after the operation id. */
type Inputs = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const createClientErrors = (
	{ id }: OperationWithInput,
	assumption: string,
	bodies: Inputs,
): Interaction[] =>
	Object.entries(bodies).map(([what, json]) => ({
		description: `${id}: ${what}`,
		assumptions: [assumption],
		request: { json },
		response: { status: "clientError" },
	}));

/** Creates interactions whose response is a problem that names the only property or parameter of the input. */
const createProblems = (
	{ id, method, problems: { invalid } }: OperationWithInput,
	inputs: Inputs,
	pointer?: string,
): Interaction[] =>
	Object.entries(inputs).map(([what, input]) => {
		const [name = ""] = Object.keys(input);
		const isQuery = method === "GET";
		const place = pointer ?? (isQuery ? name : `/${name}`);
		return {
			description: `${id}: ${what}`,
			assumptions: ["errors.invalid", "errors.problem"],
			request: isQuery ? { query: input } : { json: input },
			response: {
				status: invalid,
				headers: contentType("application/problem+json"),
				json: {
					type: stringLike(URI_REFERENCE, "about:blank"),
					title: nonEmpty("Bad Request"),
					status: invalid,
					detail: nonEmpty(
						"What is wrong with this request, and what to do about it.",
					),
					errors: MatchersV3.eachLike({
						// Below eachLike, Pact compares a plain string by its type only.
						[isQuery ? "parameter" : "pointer"]: MatchersV3.regex(
							place.replaceAll("/", "\\/"),
							place,
						),
						detail: nonEmpty("is required"),
					}),
				},
			},
		};
	});

export const rejections: readonly Interaction[] = [
	...createClientErrors(submitCommand, "command.request", {
		"of 201 code points": { command: `${"😀".repeat(200)}a` },
		"with an empty command": { command: "" },
		"without the command": { args: {} },
	}),
	...createClientErrors(submitPipeline, "pipeline.request", {
		"of 0 steps": { steps: [] },
		"of 101 steps": { steps: Array(101).fill({ command: "x" }) },
	}),
	...createClientErrors(createZap, "zap.request", {
		"with a name of 201 code points": { name: "a".repeat(201) },
		"with an empty name": { name: "" },
		"without a name": { colour: "red" },
		"with its own id": { name: "Understudy", id: "mine" },
		"with its own time": { name: "Understudy", createdAt: EXAMPLE_TIME },
	}),
	...createProblems(submitCommand, {
		"whose command is a number": { command: 5 },
	}),
	...createProblems(
		submitPipeline,
		{
			"with an invalid step": {
				steps: [{ command: "understudy" }, { command: 5 }],
			},
		},
		"/steps/1/command",
	),
	...createProblems(createZap, {
		"with a name that is a number": { name: 5 },
	}),
	...createProblems(listZaps, {
		"with a limit of 0": { limit: "0" },
		"with a limit of 101": { limit: "101" },
		"with a limit in words": { limit: "ten" },
		"with an empty limit": { limit: "" },
		"with two limits": { limit: ["1", "2"] },
		"with a cursor that was never issued": { cursor: "never-issued" },
	}),
	...createProblems(searchAudit, {
		"with a limit of 0": { limit: 0 },
		"with a limit of 101": { limit: 101 },
		"with an empty text": { text: "" },
		"with a date without a time": { from: "2026-01-01" },
		"with a date that does not exist": { to: "2026-02-30T00:00:00Z" },
		"with a cursor that was never issued": { cursor: "never-issued" },
	}),
];
