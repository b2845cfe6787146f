import type { Clock } from "../../store/clock.ts";
import type { Dataset, Origin, StoredRecord } from "../../store/store.ts";
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

type MakeDataset = Datasets[string];

/** By the function that makes the dataset, then by seed and time. A reloaded configuration has other functions. */
type LoadedDatasets = WeakMap<MakeDataset, Map<string, Promise<Dataset>>>;

/** How many seeds and times of one dataset are kept. */
const MAX_LOADED = 8;

/** Shared by all mocks of this process that start at a fixed time: tests often create many. Records never change. */
const sharedDatasets: LoadedDatasets = new WeakMap();

/**
 * Returns a function that builds each dataset once for all sessions that start from it.
 * @param presets their datasets change if a configuration is reloaded
 * @param clock datasets end at its current time
 */
export function createDatasetLoader(
	presets: Pick<Presets, "datasets">,
	{ start, now }: Clock,
): (origin: Origin) => Promise<Dataset> {
	const end = now();
	// In real time, no other mock ends at the same time.
	const loaded: LoadedDatasets =
		start === undefined ? new WeakMap() : sharedDatasets;
	return ({ dataset: name, seed }) => {
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
		// A dataset that failed to build is built again the next time.
		if (!known) dataset.catch(() => bySeed.delete(key));
		// The last one used is the last one to be dropped.
		bySeed.delete(key);
		bySeed.set(key, dataset);
		const [oldest] = bySeed.keys();
		if (bySeed.size > MAX_LOADED && oldest !== undefined) bySeed.delete(oldest);
		return dataset;
	};
}

/** Finds values that records given in process can have, and records sent as JSON cannot. */
const findUnrepresentableRecords = (
	records: readonly unknown[],
): InvalidPointer[] =>
	records
		.flatMap((record, index) => {
			const found = findUnrepresentable(record);
			return found ? placesBelow(`/${index}`, [found]) : [];
		})
		.slice(0, MAX_PLACES);

function validateRecords(
	collection: string,
	records: readonly unknown[],
	validate: Validator,
): InvalidPointer[] {
	const places: InvalidPointer[] = [];
	const indexById = new Map<unknown, number>();
	for (const [index, record] of records.entries()) {
		const invalid = findInvalidPlaces(record, validate);
		const id = isObject(record) ? record.id : undefined;
		const first = indexById.get(id);
		if (id !== undefined && first !== undefined) {
			const detail = `is also the id of /${collection}/${first}`;
			invalid.push({ pointer: "/id", detail });
		}
		places.push(...placesBelow(`/${index}`, invalid));
		indexById.set(id, first ?? index);
		if (places.length >= MAX_PLACES) break;
	}
	return places;
}

/** Reads a state whose records are newest first, or returns what is wrong with it. */
export function readState(
	given: unknown,
	validators: Readonly<Record<string, Validator>>,
): { dataset: Dataset } | { invalid: readonly InvalidPointer[] } {
	const collections = Object.keys(validators);
	if (!isObject(given)) {
		const detail = `must be an object with ${collections.join(", ")}`;
		return { invalid: [{ pointer: "", detail }] };
	}
	const invalid: InvalidPointer[] = Object.keys(given)
		.filter((name) => !Object.hasOwn(validators, name))
		.map((name) => ({
			pointer: `/${escapeSegment(name)}`,
			detail: describeUnknown("collection", name, collections),
		}));
	const dataset: Record<string, StoredRecord[]> = {};
	for (const [name, validate] of Object.entries(validators)) {
		const records = given[name] === undefined ? [] : given[name];
		if (!Array.isArray(records)) {
			invalid.push({ pointer: `/${name}`, detail: "must be an array" });
			continue;
		}
		const unrepresentable = findUnrepresentableRecords(records);
		invalid.push(...placesBelow(`/${name}`, unrepresentable));
		if (unrepresentable.length > 0) continue;
		// A copy, since the caller may go on to change the records.
		const copies: StoredRecord[] = JSON.parse(JSON.stringify(records));
		const found = validateRecords(name, copies, validate);
		invalid.push(...placesBelow(`/${name}`, found));
		dataset[name] = copies.reverse();
	}
	return invalid.length > 0 ? { invalid } : { dataset };
}

/** Records do not match the OpenAPI document. */
export class InvalidRecordsError extends Error {
	override readonly name = "InvalidRecordsError";
}

/**
 * Returns a state as a dataset.
 * @param what what the message begins with, such as `Invalid dataset "shop"`
 * @throws InvalidRecordsError that names each invalid place
 */
export async function requireRecords(
	{ recordValidators }: Pick<Service, "recordValidators">,
	what: string,
	state: unknown,
): Promise<Dataset> {
	const read = readState(state, await recordValidators());
	if ("dataset" in read) return read.dataset;
	throw new InvalidRecordsError(
		formatPlaces(`${what}:`, read.invalid, "the dataset"),
	);
}
