import { isObject, mapValues } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import type { Repair } from "../rejections/repairs.ts";

/** Replaces each word in a value that `uniqueWord` returned before by a new one. */
export function renew(value: unknown): unknown {
	if (typeof value === "string")
		return value.replaceAll(/understudy[a-z]{8,}/g, uniqueWord);
	if (Array.isArray(value)) return value.map(renew);
	return isObject(value) ? mapValues(value, renew) : value;
}

/** Returns a function that returns the value once, and then the value with new words, because items may need different texts. */
export function createMake(value: unknown): () => unknown {
	let isFirst = true;
	return () => {
		const made = isFirst ? value : renew(value);
		isFirst = false;
		return made;
	};
}

/** Returns the repair with new words each time if it adds a property, because a service may require unique texts. */
export const renewAdded = (repair: Repair): Repair =>
	repair.kind === "set" && repair.documented === undefined
		? {
				...repair,
				make: (value) =>
					value === undefined ? renew(repair.make(value)) : repair.make(value),
			}
		: repair;
