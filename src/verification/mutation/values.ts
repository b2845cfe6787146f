import { atPlace, replacing } from "./members.ts";
import type { MutationKind } from "./mutation.ts";
import { placesOf } from "./places.ts";

/** Another value of the same type. */
function otherThan(value: unknown): unknown {
	if (typeof value === "string") return `${value}x`;
	if (typeof value === "number") return value + 1;
	return typeof value === "boolean" ? !value : undefined;
}

/** Only values that a client can foresee: what it sent itself, and what the document fixes. */
export const changeValue: MutationKind = (exchange, contract) => {
	const { target, request, answer } = exchange;
	const refuses = (other: typeof answer): boolean =>
		contract.documented.findViolation(target, request, other) !== undefined;
	return placesOf(exchange, contract)
		.filter(({ value }) => otherThan(value) !== undefined)
		.map((place) => ({
			place,
			mutation: atPlace(place, "change its value", "", replacing(otherThan)),
		}))
		.filter(({ place, mutation }) => {
			const other = place.isEcho
				? undefined
				: mutation.mutate(exchange, () => Promise.reject());
			return (
				place.isEcho ||
				(other !== undefined && !(other instanceof Promise) && refuses(other))
			);
		})
		.map(({ mutation }) => mutation);
};
