import { operations } from "../generated/operations.ts";
import type { Interaction } from "./interaction.ts";
import { json } from "./matchers.ts";

const { success } = operations.getHealth;

export const health: readonly Interaction[] = [
	{
		description: "getHealth: of a service that is up",
		assumptions: ["health.body"],
		response: { status: success, headers: json, json: { status: "ok" } },
	},
];
