import { isObject } from "../../values/json.ts";
import { CONTAINED, compareNames, MAX_COMPARED } from "./compare-names.ts";
import { isIdentifying, isSentence } from "./find-meaning.ts";
import { findSources } from "./find-sources.ts";
import type { Search } from "./missing-properties.ts";
import { findListProperty, hasType, isValid } from "./shape-values.ts";

/** The maximum number of objects in a response that are tried as the envelope. */
const MAX_OBJECTS = 10;
/** An object with so many names of the one in it is a record by itself. */
const MIN_SHARED = 3;
/** Shorter texts may be repeated by chance. */
const MIN_ECHO = 8;

/**
 * Whether an object itself has more of the missing properties, under other names, than an object in it, such as the
 * record in the receipt of a command.
 * @param lacking how many properties the inner object lacks
 */
function isRecordBeside(
	name: string,
	lacking: number,
	{ hints, ...search }: Search,
): boolean {
	if (lacking === 0) return false;
	const found = findSources({
		...search,
		unknown: search.unknown.filter((each) => each !== name),
		// What is found must not be remembered.
		hints: { ...hints, renamed: new Map(hints.renamed) },
	});
	return search.missing.length - found.size < lacking;
}

/** Whether an object repeats a text of the request, under whatever name. */
const isEchoed = (inner: object, sent: unknown): boolean =>
	typeof sent === "string" &&
	sent.length >= MIN_ECHO &&
	Object.values(inner).includes(sent);

/** Returns the name of the property that wraps the object, as in `{"data": {…}}`. A text in the object may have this name. */
export function findEnvelope(search: Search): string | undefined {
	const { schema, values, missing, unknown, hints } = search;
	const { properties = {}, required = [] } = schema;
	if (missing.length === 0 || missing.length * 2 < required.length)
		return undefined;
	// Another object has shown the name of a property, which this one has itself.
	const hasKnown = missing.some((each) => {
		const other = hints.renamed.get(each) ?? each;
		return unknown.includes(other) && typeof values[other] !== "object";
	});
	if (hasKnown) return undefined;
	const hasOtherList = unknown.some((name) => Array.isArray(values[name]));
	const taken = Object.keys(values).filter((name) => {
		const property = properties[name];
		return (
			property && isObject(values[name]) && !isValid(property, values[name])
		);
	});
	const compared = required.slice(0, MAX_COMPARED);
	const objects = [...unknown, ...taken].flatMap((name) => {
		const inner = values[name];
		return isObject(inner) ? [[name, inner] as const] : [];
	});
	const found = objects.slice(0, MAX_OBJECTS).find(([name, inner]) => {
		// If the object has one list only, it is the list of the page, whatever its name is. Beside the text of an error,
		// it says more about the error.
		const isPage =
			((hints.status ?? 0) < 400 || !Object.values(values).some(isSentence)) &&
			findListProperty(schema) !== undefined &&
			!hasOtherList &&
			missing.includes(findListProperty(schema) ?? "") &&
			unknown.includes(name) &&
			Object.values(inner).filter(Array.isArray).length === 1;
		if (isPage) return true;
		const names = Object.keys(inner).slice(0, MAX_COMPARED);
		const outside = compared.filter(
			(each) =>
				!Object.hasOwn(inner, hints.renamed.get(each) ?? each) &&
				!isEchoed(inner, hints.sent[each]) &&
				// A single letter is in many names, and `totalItems` is not the list of items.
				names.every(
					(other) =>
						other.length === 1 ||
						(hasOtherList &&
							hasType(properties[each] ?? {}, "array") &&
							!Array.isArray(inner[other])) ||
						compareNames(each, other) < CONTAINED,
				),
		);
		// In `{"data": […], "paging": {…}}`, the property wraps only a part. The same is true if a required property is
		// beside it.
		const isPart = outside.some((each) => {
			const property = properties[each] ?? {};
			return Object.hasOwn(values, each)
				? isValid(property, values[each])
				: hasType(property, "array") && hasOtherList;
		});
		// The id of the record is beside its other properties, as in JSON:API.
		const hasOwnId = compared.some(
			(each) =>
				properties[each]?.pattern !== undefined &&
				isIdentifying(values[each]) &&
				!Object.hasOwn(inner, each),
		);
		// A record of a change has the changed record in it, and its own id and times beside it.
		const shared = Object.keys(values).filter(
			(each) => each !== name && Object.hasOwn(inner, each),
		);
		return (
			shared.length < MIN_SHARED &&
			outside.length * 2 <= compared.length &&
			!isPart &&
			!hasOwnId &&
			!isRecordBeside(name, outside.length, search)
		);
	});
	return found?.[0];
}
