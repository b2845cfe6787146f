import { format, type OutputUnit, validate } from "@cfworker/json-schema";
import { parsePointer, setProperty, valueAt } from "../values/json.ts";
import { computeOnce } from "../values/load-once.ts";
import type { ValidationError, Validator } from "../values/validation.ts";
import {
	createBoundedValidation,
	createLookup,
	TOO_MANY,
} from "./bound-validation.ts";
import {
	child,
	createResolver,
	entries,
	isNode,
	type Node,
	type Resolve,
} from "./node.ts";
import { readTypedDefault } from "./read-field.ts";
import type { NamedSchema } from "./schemas.ts";

// The validator's own pattern takes a time exponential in the length of a host without a dot, and rejects `localhost`.
format.url = URL.canParse;

/** The parameter that the message of an error needs for the value of a keyword. Defaults to `limit`. */
const PARAMETERS: Readonly<Record<string, string>> = {
	type: "type",
	const: "allowedValue",
	enum: "allowedValues",
	format: "format",
	pattern: "pattern",
};

/** Keywords whose message can be replaced by an `x-remedy` beside them. */
export const WITH_REMEDY: readonly string[] = ["pattern", "oneOf"];

/** Why a value may be invalid although nothing is wrong with it. */
export const CANNOT_CHECK =
	"has so many alternatives that it cannot be checked. Shorten it";

/** The messages of errors that compiled validators do not have, or describe in another way. */
const SENTENCES: Readonly<Record<string, string>> = {
	uniqueItems: "must not have an item twice",
	[TOO_MANY]: CANNOT_CHECK,
};

/** Keywords whose errors only report that there are errors below. */
const CONTAINERS =
	/^(\$ref|properties|patternProperties|items|prefixItems|allOf|if|dependentSchemas)$/;

/** Keywords that forbid unknown properties if their schema is `false`. */
const UNKNOWN = /^(additional|unevaluated)Properties$/;

/** By schema, the properties that have a default, or that contain a property with a default. */
const defaulted = new WeakMap<Node, readonly (readonly [string, Node])[]>();

function listDefaulted(schema: Node): readonly (readonly [string, Node])[] {
	const known = defaulted.get(schema);
	if (known) return known;
	const found = entries(child(schema, "properties")).filter(
		([, each]) => "default" in each || leadsToDefault(each),
	);
	defaulted.set(schema, found);
	return found;
}

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
	const known = new WeakMap<Node, { readonly value: unknown }>();
	return (schema) => {
		const { default: given } = schema;
		const find = (): unknown =>
			[given, readTypedDefault(schema)].find(
				(each) => each !== undefined && isValid(schema, each),
			);
		const found = known.get(schema) ?? { value: find() };
		known.set(schema, found);
		return copy(found.value);
	};
}

/**
 * Finds the schema whose keyword failed. `location` is the path that the validation took, which may lead through
 * `$ref`.
 */
function findSchema(root: Node, resolve: Resolve, location: string): Node {
	const path = parsePointer(decodeURIComponent(location.slice(1)));
	let at: unknown = root;
	for (const segment of path.slice(0, -1))
		at = segment === "$ref" && isNode(at) ? resolve(at) : valueAt(at, segment);
	return isNode(at) ? at : {};
}

/**
 * Returns the error in the words of the compiled validators. Returns no error if another error describes the problem
 * better.
 */
function describe(
	{ keyword: found, keywordLocation, instanceLocation, error }: OutputUnit,
	schema: Node,
	resolve: Resolve,
): ValidationError[] {
	// For a schema `false`, the error names only the place. The error of the keyword with this schema describes the
	// problem better.
	if (found === "false" || CONTAINERS.test(found)) return [];
	const failed = findSchema(schema, resolve, keywordLocation);
	const isRepeated = found === "enum" && !("enum" in failed);
	const keyword = isRepeated ? "uniqueItems" : found;
	const [, property, beside] =
		/^Instance has "(.*)" but does not have "(.*)"\.$/.exec(error) ??
		/"(.*)"/.exec(error) ??
		[];
	const create = (params: ValidationError["params"]): ValidationError[] => [
		{
			...{ keyword, params },
			// Many errors may be below a very long name, and few of them are read.
			get instancePath() {
				return decodeURIComponent(instanceLocation.slice(1));
			},
		},
	];
	const sentence = SENTENCES[keyword];
	if (sentence !== undefined) return create({ remedy: sentence });
	if (keyword === "required") return create({ missingProperty: property });
	if (keyword === "dependentRequired")
		return create({ property, missingProperty: beside });
	if (!UNKNOWN.test(keyword))
		return create({
			[PARAMETERS[keyword] ?? "limit"]: failed[keyword],
			...(WITH_REMEDY.includes(keyword) && { remedy: failed["x-remedy"] }),
		});
	const available = Object.keys(child(failed, "properties"));
	return failed[keyword] === false
		? create({ additionalProperty: property, available })
		: [];
}

