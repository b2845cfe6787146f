import { essenceOf } from "../../src/values/http.ts";
import { metricFamilies, operations } from "../generated/operations.ts";
import type { Interaction } from "./interaction.ts";
import { contentType } from "./matchers.ts";

const { requests, durations, commands, pipelines, zaps, auditRecords } =
	metricFamilies;

const { getMetrics } = operations;
const families = Object.values(metricFamilies);

const EXAMPLE = `${families
	.map(({ name, type }) => `# TYPE ${name} ${type}`)
	.join("\n")}
${requests.name}{operation="getHealth",status="200"} 1
${durations.name}_bucket{operation="getHealth",status="200",le="+Inf"} 1
${durations.name}_sum{operation="getHealth",status="200"} 0.001
${durations.name}_count{operation="getHealth",status="200"} 1
${commands.name} 1
${pipelines.name} 1
${zaps.name} 1
${auditRecords.name} 1
`;

const { mediaType } = getMetrics.responses[getMetrics.success];

export const metricsInteractions: readonly Interaction[] = [
	{
		description: "getMetrics: as a Prometheus server scrapes them",
		assumptions: ["metrics.format"],
		response: {
			headers: contentType(mediaType),
			text: { example: EXAMPLE, includes: [] },
		},
	},
	{
		description: "getMetrics: contains each family",
		assumptions: ["metrics.series"],
		// One of each, so that every counter has counted something.
		given: { state: "a zap, a command and a pipeline were accepted" },
		response: {
			headers: contentType(essenceOf(mediaType)),
			text: {
				example: EXAMPLE,
				includes: families.map(({ name }) => name),
			},
		},
	},
];
