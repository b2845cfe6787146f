import type { Dataset, StoredRecord } from "../../store/store.ts";
import { escapeSegment } from "../../values/json-pointer.ts";
import { unfaithful } from "../request/json.ts";
import { validateBody } from "../request/validation.ts";
import type { InvalidPlace, Validator } from "../service.ts";

const MAX_PLACES = 20;
const MAX_DEPTH = 128;

/** Where records that were given in process have what none that was sent could have. */
const unfaithfulPlaces = (
	collection: string,
	records: readonly unknown[],
): InvalidPlace[] =>
	records
		.flatMap((record, index) => {
			const place = unfaithful(record, MAX_DEPTH);
			const pointer = `/${collection}/${index}${place?.pointer}`;
			return place ? [{ ...place, pointer }] : [];
		})
		.slice(0, MAX_PLACES);

function recordErrors(
	collection: string,
	records: readonly unknown[],
	validate: Validator,
): InvalidPlace[] {
	const places: InvalidPlace[] = [];
	const seen = new Map<unknown, number>();
	for (const [index, record] of records.entries()) {
		const at = `/${collection}/${index}`;
		for (const place of validateBody(record, validate))
			if ("pointer" in place)
				places.push({ ...place, pointer: at + place.pointer });
		const id =
			typeof record === "object" && record !== null && "id" in record
				? record.id
				: undefined;
		const before = seen.get(id);
		if (id !== undefined && before !== undefined)
			places.push({
				pointer: `${at}/id`,
				detail: `is that of /${collection}/${before} too`,
			});
		seen.set(id, before ?? index);
		if (places.length >= MAX_PLACES) break;
	}
	return places;
}

/** The state, given newest first, as the store keeps it, or what is wrong with it. */
export function readState(
	given: unknown,
	validators: Readonly<Record<string, Validator>>,
): { dataset: Dataset } | { invalid: readonly InvalidPlace[] } {
	const collections = Object.keys(validators);
	if (typeof given !== "object" || given === null || Array.isArray(given))
		return {
			invalid: [
				{
					pointer: "",
					detail: `must be an object with ${collections.join(", ")}`,
				},
			],
		};
	const sent = new Map<string, unknown>(Object.entries(given));
	const invalid: InvalidPlace[] = [...sent.keys()]
		.filter((name) => !collections.includes(name))
		.map((name) => ({
			pointer: `/${escapeSegment(name)}`,
			detail: `is no collection; use ${collections.join(", ")}`,
		}));
	const dataset: Record<string, StoredRecord[]> = {};
	for (const [name, validate] of Object.entries(validators)) {
		const records = sent.get(name) === undefined ? [] : sent.get(name);
		if (!Array.isArray(records)) {
			invalid.push({ pointer: `/${name}`, detail: "must be an array" });
			continue;
		}
		const unfit = unfaithfulPlaces(name, records);
		invalid.push(...unfit);
		if (unfit.length > 0) continue;
		// A copy, since the records are kept, and whoever gave them may go on using them.
		const copies: StoredRecord[] = JSON.parse(JSON.stringify(records));
		invalid.push(...recordErrors(name, copies, validate));
		dataset[name] = copies.reverse();
	}
	return invalid.length > 0 ? { invalid } : { dataset };
}
