import type { Send } from "./contract.ts";
import { NoResponseError } from "./send.ts";

const MAX_CONSECUTIVE_TIMEOUTS = 3;

export interface CircuitBreaker {
	readonly send: Send;
	/** Whether any request timed out. */
	hasTimedOut(): boolean;
}

/** Stops sending after several consecutive timeouts, so that a silent provider does not cost one timeout per check. */
export function createCircuitBreaker(send: Send): CircuitBreaker {
	let consecutive = 0;
	let hasTimedOut = false;
	return {
		async send(request) {
			if (consecutive >= MAX_CONSECUTIVE_TIMEOUTS)
				throw new NoResponseError(
					`was not called, because the last ${MAX_CONSECUTIVE_TIMEOUTS} requests timed out`,
					true,
				);
			try {
				const response = await send(request);
				consecutive = 0;
				return response;
			} catch (error) {
				const isTimeout = error instanceof NoResponseError && error.timedOut;
				consecutive = isTimeout ? consecutive + 1 : 0;
				hasTimedOut ||= isTimeout;
				throw error;
			}
		},
		hasTimedOut: () => hasTimedOut,
	};
}
