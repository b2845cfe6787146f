import type { Send } from "./contract.ts";
import { NoResponseError } from "./send.ts";

const PATIENCE = 3;

export interface PatientSend {
	readonly send: Send;
	/** Whether any request was not answered in time. */
	timedOut(): boolean;
}

/** Asks no more once several requests in a row were not answered in time, so that the rest is told and not waited for. */
export function createPatientSend(send: Send): PatientSend {
	let inARow = 0;
	let any = false;
	return {
		async send(request) {
			if (inARow >= PATIENCE)
				throw new NoResponseError(
					`was not asked any more, after ${PATIENCE} requests in a row were not answered in time`,
					true,
				);
			try {
				const answer = await send(request);
				inARow = 0;
				return answer;
			} catch (error) {
				const late = error instanceof NoResponseError && error.timedOut;
				inARow = late ? inARow + 1 : 0;
				any ||= late;
				throw error;
			}
		},
		timedOut: () => any,
	};
}
