import type { Judgment } from "../document/judgment/judge-response.ts";
import { ACCESS_STATUSES } from "./judge.ts";
import type { Observation } from "./observer.ts";

/**
 * So many places of successful responses deviate in a service of another style, those of all operations together. An
 * operation that rejects valid requests counts as one place.
 */
const MIN_DEVIATING = 6;

/** Whether the service differs in so much that what the document leaves open is probably of interest, too. */
export function differsInStyle<Seen extends Observation>(
	observations: readonly Seen[],
	judge: (observation: Seen) => Pick<Judgment, "deviations">,
): boolean {
	const places = new Set<string>();
	for (const observation of observations) {
		const { target, status, response } = observation;
		const isRejected = response.status >= 400 && response.status < 500;
		if (status < 300 && isRejected) {
			if (!ACCESS_STATUSES.includes(response.status)) places.add(target);
		} else if (response.status < 300)
			for (const { where } of judge(observation).deviations) places.add(where);
		if (places.size >= MIN_DEVIATING) return true;
	}
	return false;
}
