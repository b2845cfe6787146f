import { auditInteractions } from "./audit.ts";
import { commandInteractions } from "./commands.ts";
import { healthInteractions } from "./health.ts";
import type { Interaction } from "./interaction.ts";
import { metricsInteractions } from "./metrics.ts";
import { pipelineInteractions } from "./pipelines.ts";
import { zapInteractions } from "./zaps.ts";

/** Everything that the consumer relies on. */
export const interactions: readonly Interaction[] = [
	...healthInteractions,
	...commandInteractions,
	...pipelineInteractions,
	...zapInteractions,
	...auditInteractions,
	...metricsInteractions,
];
