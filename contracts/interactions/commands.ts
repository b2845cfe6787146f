import { constants, names } from "../generated/names.ts";
import {
	createInteractions,
	type Exchange,
	type Interaction,
	idOf,
	timestamp,
} from "./interaction.ts";

/** 200 code points and 400 UTF-16 units. */
const LONGEST = "😀".repeat(200);

const { commandReceipt, commandRequest, stepReceipt } = names;
const { pipelineReceipt, pipelineRequest } = names;

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

const createReceipt = (args?: unknown): Exchange => {
	const command = { command: "understudy.contract", args };
	return {
		assumptions: ["command.receipt"],
		body: write(command, commandRequest),
		json: {
			[commandReceipt.id]: idOf("command"),
			[commandReceipt.status]: constants.commandReceipt.status,
			[commandReceipt.acceptedAt]: timestamp,
			...write(command, commandReceipt),
		},
	};
};

/** Accepted commands and pipelines. */
export const commandInteractions: readonly Interaction[] = [
	...createInteractions("submitCommand", {
		"without args": createReceipt(),
		"with args, which come back as sent": createReceipt({
			list: [1, 2.5, null, true],
			nested: { text: "é" },
		}),
		"with empty args, which come back as sent": createReceipt({}),
		"of 200 code points, with an unknown property": {
			assumptions: ["command.request"],
			body: {
				...write({ command: LONGEST, args: null }, commandRequest),
				priority: 5,
			},
			json: { [commandReceipt.command]: LONGEST },
		},
	}),
	...createInteractions("submitPipeline", {
		"of two steps, which come back in order": {
			assumptions: ["pipeline.receipt"],
			body: {
				[pipelineRequest.steps]: STEPS.map((step) =>
					write(step, commandRequest),
				),
			},
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
		"of a hundred steps": {
			assumptions: ["pipeline.request"],
			body: {
				[pipelineRequest.steps]: Array(100).fill(
					write({ command: "understudy" }, commandRequest),
				),
			},
		},
	}),
];
