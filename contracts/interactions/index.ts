import { audit } from "./audit.ts";
import { commands } from "./commands.ts";
import { health } from "./health.ts";
import type { Interaction } from "./interaction.ts";
import { metrics } from "./metrics.ts";
import { pipelines } from "./pipelines.ts";
import { zaps } from "./zaps.ts";

/** Everything that the consumer relies on. */
export const interactions: readonly Interaction[] = [
	...health,
	...commands,
	...pipelines,
	...zaps,
	...audit,
	...metrics,
];
