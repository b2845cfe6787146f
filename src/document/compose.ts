import { isObject, setProperty, type Values } from "../values/json.ts";
import { type Field, hasType, readTypedDefault } from "./field.ts";
import { fitPattern } from "./pattern.ts";

/**
 * The size limit of a value that follows only from the schema. Schemas that refer to each other can describe values
 * of any size.
 */
const MAX_SIZE = 10_000;

/** The values that a new object is composed from. */
export interface Source {
	/** By role. */
	readonly roles: Values;
	/** The values of properties without a role, by name. */
	readonly named: Values;
	/** Whether objects without roles take values from `named`, too. */
	readonly isSpread?: boolean;
	/** Optional fields that are included, although they have no role. */
	readonly known?: ReadonlySet<Field>;
	/** Finished values of whole fields. */
	readonly whole?: ReadonlyMap<Field, unknown>;
	/**
	 * Generates the value of a field, such as an id. Returns undefined for fields that the service does not generate.
	 */
	readonly make?: ((field: Field) => unknown) | undefined;
	/** Returns the value of a required field that no other source has. Defaults to `sample`. */
	readonly otherwise?: ((field: Field) => unknown) | undefined;
}

/** The items of an array, each with its own source. */
export class SourceList {
	readonly sources: readonly Source[];
	constructor(sources: readonly Source[]) {
		this.sources = sources;
	}
}

/** Returns the name that a property of a request has in the record. The record may use another spelling. */
const nameInRecord = (property: Field | undefined, name: string): string =>
	String(property?.schema["x-inferred-name"] ?? name);

/** Lists the names by which the values of an object are read, in any of its alternatives. */
export const listNames = ({ properties, alternatives }: Field): string[] => [
	...properties.flatMap(([name, each]) =>
		each.hasRoles && each.properties.length > 0
			? [name, ...listNames(each)]
			: nameInRecord(each, name),
	),
	...alternatives.flatMap(listNames),
];

/**
 * Reads the values of an object by role, or by name if the property has no role. Includes nested objects that contain
 * roles.
 */
export function readSource(
	field: Field,
	value: unknown,
	roles: Record<string, unknown> = {},
	named: Record<string, unknown> = {},
): Source {
	if (!isObject(value)) return { roles, named };
	const [[, only] = [], other] = field.properties;
	for (const name in value) {
		const each = value[name];
		const property = field.byName.get(name);
		// What is beside the object of a record does not belong to it.
		const isBeside = !property && !other && only?.hasRoles;
		if (isBeside && only.properties[0]) continue;
		if (!property?.hasRoles) {
			setProperty(named, nameInRecord(property, name), each);
			continue;
		}
		const { role, items } = property;
		if (role !== undefined)
			roles[role] =
				Array.isArray(each) && items && items.properties.length > 0
					? new SourceList(each.map((item) => readSource(items, item)))
					: each;
		if (property.properties.length > 0)
			readSource(property, each, roles, named);
	}
	return { roles, named };
}

function composeProperty(
	field: Field,
	name: string,
	isRequired: boolean,
	source: Source,
): unknown {
	const { role, schema, hasRoles, hasConst } = field;
	const { otherwise = sample } = source;
	const isNamed = Object.hasOwn(source.named, name);
	const isFixed = hasConst && source.isSpread === true;
	const isGiven = role === undefined && isNamed && !isFixed;
	// An optional object without roles has no known values.
	const isKnown =
		isRequired || hasRoles || hasConst || source.known?.has(field);
	let value = isGiven ? adapt(field, source.named[name], source) : undefined;
	if (value === undefined && isKnown && field.size <= MAX_SIZE) {
		// In an object without roles, a name may mean something else than in the outer object.
		const { isOpen, properties, alternatives } = field;
		const isMap = isOpen && properties.length === 0;
		const isFilled = properties.length > 0 || alternatives.length > 0;
		const isApart = !hasRoles && (isMap || (isFilled && !source.isSpread));
		value = compose(field, isApart ? { ...source, named: {} } : source);
	}
	// The source may have the property by its name instead of the role.
	if (value === undefined && isNamed)
		value = adapt(field, source.named[name], source);
	if (isRequired && (value === undefined || value === null))
		value = value === null && hasType(field, "null") ? null : otherwise(field);
	if (value === undefined && !source.otherwise)
		value = readTypedDefault(schema);
	if (value !== null || isGiven || isRequired) return value;
	const isAny = field.types.length === 0 && field.alternatives.length === 0;
	return isAny ? null : undefined;
}

