import { operations } from "../contracts/generated/operations.ts";
import type { Scenario } from "../src/engine/model/service.ts";

const { unauthorized, rateLimited } = operations.submitCommand.problems;

type BuiltIn =
	| "normal"
	| "empty"
	| "unhealthy"
	| "slow"
	| "flaky"
	| "unauthorized"
	| "rate-limited"
	| "broken";

/** The built-in scenarios. */
export const scenarios: Readonly<Record<BuiltIn, Scenario>> = {
	normal: { description: "Everything works." },
	empty: {
		description: "Everything works, and there is no data yet.",
		dataset: "empty",
	},
	unhealthy: {
		description: "The health check responds with 503; everything else works.",
		faults: [{ operation: "getHealth", kind: "status", status: 503 }],
	},
	slow: {
		description:
			"Responses take about one second, and one percent of them four seconds or more.",
		faults: [{ operation: "*", kind: "delay", median: 1_000, p99: 4_000 }],
	},
	flaky: {
		description:
			"One response in ten is a 503, and one connection in twenty is reset.",
		faults: [
			{ operation: "*", kind: "reset", probability: 0.05 },
			{
				operation: "*",
				kind: "status",
				status: 503,
				force: true,
				probability: 0.1,
			},
		],
	},
	unauthorized: {
		description:
			"Every operation that can require credentials responds with 401.",
		faults: [{ operation: "*", kind: "status", status: unauthorized }],
	},
	"rate-limited": {
		description: "Every request gets 429.",
		faults: [{ operation: "*", kind: "status", status: rateLimited }],
	},
	broken: {
		description: "Every operation fails with 500.",
		faults: [{ operation: "*", kind: "status", status: 500, force: true }],
	},
};
