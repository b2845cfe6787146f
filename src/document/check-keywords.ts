import { distance } from "../values/describe-unknown-name.ts";
import { escapeSegment, parsePointer, valueAt } from "../values/json.ts";
import { computeByKey } from "../values/load-once.ts";
import {
	describeUnknown,
	findInvalidPlaces,
	type InvalidPointer,
	type ValidationError,
	type Validator,
} from "../values/validation.ts";
import { allNodes } from "./extensions.ts";
import { createInterpreter } from "./interpret-schemas.ts";
import { hasType } from "./keyword-values.ts";
import keywords from "./keywords.json" with { type: "json" };
import { DocumentError, entries, isNode, type Node, roleOf } from "./node.ts";

const properties: Node = keywords.properties;

/** Our keywords, each with its schema. */
export const KEYWORDS: readonly (readonly [name: string, schema: Node])[] =
	entries(properties).filter(([name]) => name.startsWith("x-"));

const NAMES = KEYWORDS.map(([name]) => name);

const validate = createInterpreter(() => keywords)(keywords);

/** Returns the letters of a name in lower case: people use other cases and separators. */
const plain = (name: string): string =>
	name.toLowerCase().replaceAll(/[^a-z]/g, "");

const sortLetters = (name: string): string =>
	[...plain(name)].toSorted().join("");

/** Whether one letter differs, or the order of letters. More than that would reject keywords of other tools. */
const isSimilar = (one: string, other: string): boolean =>
	sortLetters(one) === sortLetters(other) ||
	distance(plain(one), plain(other)) <= 1;

/**
 * Returns the schemas of the keywords of Understudy that a name may be a misspelling of. Cached, because documents repeat
 * their keywords.
 */
const listSimilar = computeByKey((name: string): readonly Node[] =>
	KEYWORDS.filter(
		([each]) => isSimilar(name, each) && !isLonger(name, each),
	).map(([, schema]) => schema),
);

/** Whether a name is one of our keywords followed by another word, such as `x-resourceId`. */
const isLonger = (name: string, ours: string): boolean =>
	name.startsWith(ours) && /^[A-Z_-]/.test(name.slice(ours.length));

/**
 * Finds the first keyword that is a misspelling of one of ours, or that has a wrong value. Skips examples, and the
 * values of keywords of other tools.
 */
function findWrong(value: unknown, isMap = false): InvalidPointer | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	const ours: [string, unknown][] = [];
	for (const [name, below] of Object.entries(value)) {
		const known = isMap ? undefined : properties[name];
		const isKeyword = !isMap && name.startsWith("x-");
		if (known && isKeyword) ours.push([name, below]);
		const pointer = `/${escapeSegment(name)}`;
		if (!known && isKeyword) {
			// A similar keyword of another tool, such as `x-roles` with a list, usually has a value of another type.
			const isOurs = listSimilar(name).some(({ type = "string" }) =>
				hasType(type, below),
			);
			if (isOurs)
				return { pointer, detail: describeUnknown("keyword", name, NAMES) };
		} else if (known !== true) {
			const found = findWrong(below, isNode(known) && "$ref" in known);
			if (found) return { ...found, pointer: pointer + found.pointer };
		}
	}
	if (ours.length === 0) return undefined;
	// Only this element: to validate the whole document takes much longer.
	const { responses } = Object(value);
	const beside = responses === undefined ? {} : { responses: {} };
	const element = { ...Object.fromEntries(ours), ...beside };
	return findInvalidPlaces(element, check, 1)[0];
}

/** Adds a remedy to the errors that the general sentences do not explain. */
function explain(error: ValidationError, document: unknown): ValidationError {
	const { keyword, instancePath, params } = error;
	if (keyword === "enum") {
		const given = valueAt(document, ...parsePointer(instancePath));
		const values = [params.allowedValues].flat().map(String);
		const remedy = describeUnknown("value", String(given), values);
		return { ...error, params: { remedy } };
	}
	if (keyword !== "dependentRequired") return error;
	const { property: propertyName, missingProperty } = params;
	const remedy = `must be on an operation, beside its ${missingProperty}`;
	return { ...error, params: { propertyName, remedy } };
}

const isUnknown = ({ keyword }: ValidationError): boolean =>
	keyword === "additionalProperties";

const check: Validator = (document) => {
	const isValid = validate(document);
	const { errors = [] } = validate;
	// First the unknown keys: a misspelled key is also reported as missing under its correct name.
	check.errors = [
		...errors.filter(isUnknown),
		...errors.filter((each) => !isUnknown(each)),
	].map((each) => explain(each, document));
	return isValid;
};

/**
 * Checks the keywords that the mock adds to OpenAPI, in a parsed document or in a file that it refers to.
 * @param start the pointer of the file in the bundled document
 * @throws DocumentError that names the first wrong keyword and suggests a fix
 */
export function checkKeywords(document: unknown, start = ""): void {
	const place = findWrong(document);
	if (place)
		throw new DocumentError(
			`${place.pointer} ${place.detail}`,
			start + place.pointer,
		);
}

const ROLES: readonly string[] = keywords.properties["x-role"].examples;

/**
 * Checks the roles of a bundled document. A custom role copies a value from one place to another, so it is at two
 * places at least. A role that is at one place only, and is similar to a built-in role, is a misspelling.
 * @throws DocumentError that names the first wrong role and suggests a fix
 */
export function checkRoles(root: Node): void {
	const roles = allNodes(root).flatMap(
		({ pointer, node: { "x-role": role } }) =>
			typeof role === "string" && !ROLES.includes(roleOf(role))
				? [[roleOf(role), `${pointer}/x-role`] as const]
				: [],
	);
	for (const [role, pointer] of roles) {
		const isAlone = roles.filter(([each]) => each === role).length === 1;
		const isOurs = ROLES.some(
			(each) =>
				plain(each) === plain(role) || (isAlone && isSimilar(role, each)),
		);
		if (isOurs)
			throw new DocumentError(
				`${pointer} ${describeUnknown("role", role, ROLES)}`,
				pointer,
			);
	}
}
