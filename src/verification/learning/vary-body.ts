import { findObject, listPlaces, type Repair } from "./repairs.ts";
import { listWords, SPELLINGS } from "./spellings.ts";

/**
 * Lists other forms of a whole body, for a service whose rejections do not name the accepted form.
 * @param wrappers names of envelopes
 */
export function listVariants(
	body: unknown,
	wrappers: readonly string[],
): (readonly Repair[])[] {
	// The innermost objects come first, so that the places of outer ones stay valid.
	const names = listPlaces(body)
		.flatMap((at) =>
			Object.keys(findObject(body, at) ?? {}).map((name) => ({ at, name })),
		)
		.reverse();
	const spelled = SPELLINGS.map((spell) =>
		names.flatMap(({ at, name }): Repair[] => {
			const to = spell(listWords(name));
			return to === name ? [] : [{ kind: "rename", at, name, to }];
		}),
	);
	return [
		...wrappers.map((name): Repair[] => [{ kind: "wrap", name }]),
		...spelled.filter((each) => each.length > 0),
	];
}
