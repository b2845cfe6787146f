import { operations } from "../generated/operations.ts";
import type { Interaction } from "./interaction.ts";
import { jsonHeaders } from "./matchers.ts";

export const healthInteractions: readonly Interaction[] = [
	{
		description: "getHealth: of a service that is up",
		assumptions: ["health.body"],
		response: {
			status: operations.getHealth.success,
			headers: jsonHeaders,
			json: { status: "ok" },
		},
	},
];
