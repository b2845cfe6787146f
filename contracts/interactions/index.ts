import { essenceOf } from "../../src/values/http.ts";
import { constants, names } from "../generated/names.ts";
import { metricFamilies, operations } from "../generated/operations.ts";
import { auditInteractions } from "./audit.ts";
import {
	contentType,
	createInteractions,
	type Exchange,
	type Interaction,
	idOf,
	timestamp,
} from "./interaction.ts";
import { rejections } from "./rejections.ts";
import { zapInteractions } from "./zaps.ts";

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
			[commandReceipt.createdAt]: timestamp,
			...write(command, commandReceipt),
		},
	};
};

/** Accepted commands and pipelines. */
const commandInteractions: readonly Interaction[] = [
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
				[pipelineReceipt.createdAt]: timestamp,
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

const healthInteractions = createInteractions("getHealth", {
	"of a service that is up": {
		assumptions: ["health.body"],
		json: { [names.health.status]: constants.health.status },
	},
});

const { requests, durations, ...totals } = metricFamilies;
const families = Object.values(metricFamilies);
const LABELS = `operation="getHealth",status="200"`;

const example = `${families
	.map(({ name, type }) => `# TYPE ${name} ${type}`)
	.join("\n")}
${requests.name}{${LABELS}} 1
${durations.name}_bucket{${LABELS},le="+Inf"} 1
${durations.name}_sum{${LABELS}} 0.001
${durations.name}_count{${LABELS}} 1
${Object.values(totals)
	.map(({ name }) => `${name} 1\n`)
	.join("")}`;

const { success, responses } = operations.getMetrics;
const { mediaType } = responses[success];

const metricsInteractions = createInteractions("getMetrics", {
	"as a Prometheus server scrapes them": {
		assumptions: ["metrics.format"],
		headers: contentType(mediaType),
		text: { example, includes: [] },
	},
	"contains each family": {
		assumptions: ["metrics.series"],
		// One of each, so that every counter has counted something.
		given: { state: "a zap, a command and a pipeline were accepted" },
		headers: contentType(essenceOf(mediaType)),
		text: { example, includes: families.map(({ name }) => name) },
	},
});

/** Everything that the consumer relies on. */
export const interactions: readonly Interaction[] = [
	...healthInteractions,
	...commandInteractions,
	...zapInteractions,
	...auditInteractions,
	...metricsInteractions,
	...rejections,
];