function composeObject(field: Field, source: Source): unknown {
	const { properties, byName, required, isOpen } = field;
	if (properties.length === 0 && !isOpen) return undefined;
	const object: Record<string, unknown> = {};
	for (const [name, each] of properties) {
		const isRequired = required.includes(name);
		const value = composeProperty(each, name, isRequired, source);
		if (value !== undefined) setProperty(object, name, value);
	}
	if (isOpen && !(source.isSpread && properties.length > 0))
		for (const name in source.named)
			if (!Object.hasOwn(object, name))
				setProperty(object, name, source.named[name]);
	// Some documents require a property that they do not describe.
	for (const name of required)
		if (!byName.has(name) && !Object.hasOwn(object, name))
			setProperty(object, name, source.named[name] ?? "text");
	for (const _ in object) return object;
	return undefined;
}

/**
 * Whether a value has one of the types of a field. A field without types allows every type. A value that is not JSON,
 * such as a matcher of a check, can stand for any value.
 */
const hasItsType = ({ types }: Field, value: unknown): boolean => {
	const type = Array.isArray(value) ? "array" : typeof value;
	return (
		types.length === 0 ||
		value === null ||
		types.includes(type) ||
		(type === "number" && types.includes("integer")) ||
		(type === "object" && Object.getPrototypeOf(value) !== Object.prototype)
	);
};

/**
 * Converts the value of a role to the form that the field describes. Items of an array are composed one by one.
 * @returns undefined if the value has another type, or is a text that the field does not list
 */
export function adapt(field: Field, value: unknown, source?: Source): unknown {
	if (value === undefined) return undefined;
	const isNumber = typeof value === "string" && !Number.isNaN(Number(value));
	if (isNumber && field.isNumeric) return Number(value);
	const { enum: values, format } = field.schema;
	if (typeof value === "string" && hasItsType(field, value)) {
		// The code of an error is a word by its role, but may be a UUID by the document.
		if (source?.isSpread && format === "uuid" && value.length < 36)
			return undefined;
		return Array.isArray(values) && !values.includes(value) ? undefined : value;
	}
	if (value instanceof SourceList) {
		const { items, isNumeric } = field;
		if (isNumeric) return value.sources.length;
		return value.sources.map(({ roles, named }) =>
			items ? compose(items, { ...source, roles, named }) : {},
		);
	}
	if (hasItsType(field, value)) {
		const { items } = field;
		const isWrong =
			items &&
			Array.isArray(value) &&
			!value.every((each) => hasItsType(items, each));
		return isWrong ? undefined : value;
	}
	if (typeof value !== "object" && field.types.includes("string"))
		return String(value);
	if (!field.types.includes("boolean")) return undefined;
	return value === "true" || (value === "false" ? false : undefined);
}

/** Returns a value that the field describes, or undefined if no source has a value for it. */
export function compose(field: Field, source: Source): unknown {
	if (source.whole?.has(field)) return source.whole.get(field);
	const { role, alternatives } = field;
	if (field.hasConst) return field.schema.const;
	const made = role === undefined ? undefined : source.make?.(field);
	if (made !== undefined) return made;
	if (role !== undefined && Object.hasOwn(source.roles, role))
		return adapt(field, source.roles[role], source);
	if (field.properties.length > 0 || field.isOpen || !alternatives[0])
		return composeObject(field, source);
	const fitting = alternatives.find(({ properties, required }) =>
		properties.every(
			([name, each]) =>
				!required.includes(name) ||
				each.size > MAX_SIZE ||
				compose(each, source) !== undefined,
		),
	);
	return compose(fitting ?? alternatives[0], source);
}

const FORMATS: Readonly<Record<string, string>> = {
	"date-time": "2026-01-01T00:00:00.000Z",
	date: "2026-01-01",
	email: "user@example.com",
	uri: "https://example.com/",
	"uri-reference": "about:blank",
	uuid: "00000000-0000-4000-8000-000000000000",
};

/**
 * Returns the simplest value that the field describes: the value in the document, or the smallest value of the type.
 */
export function sample(field: Field): unknown {
	const { schema, alternatives, items } = field;
	if ("const" in schema) return schema.const;
	const usual = readTypedDefault(schema);
	if (usual !== undefined) return usual;
	if ("example" in schema) return schema.example;
	const [first] = [schema.examples ?? schema.enum ?? []].flat();
	if (first !== undefined) return first;
	if (hasType(field, "null")) return null;
	if (alternatives[0] && field.properties.length === 0)
		return sample(alternatives[0]);
	if (field.isNumeric)
		return (
			schema.minimum ?? Math.max(Number(schema.exclusiveMinimum ?? -1) + 1, 0)
		);
	if (hasType(field, "boolean")) return false;
	if (hasType(field, "array"))
		return Array.from(
			{ length: field.size > MAX_SIZE ? 0 : Number(schema.minItems ?? 0) },
			() => (items ? sample(items) : null),
		);
	if (hasType(field, "string"))
		return fitPattern(
			FORMATS[String(schema.format)] ??
				"text".padEnd(Math.min(Number(schema.minLength ?? 0), MAX_SIZE), "x"),
			schema.pattern,
		);
	if (field.size > MAX_SIZE) return {};
	return composeObject(field, { roles: {}, named: {} }) ?? {};
}