/**
 * The maximum number of described errors. Responses show far fewer, and describing an error takes a walk through the
 * schema.
 */
const MAX_DESCRIBED = 1_000;

/**
 * Leaves out the errors of the alternatives of a `oneOf` that has an `x-remedy`, because the remedy explains the
 * problem.
 */
function omitExplained(
	errors: OutputUnit[],
	schema: Node,
	resolve: Resolve,
): OutputUnit[] {
	const explained = errors.flatMap(({ keyword, keywordLocation }) =>
		keyword === "oneOf" &&
		"x-remedy" in findSchema(schema, resolve, keywordLocation)
			? `${keywordLocation}/`
			: [],
	);
	return errors.filter(({ keywordLocation }) =>
		explained.every((each) => !keywordLocation.startsWith(each)),
	);
}

/** Describes a value that the schema `false` forbids. */
const describeForbidden = ({
	instanceLocation,
}: OutputUnit): ValidationError => ({
	keyword: "not",
	instancePath: decodeURIComponent(instanceLocation.slice(1)),
	params: {},
});

/**
 * Creates a function that tells whether a value is valid by a schema of the document, or by a schema that contains
 * such schemas.
 * @param document the target of each `$ref`, as `document#…` or `#…`
 * @param spend is called at each reference that a validation follows, and may throw to end the validation
 */
export function createChecker(
	document: Node,
	spend: () => void,
): (schema: unknown, value: unknown) => boolean {
	const lookup = createLookup(createResolver(document), spend);
	return (schema, value) =>
		value !== undefined &&
		validate(
			value,
			isNode(schema) ? schema : schema !== false,
			"2020-12",
			lookup,
			true,
		).valid;
}

/**
 * Creates validators that interpret their schemas. They generate no code, so they also work where `new Function` is
 * forbidden. `docs/decisions/0009` compares them with compiled validators.
 * @param document returns the target of each `$ref` in the schemas, as `document#…` or `#…`. Only recursive schemas
 * have a `$ref`, so the document is read on first use.
 * @param isPartial whether a value of the schema with this name changes another value. Then defaults are not applied.
 */
export function interpretSchemas(
	document: () => Node,
	schemas: readonly NamedSchema[],
	isPartial: (name: string) => boolean = () => false,
): Readonly<Record<string, Validator>> {
	const follow = computeOnce(() => createResolver(document()));
	const resolve: Resolve = (node) => follow()(node);
	const validateBounded = createBoundedValidation(resolve);
	const readValid = createDefaultReader(
		(schema, value) => validateBounded(schema, value).valid,
	);
	const createValidator = (name: string, schema: Node): Validator => {
		const isWhole = !isPartial(name);
		const check: Validator = (data) => {
			const result = validateBounded(schema, data);
			// Afterwards, because each default is valid, and a value may have very many of them.
			if (isWhole) applyDefaults(schema, data, readValid);
			const described = result.errors.slice(0, MAX_DESCRIBED);
			const errors = omitExplained(described, schema, resolve).flatMap((each) =>
				describe(each, schema, resolve),
			);
			check.errors =
				result.valid || errors.length > 0
					? errors
					: result.errors
							.filter(({ keyword }) => keyword === "false")
							.map(describeForbidden);
			return result.valid;
		};
		return check;
	};
	return Object.fromEntries(
		schemas.map(([name, schema]) => [name, createValidator(name, schema)]),
	);
}
