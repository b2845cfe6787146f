import type { Field } from "../document/field.ts";
import { child } from "../document/node.ts";
import type { Sampler } from "../sampling/create-sampler.ts";
import type { StoredRecord } from "../store/store.ts";
import { isObject } from "../values/json.ts";
import type { Collection } from "./collections.ts";

/**
 * Makes a record valid: a request may satisfy its own schema, while the record made from it violates the schema of
 * the record.
 */
export type Repair = (stored: StoredRecord) => StoredRecord;

/** Replaces the invalid parts of a value by samples. Returns undefined if the value is missing and has no sample. */
function repairValue(
	sampler: Sampler,
	field: Field,
	value: unknown,
	seed: string,
): unknown {
	const { schema, items, properties, required } = field;
	if (value === undefined) return sampler.sample(schema, seed);
	if (sampler.isValid(schema, value)) return value;
	const repair = (inner: Field, each: unknown, name: string | number) =>
		repairValue(sampler, inner, each, `${seed} ${name}`);
	let repaired: unknown;
	if (Array.isArray(value) && items)
		repaired = value.map((each, index) => repair(items, each, index));
	else if (isObject(value) && properties.length > 0) {
		const parts = new Map(Object.entries(value));
		for (const [name, each] of properties)
			if (parts.has(name) || required.includes(name))
				parts.set(name, repair(each, parts.get(name), name));
		repaired = Object.fromEntries(parts);
	}
	if (repaired !== undefined && sampler.isValid(schema, repaired))
		return repaired;
	return sampler.sample(schema, seed) ?? value;
}

/**
 * Creates the function that repairs the records of a collection. It does not change ids and properties that responses
 * do not show.
 */
export function createRepair(
	sampler: Sampler,
	{ name, record, idOf, idProperty, hidden }: Collection,
): Repair {
	const isFixed = (each: string): boolean =>
		each === idProperty || hidden.includes(each);
	const isRequired = (each: string): boolean =>
		isFixed(each) || record.required.includes(each);
	// A consecutive number may be larger than the schema of the id allows.
	const schema = {
		...record.schema,
		properties: { ...child(record.schema, "properties"), [idProperty]: {} },
	};
	const isValid = (values: ReadonlyMap<string, unknown>): boolean =>
		sampler.isValid(schema, Object.fromEntries(values));
	return (stored) => {
		const values = new Map<string, unknown>(
			Object.entries(stored).filter(([, value]) => value !== undefined),
		);
		if (isValid(values)) return stored;
		for (const each of record.alternatives) {
			const made = Object(
				sampler.sample(each.schema, `${name} ${idOf(stored)}`),
			);
			const required = each.required.map((name) => [name, made[name]]);
			const whole = { ...Object.fromEntries(required), ...stored };
			if (isValid(new Map(Object.entries(whole)))) return whole;
		}
		for (const [each, field] of record.properties) {
			if (isFixed(each) || !(values.has(each) || isRequired(each))) continue;
			const seed = `${name} ${idOf(stored)} ${each}`;
			const value = repairValue(sampler, field, values.get(each), seed);
			if (value !== undefined) values.set(each, value);
		}
		const repaired = { ...stored, ...Object.fromEntries(values) };
		if (isValid(values)) return repaired;
		// Another part of the schema may forbid a property.
		const kept = new Map([...values].filter(([each]) => isRequired(each)));
		for (const [each, value] of values)
			if (!isValid(kept.set(each, value)) && !isRequired(each)) {
				kept.delete(each);
				Reflect.deleteProperty(repaired, each);
			}
		return repaired;
	};
}
