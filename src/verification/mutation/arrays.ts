import { isHolder } from "./json-body.ts";
import { atPlace, replacing } from "./members.ts";
import type { Mutation, MutationKind } from "./mutation.ts";
import { type Place, placesOf } from "./places.ts";

const isFilled = (value: unknown): value is unknown[] =>
	Array.isArray(value) && value.length > 0;

const changing = (
	place: Place,
	kind: string,
	change: (items: unknown[]) => unknown[],
): Mutation =>
	atPlace(
		place,
		kind,
		"",
		replacing((value) => (isFilled(value) ? change(value) : undefined)),
	);

const badItem = (good: unknown): unknown => (isHolder(good) ? {} : { bad: 1 });

export const addBadItem: MutationKind = (exchange, contract) =>
	placesOf(exchange, contract)
		.filter(({ value }) => isFilled(value))
		.map((place) =>
			changing(place, "add one bad item at the end", (items) => [
				...items,
				badItem(items.at(-1)),
			]),
		);

export const emptyArray: MutationKind = (exchange, contract) =>
	placesOf(exchange, contract)
		.filter(({ value }) => isFilled(value))
		.map((place) => changing(place, "empty an array", () => []));
