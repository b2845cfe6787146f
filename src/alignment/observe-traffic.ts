import { judgeResponse } from "../document/judgment/judge-response.ts";
import type { Contract, Exchange } from "../verification/contract.ts";
import { listFindings } from "../verification/differences/findings.ts";
import type {
	ComparedObservation,
	Observed,
} from "../verification/observed.ts";
import { findTarget } from "../verification/operations.ts";
import { listSightings } from "./observations.ts";

/** What a client once sent, and what the service responded. */
export interface RecordedExchange extends Exchange {
	/** Whether a part of the request was redacted, so that it cannot be told whether the request is valid. */
	readonly isRedacted?: boolean;
}

/**
 * Returns the status by which a response is judged. A service may reject a request for reasons that the document does not
 * state, such as a record that is gone. Such a rejection is right if the document lists its status.
 */
function expectStatus(
	{ documented }: Contract,
	target: string,
	{ request, response: { status } }: RecordedExchange,
): number {
	const expected = documented.expectStatus(target, request).status;
	const isListed = documented.listStatuses(target).includes(status);
	return status >= 400 && isListed ? status : expected;
}

/** Judges recorded exchanges of documented operations by a contract. Others say nothing about the service. */
export function observeTraffic(
	contract: Contract,
	recorded: readonly RecordedExchange[],
): Observed {
	const { documented, operations } = contract;
	const renamed = new Map<string, string>();
	const exchanges = recorded.flatMap((each): ComparedObservation[] => {
		const { request, response } = each;
		const target = findTarget(request, operations);
		const isRedirected = response.status >= 300 && response.status < 400;
		if (isRedirected || operations.every(({ id }) => id !== target)) return [];
		const { violation } = documented.expectStatus(target, request);
		if (each.isRedacted && violation) return [];
		const status = expectStatus(contract, target, each);
		const exchange = { target, request, response, status };
		return [
			{
				...{ ...exchange, check: "", isArrangement: false },
				...{ operation: target, isVerified: true },
				...judgeResponse(documented, exchange, { renamed }),
			},
		];
	});
	return {
		exchanges,
		sightings: [
			...exchanges.flatMap(listSightings),
			...listFindings({ contract }, exchanges),
		],
	};
}
