import { setProperty } from "../values/json.ts";
import { computeByObject, computeOnce } from "../values/load-once.ts";
import type { Guard, Validator } from "../values/validation.ts";
import { createEvaluator } from "./evaluate.ts";
import { readTypedDefault } from "./field.ts";
import {
	child,
	createResolver,
	entries,
	isNode,
	type Node,
	type Resolve,
} from "./node.ts";
import type { NamedSchema } from "./schemas.ts";

/** Lists the properties that have a default, or that contain a property with a default. */
const listDefaulted = computeByObject(
	(schema: Node): readonly (readonly [string, Node])[] =>
		entries(child(schema, "properties")).filter(
			([, each]) => "default" in each || leadsToDefault(each),
		),
);

const leadsToDefault = (schema: Node): boolean =>
	listDefaulted(schema).length > 0 ||
	(isNode(schema.items) && leadsToDefault(schema.items));

/**
 * Applies the defaults of missing optional properties, at any depth of properties and items.
 * @param readValid returns undefined if the default is invalid
 */
function applyDefaults(
	schema: Node,
	value: unknown,
	readValid: (property: Node) => unknown,
): void {
	if (!leadsToDefault(schema)) return;
	if (Array.isArray(value))
		for (const item of value)
			applyDefaults(child(schema, "items"), item, readValid);
	if (!isNode(value)) return;
	const required = [schema.required ?? []].flat();
	for (const [name, property] of listDefaulted(schema))
		if (Object.hasOwn(value, name))
			applyDefaults(property, value[name], readValid);
		else if ("default" in property && !required.includes(name)) {
			const found = readValid(property);
			if (found !== undefined) Reflect.set(value, name, found);
		}
}

/** Copies a JSON value. `structuredClone` takes far more time for the small values that defaults are. */
function copy(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(copy);
	if (!isNode(value)) return value;
	const copied = {};
	for (const name in value) setProperty(copied, name, copy(value[name]));
	return copied;
}

/**
 * Returns a function that reads the default of a schema. The function returns undefined if the default violates the
 * schema or has another type.
 */
function createDefaultReader(
	isValid: (schema: Node, value: unknown) => boolean,
): (schema: Node) => unknown {
	const find = computeByObject((schema: Node): unknown =>
		[schema.default, readTypedDefault(schema)].find(
			(each) => each !== undefined && isValid(schema, each),
		),
	);
	return (schema) => copy(find(schema));
}

/**
 * Returns a function that creates the validator of a schema. The validator generates no code, so it also works where
 * `new Function` is forbidden.
 * @param document returns the target of each `$ref` in the schemas, as `document#…` or `#…`. It is read on first use.
 */
export function createInterpreter(
	document: () => Node,
): <Value>(schema: Node, isPartial?: boolean) => Guard<Value> {
	const follow = computeOnce(() => createResolver(document()));
	const resolve: Resolve = (node) => follow()(node);
	const evaluate = createEvaluator(resolve);
	const readValid = createDefaultReader(
		(schema, value) => evaluate(schema, value).length === 0,
	);
	return <Value>(schema: Node, isPartial = false): Guard<Value> => {
		const check: Guard<Value> = (data): data is Value => {
			check.errors = evaluate(schema, data);
			// Afterwards, because each default is valid, and a value may have very many of them.
			if (!isPartial) applyDefaults(schema, data, readValid);
			return check.errors.length === 0;
		};
		return check;
	};
}

/**
 * Creates a validator for each schema.
 * @param document as for `createInterpreter`. Only recursive schemas have a `$ref`.
 * @param isPartial whether a value of the schema with this name changes another value. Then defaults are not applied.
 */
export function interpretSchemas(
	document: () => Node,
	schemas: readonly NamedSchema[],
	isPartial: (name: string) => boolean = () => false,
): Readonly<Record<string, Validator>> {
	const interpret = createInterpreter(document);
	return Object.fromEntries(
		schemas.map(([name, schema]) => [name, interpret(schema, isPartial(name))]),
	);
}
