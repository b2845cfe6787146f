import { operations } from "../generated/operations.ts";
import type { Interaction } from "./interaction.ts";
import { idOf, json, problemAt, problemJson, timestamp } from "./matchers.ts";

const { success, problems } = operations.submitPipeline;

const step = { id: idOf("command"), status: "accepted" };

export const pipelines: readonly Interaction[] = [
	{
		description: "submitPipeline: of two steps, which come back in order",
		assumptions: ["pipeline.receipt"],
		request: {
			json: {
				steps: [
					{ command: "understudy.first", args: { a: [1] } },
					{ command: "understudy.second" },
				],
			},
		},
		response: {
			status: success,
			headers: json,
			json: {
				id: idOf("pipeline"),
				status: "accepted",
				acceptedAt: timestamp,
				steps: [
					{ ...step, command: "understudy.first", args: { a: [1] } },
					{ ...step, command: "understudy.second" },
				],
			},
		},
	},
	{
		description: "submitPipeline: of a hundred steps",
		assumptions: ["pipeline.request"],
		request: { json: { steps: Array(100).fill({ command: "understudy" }) } },
		response: { status: success },
	},
	...[0, 101].map(
		(count): Interaction => ({
			description: `submitPipeline: of ${count} steps`,
			assumptions: ["pipeline.request"],
			request: { json: { steps: Array(count).fill({ command: "x" }) } },
			response: { status: "clientError" },
		}),
	),
	{
		description: "submitPipeline: with a step that is not valid",
		assumptions: ["errors.invalid", "errors.problem"],
		request: { json: { steps: [{ command: "understudy" }, { command: 5 }] } },
		response: {
			status: problems.invalid,
			headers: problemJson,
			json: problemAt(problems.invalid, { pointer: "/steps/1/command" }),
		},
		forbiddenByTypes: true,
	},
];
