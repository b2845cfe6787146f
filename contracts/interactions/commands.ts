import type { Interaction } from "./interaction.ts";
import { idOf, jsonHeaders, timestamp } from "./matchers.ts";

/** 200 code points and 400 UTF-16 units. */
const LONGEST = "😀".repeat(200);
const STEPS = [
	{ command: "understudy.first", args: { a: [1] } },
	{ command: "understudy.second" },
];

const accepted = { status: "accepted", acceptedAt: timestamp };

const createReceipt = (
	what: string,
	command: Readonly<Record<string, unknown>>,
): Interaction => ({
	description: `submitCommand: ${what}`,
	assumptions: ["command.receipt"],
	request: { json: command },
	response: {
		headers: jsonHeaders,
		json: { id: idOf("command"), ...accepted, ...command },
	},
});

/** Accepted commands and pipelines. */
export const commandInteractions: readonly Interaction[] = [
	createReceipt("without args", { command: "understudy.contract" }),
	createReceipt("with args, which come back as sent", {
		command: "understudy.contract",
		args: { list: [1, 2.5, null, true], nested: { text: "é" } },
	}),
	{
		description: "submitCommand: of 200 code points, with an unknown property",
		assumptions: ["command.request"],
		request: { json: { command: LONGEST, args: null, priority: 5 } },
		response: { json: { command: LONGEST } },
	},
	{
		description: "submitPipeline: of two steps, which come back in order",
		assumptions: ["pipeline.receipt"],
		request: { json: { steps: STEPS } },
		response: {
			headers: jsonHeaders,
			json: {
				id: idOf("pipeline"),
				...accepted,
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
		response: {},
	},
];
