import { isObject, mapValues, tryParseJson } from "../values/json.ts";
import { MAPS, VALUES } from "./bundle.ts";
import type { Node } from "./node.ts";

/** Keywords whose schemas may reject what `type` allows. */
const COMPOSING = ["$ref", "allOf", "anyOf", "oneOf"];

/**
 * Names the type of null. In YAML, null without quotes is no text; a schema with nothing but an empty type, or with null
 * as its only value, is one of null.
 */
function nameNull(schema: Node): Node {
	const { type, enum: values } = schema;
	const isOnly = type === null && Object.keys(schema).length === 1;
	const isListed =
		type === undefined &&
		Array.isArray(values) &&
		values.length > 0 &&
		values.every((each) => each === null);
	if (isOnly || isListed) return { ...schema, type: "null" };
	return Array.isArray(type) && type.includes(null)
		? { ...schema, type: type.map((each) => each ?? "null") }
		: schema;
}

/** Converts a listed value to the type of its schema: YAML reads a version without quotes as a number. */
function fitType(types: readonly unknown[], value: unknown): unknown {
	const [type, ...others] = types.filter((each) => each !== "null");
	if (others.length > 0 || typeof value === "object") return value;
	if (type === "string") return String(value);
	const isOther = /^(integer|number|boolean)$/.test(String(type));
	return isOther && typeof value === "string"
		? (tryParseJson(value) ?? value)
		: value;
}

/** In OpenAPI 3.0, `exclusiveMinimum` says whether `minimum` itself is excluded. */
function excludeLimits(schema: Record<string, unknown>): Node {
	for (const [exclusive, limit] of [
		["exclusiveMinimum", "minimum"],
		["exclusiveMaximum", "maximum"],
	] as const) {
		if (typeof schema[exclusive] !== "boolean") continue;
		const { [limit]: value } = schema;
		const isExcluded = schema[exclusive] === true && value !== undefined;
		if (isExcluded) schema[exclusive] = value;
		Reflect.deleteProperty(schema, isExcluded ? limit : exclusive);
	}
	return schema;
}

/** Converts a schema of OpenAPI 3.0 to JSON Schema 2020-12. */
function upgradeSchema(given: Node): Node {
	const schema = nameNull(given);
	const { nullable, ...others } = schema;
	const { type, enum: values } = others;
	const types = [type ?? []].flat();
	const isNullable = nullable === true;
	const isComposed = COMPOSING.some((keyword) => keyword in schema);
	const listed = Array.isArray(values) && [
		...values.map((each) => fitType(types, each)),
		...(isNullable ? [null] : []),
	];
	return excludeLimits({
		...others,
		...("const" in others && { const: fitType(types, others.const) }),
		...(listed && { enum: [...new Set(listed)] }),
		...(isNullable &&
			type !== undefined && { type: [...new Set([...types, "null"])] }),
		...(isNullable &&
			(isComposed || type === undefined) && { "x-nullable": true }),
	});
}

/** Converts a document of OpenAPI 3.0 to OpenAPI 3.1. */
export function upgrade(value: unknown, isMap = false): unknown {
	if (Array.isArray(value)) return value.map((each) => upgrade(each));
	if (!isObject(value)) return value;
	const upgraded = mapValues(value, (each, name) =>
		!isMap && (VALUES.test(name) || name.startsWith("x-"))
			? each
			: upgrade(each, !isMap && MAPS.test(name)),
	);
	return isMap ? upgraded : upgradeSchema(upgraded);
}
