import type { Dataset, IdProperties, StoredRecord } from "../../store/store.ts";
import { escapeSegment, isObject } from "../../values/json.ts";
import {
	describeUnknown,
	findInvalidPlaces,
	findUnrepresentable,
	formatPlaces,
	type InvalidPointer,
	MAX_PLACES,
	placesBelow,
} from "../../values/validation.ts";
import type { Service, Validator } from "../model/service.ts";

/** Finds values that JSON cannot represent. Records from code in this process can contain them. */
function validateRecords(
	collection: string,
	records: readonly unknown[],
	validate: Validator,
	idProperty = "id",
): InvalidPointer[] {
	const places: InvalidPointer[] = [];
	const indexById = new Map<unknown, number>();
	for (const [index, record] of records.entries()) {
		const invalid = findInvalidPlaces(record, validate);
		const id = isObject(record) ? record[idProperty] : undefined;
		const first = indexById.get(id);
		if (id !== undefined && first !== undefined) {
			const detail = `is also the id of /${collection}/${first}`;
			invalid.push({ pointer: `/${idProperty}`, detail });
		}
		places.push(...placesBelow(`/${index}`, invalid));
		indexById.set(id, first ?? index);
		if (places.length > MAX_PLACES) break;
	}
	return places;
}

/** Reads a state with the newest records first. Returns the errors if it is invalid. */
export function readState(
	given: unknown,
	validators: ReadonlyMap<string, Validator>,
	idProperties: IdProperties = {},
): { dataset: Dataset } | { invalid: readonly InvalidPointer[] } {
	const collections = [...validators.keys()];
	if (!isObject(given)) {
		const detail = `must be an object with ${collections.join(", ")}`;
		return { invalid: [{ pointer: "", detail }] };
	}
	const invalid: InvalidPointer[] = Object.keys(given)
		.filter((name) => !validators.has(name))
		.slice(0, MAX_PLACES + 1)
		.map((name) => ({
			pointer: `/${escapeSegment(name)}`,
			detail: describeUnknown("collection", name, collections),
		}));
	const dataset: Record<string, StoredRecord[]> = {};
	for (const [name, validate] of validators) {
		// A collection may have the name `constructor`, which every object has as a property.
		const own = Object.hasOwn(given, name) ? given[name] : undefined;
		const records = own === undefined ? [] : own;
		if (!Array.isArray(records)) {
			invalid.push({ pointer: `/${name}`, detail: "must be an array" });
			continue;
		}
		// Each record may have 128 levels.
		const unrepresentable = findUnrepresentable(records, 129);
		if (unrepresentable) {
			invalid.push(...placesBelow(`/${name}`, [unrepresentable]));
			continue;
		}
		// A copy, because the caller may change the records later.
		const copies: StoredRecord[] = JSON.parse(JSON.stringify(records));
		const idProperty = idProperties[name];
		const found = validateRecords(name, copies, validate, idProperty);
		invalid.push(...placesBelow(`/${name}`, found));
		dataset[name] = copies.reverse();
	}
	return invalid.length > 0 ? { invalid } : { dataset };
}

/** Thrown for records that do not match the OpenAPI document. */
export class InvalidRecordsError extends Error {
	override readonly name = "InvalidRecordsError";
}

/**
 * Returns a state as a dataset.
 * @param what the beginning of the message, such as `Invalid dataset "shop"`
 * @throws InvalidRecordsError that names each invalid place
 */
export async function requireRecords(
	{
		recordValidators,
		idProperties,
	}: Pick<Service, "recordValidators" | "idProperties">,
	what: string,
	state: unknown,
): Promise<Dataset> {
	const read = readState(state, await recordValidators(), idProperties);
	if ("dataset" in read) return read.dataset;
	throw new InvalidRecordsError(
		formatPlaces(`${what}:`, read.invalid, "the dataset"),
	);
}
