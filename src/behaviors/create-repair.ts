import type { Field } from "../document/field.ts";
import { child } from "../document/node.ts";
import type { Sampler } from "../sampling/create-sampler.ts";
import type { StoredRecord } from "../store/store.ts";
import { escapeSegment, isObject } from "../values/json.ts";
import { listAllValues } from "../values/list-all-values.ts";
import { AbortedWrite, type Collection } from "./collections.ts";
import { createGenerated } from "./generated-values.ts";
import { lists, type OperationPlan } from "./operation-plan.ts";
import { createReader } from "./replies.ts";

/**
 * Makes a record valid: a request may satisfy its own schema, while the record made from it violates the schema of
 * the record. The record keeps the values of the request, or those that it had before.
 * @throws AbortedWrite if the record cannot have a value of the request, and the document lists the rejection
 */
export type Repair = (
	made: StoredRecord,
	body?: unknown,
	before?: StoredRecord,
) => StoredRecord;

const isComposed = (value: unknown): boolean => Object(value) === value;

/** Whether a value is the other one, or has all of its parts. */
const contains = (value: unknown, part: unknown): boolean =>
	isComposed(part)
		? isComposed(value) &&
			Object.entries(Object(part)).every(([name, each]) =>
				contains(Reflect.get(Object(value), name), each),
			)
		: value === part || part === undefined;

/** Replaces the invalid parts of a value by samples. Returns undefined if the value is missing and has no sample. */
function repairValue(
	sampler: Sampler,
	field: Field,
	value: unknown,
	seed: string,
): unknown {
	const { schema } = field;
	const { items, properties, required } = sampler.follow(field);
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

/** A record with more values is not repaired, because each invalid one is replaced by a sample. */
const MAX_VALUES = 10_000;

function isLarge(record: StoredRecord): boolean {
	let left = MAX_VALUES;
	for (const _ of listAllValues(record)) if (--left < 0) return true;
	return false;
}

/** How many properties are tried together, because each try validates a record. */
const MAX_TRIED = 100;

/**
 * Creates the function that repairs the records of a collection. It does not change ids and properties that responses
 * do not show.
 */
export function createRepair(
	sampler: Sampler,
	collection: Collection,
	plan: OperationPlan,
): Repair {
	const { name, record, idOf, idProperty, hidden } = collection;
	const read = createReader(plan);
	const addGenerated = createGenerated(sampler, collection);
	const rejects = lists(plan, 400, 422, "4XX", "default");
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
	function repair(stored: StoredRecord): StoredRecord {
		const values = new Map<string, unknown>(
			Object.entries(stored).filter(([, value]) => value !== undefined),
		);
		if (isValid(values) || isLarge(stored)) return stored;
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
		const required = [...values].filter(([each]) => isRequired(each));
		const fitting = [...values].filter(
			([each, value]) =>
				isRequired(each) || isValid(new Map(required).set(each, value)),
		);
		const kept = new Map(fitting);
		// Or they may fit one by one, but not together.
		if (!isValid(kept)) {
			const tried = fitting.slice(0, MAX_TRIED);
			kept.clear();
			for (const each of required) kept.set(...each);
			for (const [each, value] of tried)
				if (!isValid(kept.set(each, value)) && !isRequired(each))
					kept.delete(each);
		}
		for (const each of values.keys())
			if (!kept.has(each)) Reflect.deleteProperty(repaired, each);
		return repaired;
	}
	const keep: Repair = (made, body, before) => {
		const repaired = repair(made);
		if (repaired === made || body === undefined) return repaired;
		const { roles, named } = read({ query: {}, body });
		const lost = Object.keys(made).filter(
			(each) =>
				!isFixed(each) &&
				(Object.hasOwn(named, each) ||
					Object.hasOwn(roles, record.byName.get(each)?.role ?? "")) &&
				!contains(Reflect.get(repaired, each), Reflect.get(made, each)),
		);
		if (lost.length === 0) return repaired;
		const pick = (from: object): object =>
			Object.fromEntries(
				lost.flatMap((each) =>
					Object.hasOwn(from, each) ? [[each, Reflect.get(from, each)]] : [],
				),
			);
		const replaced = { ...made, ...pick(named) };
		if (isValid(new Map(Object.entries(replaced)))) return replaced;
		// A service often shows another form of an object, but a single value as it is.
		const invalid = lost
			.filter((each) => !isComposed(Reflect.get(made, each)))
			.map((each) => ({
				pointer: `/${escapeSegment(each)}`,
				detail: "does not fit the record",
			}));
		if (rejects && invalid.length > 0)
			throw Object.assign(new AbortedWrite(), { rejection: { invalid } });
		const rest = { ...made };
		for (const each of lost) Reflect.deleteProperty(rest, each);
		return repair({ ...rest, ...pick(before ?? {}) });
	};
	return (made, body, before) => {
		const kept = keep(made, body, before);
		return before ? kept : addGenerated(kept, body !== undefined);
	};
}
