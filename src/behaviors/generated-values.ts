import { sample } from "../document/compose.ts";
import { type Field, hasType } from "../document/field.ts";
import type { Sampler } from "../sampling/create-sampler.ts";
import type { StoredRecord } from "../store/store.ts";
import type { Collection } from "./collections.ts";

/** Whether a new record has the simplest value, such as a counter that is 0, or the first state. */
const isSimple = (field: Field): boolean =>
	field.isNumeric || hasType(field, "boolean") || "enum" in field.schema;

/**
 * Returns a function that adds the properties that only the service sets, which are read-only. Does not add a property
 * that may be null, or with which the record is invalid.
 */
export function createGenerated(
	sampler: Sampler,
	{ name, record, idOf, idProperty, asked }: Collection,
): (made: StoredRecord, isNew: boolean) => StoredRecord {
	const generated = record.properties.filter(
		([each, field]) =>
			field.schema.readOnly === true &&
			!hasType(field, "null") &&
			each !== idProperty &&
			!Object.hasOwn(asked, each),
	);
	const [createdName = ""] =
		record.properties.find(([, { role }]) => role === "createdAt") ?? [];
	function make(field: Field, made: StoredRecord, seed: string): unknown {
		const created = Reflect.get(made, createdName);
		// A new record was last changed when it was created.
		if (field.schema.format === "date-time" && typeof created === "string")
			return created;
		return isSimple(field) ? sample(field) : sampler.sample(field.schema, seed);
	}
	return (made, isNew) => {
		const missing = generated.flatMap(([each, field]) => {
			if (Object.hasOwn(made, each)) return [];
			const seed = `${name} ${idOf(made)} ${each}`;
			const value = isNew
				? make(field, made, seed)
				: sampler.sample(field.schema, seed);
			return [[each, value] as const];
		});
		if (missing.length === 0) return made;
		const whole = { ...made, ...Object.fromEntries(missing) };
		return sampler.isValid(record.schema, whole) ? whole : made;
	};
}
