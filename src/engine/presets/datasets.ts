import type { Clock } from "../../store/clock.ts";
import type {
	Dataset,
	IdProperties,
	Origin,
	StoredRecord,
} from "../../store/store.ts";
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
import type {
	Datasets,
	Presets,
	Service,
	Validator,
} from "../model/service.ts";

/** By the function that makes the dataset, then by seed and time. A reloaded configuration contains new functions. */
type LoadedDatasets = WeakMap<Datasets[string], Map<string, Promise<Dataset>>>;

/** How many versions of one dataset are cached, each with its own seed and time. */
const MAX_LOADED = 8;

/**
 * Shared by all mocks of this process with a fixed start time, because tests often create many mocks. Records never
 * change.
 */
const sharedDatasets: LoadedDatasets = new WeakMap();

/**
 * Returns a function that builds each dataset once for all sessions that start with it.
 * @param presets a reload of the configuration replaces its datasets
 * @param initial the end of each dataset, unless the origin or the test has another time
 */
export function createDatasetLoader(
	presets: Pick<Presets, "datasets">,
	{ start, now, followsTest }: Clock,
	initial: number,
): (origin: Origin) => Promise<Dataset> {
	// In real time, no other mock has the same end, so nothing can be shared.
	const loaded: LoadedDatasets =
		start === undefined ? new WeakMap() : sharedDatasets;
	return ({ dataset: name, seed, clock }) => {
		const end = clock?.end ?? (followsTest ? now() : initial);
		const { datasets } = presets;
		const make = Object.hasOwn(datasets, name) ? datasets[name] : undefined;
		if (!make)
			throw new RangeError(
				`Dataset "${name}" was removed from the configuration. Add it again, or reset to one of ${Object.keys(datasets).join(", ")}.`,
			);
		const bySeed = loaded.get(make) ?? new Map<string, Promise<Dataset>>();
		loaded.set(make, bySeed);
		const key = `${seed} ${end}`;
		const known = bySeed.get(key);
		const dataset = known ?? make({ seed, now: end });
		// If building fails, the next call builds the dataset again.
		if (!known) dataset.catch(() => bySeed.delete(key));
		// Moves the dataset to the end, because the first entry is dropped first.
		bySeed.delete(key);
		bySeed.set(key, dataset);
		const [oldest] = bySeed.keys();
		if (bySeed.size > MAX_LOADED && oldest !== undefined) bySeed.delete(oldest);
		return dataset;
	};
}

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
