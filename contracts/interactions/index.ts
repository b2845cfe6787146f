import { essenceOf } from "../../src/values/http.ts";
import { constants, names } from "../generated/names.ts";
import { metricFamilies, operations } from "../generated/operations.ts";
import { auditInteractions } from "./audit.ts";
import { commandInteractions } from "./commands.ts";
import type { Interaction } from "./interaction.ts";
import { contentType } from "./matchers.ts";
import { rejections } from "./rejections.ts";
import { zapInteractions } from "./zaps.ts";

const healthInteraction: Interaction = {
	description: "getHealth: of a service that is up",
	assumptions: ["health.body"],
	response: { json: { [names.health.status]: constants.health.status } },
};

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

const metricsInteractions: readonly Interaction[] = [
	{
		description: "getMetrics: as a Prometheus server scrapes them",
		assumptions: ["metrics.format"],
		response: {
			headers: contentType(mediaType),
			text: { example, includes: [] },
		},
	},
	{
		description: "getMetrics: contains each family",
		assumptions: ["metrics.series"],
		// One of each, so that every counter has counted something.
		given: { state: "a zap, a command and a pipeline were accepted" },
		response: {
			headers: contentType(essenceOf(mediaType)),
			text: { example, includes: families.map(({ name }) => name) },
		},
	},
];

/** Everything that the consumer relies on. */
export const interactions: readonly Interaction[] = [
	healthInteraction,
	...commandInteractions,
	...zapInteractions,
	...auditInteractions,
	...metricsInteractions,
	...rejections,
];
