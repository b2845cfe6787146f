import type { Observer } from "./observer.ts";

/** So many places of successful responses deviate in a service of another style. */
const MIN_DEVIATING = 6;

/** Whether the service differs in so much that what the document leaves open is probably of interest, too. */
export function differsInStyle({
	observations,
	compare,
}: Pick<Observer, "observations" | "compare">): boolean {
	const places = observations
		.filter(({ response }) => response.status < 300)
		.flatMap((each) =>
			compare(each).deviations.map(({ where }) => `${each.target} ${where}`),
		);
	return new Set(places).size >= MIN_DEVIATING;
}
