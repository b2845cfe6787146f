import { constants, names } from "../generated/names.ts";
import { auditInteractions } from "./audit.ts";
import { commandInteractions } from "./commands.ts";
import type { Interaction } from "./interaction.ts";
import { jsonHeaders } from "./matchers.ts";
import { metricsInteractions } from "./metrics.ts";
import { rejections } from "./rejections.ts";
import { zapInteractions } from "./zaps.ts";

/** Everything that the consumer relies on. */
export const interactions: readonly Interaction[] = [
	{
		description: "getHealth: of a service that is up",
		assumptions: ["health.body"],
		response: {
			headers: jsonHeaders,
			json: { [names.health.status]: constants.health.status },
		},
	},
	...commandInteractions,
	...zapInteractions,
	...auditInteractions,
	...metricsInteractions,
	...rejections,
];
