import { isHolder } from "./json-body.ts";
import { atPlace, replacing } from "./members.ts";
import type { MutationKind } from "./mutation.ts";
import { placesOf } from "./places.ts";

const typeOf = (value: unknown): string =>
	Array.isArray(value) ? "array" : value === null ? "null" : typeof value;

/** By the type that a value has: the one that it gets, and how. */
const CHANGES = new Map<string, [to: string, (value: unknown) => unknown]>([
	["string", ["number", () => 5]],
	["number", ["numeric string", String]],
	["boolean", ["string", String]],
	["object", ["array", (value) => [value]]],
	["array", ["object", (value) => (isHolder(value) ? { ...value } : {})]],
]);

export const changeType: MutationKind = (exchange, contract) =>
	placesOf(exchange, contract).flatMap((place) => {
		const from = typeOf(place.value);
		const [to, change] = CHANGES.get(from) ?? [];
		if (!change) return [];
		return [
			atPlace(
				place,
				"change its type",
				`${from} to ${to}`,
				replacing((value) =>
					typeOf(value) === from ? change(value) : undefined,
				),
			),
		];
	});
