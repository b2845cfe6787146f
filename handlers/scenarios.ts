import { operations } from "../contracts/generated/operations.ts";
import { createScenarios } from "../src/behaviors/scenarios.ts";

/** The built-in scenarios. */
export const scenarios: ReturnType<typeof createScenarios> = createScenarios(
	Object.values(operations),
);
