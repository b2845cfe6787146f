import { errorMessage } from "../values/errors.ts";
import { escapeSegment } from "../values/json.ts";
import { describeUnknown, type InvalidPointer } from "../values/validation.ts";
import { isNode, type Node } from "./node.ts";

/** Returns what the value of a keyword must be, or undefined if the value is well-formed. */
type Check = (value: unknown) => string | undefined;

/** The types of JSON Schema. */
const TYPES = "string,number,integer,boolean,object,array,null".split(",");

const isSchema = (value: unknown): boolean =>
	isNode(value) || typeof value === "boolean";
/** Whether the value is a number. A text with a number counts, too, because other tools write such texts. */
const isNumber = (value: unknown): boolean =>
	["number", "string"].includes(typeof value) && Number.isFinite(Number(value));

const must =
	(isValid: (value: unknown) => boolean, text: string): Check =>
	(value) =>
		isValid(value) ? undefined : `must be ${text}`;

const LIST = must(Array.isArray, "a list of values");
const SCHEMA = must(isSchema, "a schema. Write one, such as {}, or remove it");
const SCHEMAS = must(Array.isArray, "a list of schemas");
const MAP = must(isNode, "a map of schemas by name. Add one, or remove it");
const NUMBER = must(isNumber, "a number");
const TEXT = must((value) => typeof value === "string", "a text");
/** A list of names. Old drafts of JSON Schema had a boolean instead. */
const NAMES = must(
	(value) => Array.isArray(value) || typeof value === "boolean",
	"a list of names, such as [id]",
);
const TYPE: Check = (value) => {
	const wrong = [value].flat().find((each) => !TYPES.includes(String(each)));
	return wrong === undefined
		? undefined
		: describeUnknown("type", String(wrong), TYPES);
};

const PATTERN: Check = (value) => {
	if (typeof value !== "string") return TEXT(value);
	try {
		new RegExp(value, "u");
		return undefined;
	} catch (error) {
		const reason = errorMessage(error).split(": ").at(-1);
		return `is no regular expression of JavaScript with the flag u: ${reason}. Fix the pattern ${value}`;
	}
};
const PATTERNS: Check = (value) =>
	MAP(value) ??
	Object.keys(Object(value))
		.map(PATTERN)
		.find((detail) => detail !== undefined);

const ITEMS = must(
	(value) => isSchema(value) || Array.isArray(value),
	"a schema. Write one, such as {}, or remove it",
);

const UNSUPPORTED =
	"refers to an anchor, which is not supported. Use a $ref such as #/components/schemas/Book";

/** The keywords of JSON Schema by their check. Other keywords may have any value. */
const KEYWORDS: readonly (readonly [check: Check, keywords: string])[] = [
	[() => UNSUPPORTED, "$dynamicRef $recursiveRef"],
	[TYPE, "type"],
	[NAMES, "required"],
	[LIST, "enum"],
	[TEXT, "format $ref"],
	[PATTERN, "pattern"],
	[PATTERNS, "patternProperties"],
	[ITEMS, "items"],
	[MAP, "properties dependentSchemas"],
	[SCHEMAS, "allOf anyOf oneOf prefixItems"],
	[SCHEMA, "not if then else contains propertyNames"],
	[SCHEMA, "additionalProperties unevaluatedProperties unevaluatedItems"],
	[NUMBER, "minLength maxLength minItems maxItems minProperties maxProperties"],
	[NUMBER, "minimum maximum multipleOf"],
];
const CHECKS = new Map(
	KEYWORDS.flatMap(([check, keywords]) =>
		keywords.split(" ").map((keyword) => [keyword, check]),
	),
);

/** The schemas that were searched, with the first malformed keyword of each. */
export type Searched = Map<Node, InvalidPointer | undefined>;

/**
 * Finds the first keyword of a schema, or of a schema below it, with a value that JSON Schema does not allow.
 * @param follow returns the target of a reference, the same object for each use, so that it is searched once
 * @param searched receives the schemas that this call searches
 * @returns the pointer relative to the schema, or relative to the document for a keyword below a `$ref`
 */
export function findMalformed(
	follow: (reference: string) => Node,
	schema: unknown,
	searched: Searched,
): InvalidPointer | undefined {
	if (!isSchema(schema)) return { pointer: "", detail: `${SCHEMA(schema)}` };
	if (!isNode(schema)) return undefined;
	if (searched.has(schema)) return searched.get(schema);
	searched.set(schema, undefined);
	const found = search(follow, schema, searched);
	searched.set(schema, found);
	return found;
}

function search(
	follow: (reference: string) => Node,
	schema: Node,
	searched: Searched,
): InvalidPointer | undefined {
	const below = (value: unknown, path: string): InvalidPointer | undefined => {
		const found = findMalformed(follow, value, searched);
		if (!found) return undefined;
		const isAbsolute = found.pointer.startsWith("#");
		return isAbsolute ? found : { ...found, pointer: path + found.pointer };
	};
	const { $ref } = schema;
	if (typeof $ref === "string") {
		if (!/#(\/|$)/.test($ref)) return { pointer: "/$ref", detail: UNSUPPORTED };
		const found = findMalformed(follow, follow($ref), searched);
		const isAbsolute = found?.pointer.startsWith("#");
		const start = isAbsolute ? "" : $ref.replace(/^document/, "");
		if (found) return { ...found, pointer: start + found.pointer };
	}
	for (const [keyword, value] of Object.entries(schema)) {
		const check = CHECKS.get(keyword);
		const pointer = `/${escapeSegment(keyword)}`;
		const detail = check?.(value);
		if (detail !== undefined) return { pointer, detail };
		const parts =
			check === SCHEMA || (keyword === "items" && !Array.isArray(value))
				? [["", value] as const]
				: check === MAP || check === PATTERNS || check === SCHEMAS
					? Object.entries(Object(value)).map(
							([name, each]) => [`/${escapeSegment(name)}`, each] as const,
						)
					: [];
		for (const [name, each] of parts) {
			const found = below(each, pointer + name);
			if (found) return found;
		}
	}
	return undefined;
}
