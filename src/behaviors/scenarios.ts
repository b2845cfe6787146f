import type { OperationModel, Scenario } from "../engine/model/service.ts";
import type { Fault } from "../faults/fault.ts";
import { SCENARIOS } from "../schemas/generated/scenarios.ts";
import { mapValues } from "../values/json.ts";

const UNAVAILABLE = 503;

/** The scenario `unhealthy` is missing if no operation can report an unhealthy service. */
type Scenarios = Readonly<
	Record<Exclude<keyof typeof SCENARIOS, "unhealthy">, Scenario>
> & { readonly unhealthy?: Scenario };

/** @param operations the operations of the service. A scenario uses the statuses that they list. */
export function createScenarios(
	operations: readonly OperationModel[],
): Scenarios {
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
	// The first operation that can report an unhealthy service.
	const health = operations.find(
		({ method, bodies, responses }) =>
			method === "GET" && bodies.length === 0 && UNAVAILABLE in responses,
	);
	const faults: Readonly<Record<string, Fault | undefined>> = {
		unhealthy: health && {
			...{ operation: health.id, kind: "status", status: UNAVAILABLE },
		},
		unauthorized: statusFault("unauthorized", 401, false),
		"rate-limited": statusFault("rateLimited", 429, true),
	};
	const scenarios = mapValues(SCENARIOS, (scenario, name): Scenario => {
		const { [name]: fault } = faults;
		return { ...scenario, ...(fault && { faults: [fault] }) };
	});
	if (health) return scenarios;
	const { unhealthy: _, ...others } = scenarios;
	return others;
}
