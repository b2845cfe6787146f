import type { ProviderResponse } from "./contract.ts";
import { NoResponseError } from "./send.ts";

/** The result of sending a request once. */
export type Outcome = ProviderResponse | NoResponseError;

export const isMissing = (outcome: Outcome): outcome is NoResponseError =>
	outcome instanceof NoResponseError;

export const isTimeout = (outcome: Outcome): boolean =>
	isMissing(outcome) && outcome.timedOut;

export const isLimited = (outcome: Outcome): boolean =>
	!isMissing(outcome) && outcome.status === 429;

/** Whether the outcome may be due to the moment. 501 is not: the operation does not exist. */
export const isDisturbed = (outcome: Outcome): boolean =>
	isMissing(outcome) ||
	outcome.status === 429 ||
	(outcome.status >= 500 && outcome.status !== 501);

/** Returns the milliseconds that the response asks to wait. */
export function readRetryAfter(outcome: Outcome): number {
	const value = (!isMissing(outcome) && outcome.headers["retry-after"]) || "0";
	const seconds = Number(value);
	const ms = Number.isNaN(seconds)
		? Date.parse(value) - Date.now()
		: seconds * 1000;
	return Math.max(ms || 0, 0);
}
