import { operations } from "../contracts/generated/operations.ts";
import type { Scenario } from "../src/engine/service.ts";

const { unauthorized, rateLimited } = operations.submitCommand.problems;

/** The named ways in which the service can be seen to behave. */
export const scenarios: Readonly<Record<string, Scenario>> = {
	normal: { description: "Everything works." },
	empty: {
		description: "Everything works, and there is no data yet.",
		dataset: "empty",
	},
	unhealthy: {
		description:
			"The health check says that the service is unavailable; all else works.",
		faults: [{ operation: "getHealth", kind: "status", status: 503 }],
	},
	slow: {
		description:
			"Every answer takes about a second, one in a hundred four seconds or more.",
		faults: [{ operation: "*", kind: "delay", median: 1_000, p99: 4_000 }],
	},
	flaky: {
		description:
			"One answer in ten is a 503, one connection in twenty is reset, and all else works.",
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
			"Every operation that may ask for credentials refuses those it gets.",
		faults: [{ operation: "*", kind: "status", status: unauthorized }],
	},
	"rate-limited": {
		description: "Every request is one too many.",
		faults: [{ operation: "*", kind: "status", status: rateLimited }],
	},
	broken: {
		description: "Every operation fails with 500.",
		faults: [{ operation: "*", kind: "status", status: 500, force: true }],
	},
};
