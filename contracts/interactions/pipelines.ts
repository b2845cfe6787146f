import { operations } from "../generated/operations.ts";
import { createRejection } from "./create-rejection.ts";
import type { Interaction } from "./interaction.ts";
import { idOf, jsonHeaders, timestamp } from "./matchers.ts";

const { success, problems } = operations.submitPipeline;

const STEPS = [
	{ command: "understudy.first", args: { a: [1] } },
	{ command: "understudy.second" },
];

export const pipelineInteractions: readonly Interaction[] = [
	{
		description: "submitPipeline: of two steps, which come back in order",
		assumptions: ["pipeline.receipt"],
		request: { json: { steps: STEPS } },
		response: {
			status: success,
			headers: jsonHeaders,
			json: {
				id: idOf("pipeline"),
				status: "accepted",
				acceptedAt: timestamp,
				steps: STEPS.map((step) => ({
					id: idOf("command"),
					status: "accepted",
					...step,
				})),
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
	createRejection(
		"submitPipeline: with an invalid step",
		problems.invalid,
		{ json: { steps: [{ command: "understudy" }, { command: 5 }] } },
		{ pointer: "/steps/1/command" },
	),
];
