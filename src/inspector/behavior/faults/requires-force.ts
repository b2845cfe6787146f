import type { Operation } from "../../model/operations.ts";

/**
 * Whether a fault has to force its status, since the OpenAPI document does not list it.
 * @param operation the id of an operation, or `*`; there, a server error means an outage of all operations
 */
export const requiresForce = (
	operation: string,
	status: number,
	operations: readonly Operation[],
): boolean =>
	operation === "*"
		? status >= 500 ||
			!operations.some(({ statuses }) => statuses.includes(status))
		: !operations.some(
				({ id, statuses }) => id === operation && statuses.includes(status),
			);
