import type { OperationModel, Scenario } from "../engine/model/service.ts";
import type { Fault } from "../faults/fault.ts";

/** The built-in scenarios. */
export type BuiltInScenario =
	| "normal"
	| "empty"
	| "unhealthy"
	| "slow"
	| "flaky"
	| "unauthorized"
	| "rate-limited"
	| "broken";

const UNAVAILABLE = 503;

/** Returns the first operation that can report an unhealthy service. */
const findHealthCheck = (
	operations: readonly OperationModel[],
): OperationModel | undefined =>
	operations.find(
		({ method, bodies, responses }) =>
			method === "GET" && bodies.length === 0 && UNAVAILABLE in responses,
	);

/** The scenario `unhealthy` is missing if no operation can report an unhealthy service. */
type Scenarios = Readonly<
	Record<Exclude<BuiltInScenario, "unhealthy">, Scenario>
> & { readonly unhealthy?: Scenario };

/** @param operations the operations of the service. A scenario uses the statuses that they list. */
export function createScenarios(
	operations: readonly OperationModel[],
): Scenarios {
	const health = findHealthCheck(operations);
	/** @param isForAll whether the fault also applies to operations that do not list the status */
	const statusFault = (
		kind: string,
		otherwise: number,
		isForAll: boolean,
	): Fault => {
		const listing = operations.filter(({ problems }) => kind in problems);
		const isListed = listing.length >= (isForAll ? operations.length : 1);
		const status = listing[0]?.problems[kind] ?? otherwise;
		const fault = { operation: "*", kind: "status", status } as const;
		return isListed ? fault : { ...fault, force: true };
	};
	return {
		normal: { description: "Everything works." },
		empty: {
			description: "Everything works, and there is no data yet.",
			dataset: "empty",
		},
		...(health && {
			unhealthy: {
				description:
					"The health check responds with 503; everything else works.",
				faults: [{ operation: health.id, kind: "status", status: UNAVAILABLE }],
			},
		}),
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
			faults: [statusFault("unauthorized", 401, false)],
		},
		"rate-limited": {
			description: "Every request gets 429.",
			faults: [statusFault("rateLimited", 429, true)],
		},
		broken: {
			description: "Every operation fails with 500.",
			faults: [{ operation: "*", kind: "status", status: 500, force: true }],
		},
	};
}
