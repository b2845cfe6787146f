import { constants, names } from "../generated/names.ts";
import type { Interaction } from "./interaction.ts";
import { idOf, timestamp } from "./matchers.ts";

/** 200 code points and 400 UTF-16 units. */
const LONGEST = "😀".repeat(200);

const {
	commandReceipt,
	commandRequest,
	pipelineReceipt,
	pipelineRequest,
	stepReceipt,
} = names;

interface Command {
	readonly command: string;
	readonly args?: unknown;
}

const STEPS: readonly Command[] = [
	{ command: "understudy.first", args: { a: [1], b: {}, c: [] } },
	{ command: "understudy.second" },
];

/** Returns the command with its names in a request or a response. */
const write = (
	{ command, args }: Command,
	written: typeof commandRequest | typeof commandReceipt | typeof stepReceipt,
): Readonly<Record<string, unknown>> => ({
	[written.command]: command,
	...(args !== undefined && { [written.args]: args }),
});

const createReceipt = (what: string, command: Command): Interaction => ({
	description: `submitCommand: ${what}`,
	assumptions: ["command.receipt"],
	request: { json: write(command, commandRequest) },
	response: {
		json: {
			[commandReceipt.id]: idOf("command"),
			[commandReceipt.status]: constants.commandReceipt.status,
			[commandReceipt.acceptedAt]: timestamp,
			...write(command, commandReceipt),
		},
	},
});

/** Accepted commands and pipelines. */
export const commandInteractions: readonly Interaction[] = [
	createReceipt("without args", { command: "understudy.contract" }),
	createReceipt("with args, which come back as sent", {
		command: "understudy.contract",
		args: { list: [1, 2.5, null, true], nested: { text: "é" } },
	}),
	createReceipt("with empty args, which come back as sent", {
		command: "understudy.contract",
		args: {},
	}),
	{
		description: "submitCommand: of 200 code points, with an unknown property",
		assumptions: ["command.request"],
		request: {
			json: {
				...write({ command: LONGEST, args: null }, commandRequest),
				priority: 5,
			},
		},
		response: { json: { [commandReceipt.command]: LONGEST } },
	},
	{
		description: "submitPipeline: of two steps, which come back in order",
		assumptions: ["pipeline.receipt"],
		request: {
			json: {
				[pipelineRequest.steps]: STEPS.map((step) =>
					write(step, commandRequest),
				),
			},
		},
		response: {
			json: {
				[pipelineReceipt.id]: idOf("pipeline"),
				[pipelineReceipt.status]: constants.pipelineReceipt.status,
				[pipelineReceipt.acceptedAt]: timestamp,
				[pipelineReceipt.steps]: STEPS.map((step) => ({
					[stepReceipt.id]: idOf("command"),
					[stepReceipt.status]: constants.stepReceipt.status,
					...write(step, stepReceipt),
				})),
			},
		},
	},
	{
		description: "submitPipeline: of a hundred steps",
		assumptions: ["pipeline.request"],
		request: {
			json: {
				[pipelineRequest.steps]: Array(100).fill(
					write({ command: "understudy" }, commandRequest),
				),
			},
		},
		response: {},
	},
];
