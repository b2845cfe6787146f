import { isObject } from "../../values/json.ts";
import { CONTAINED, compareNames, MAX_COMPARED } from "./compare-names.ts";
import type { Search } from "./missing-properties.ts";
import { findListProperty, hasType, isValid } from "./shape-values.ts";

/** So many objects of a response may be the envelope. */
const MAX_OBJECTS = 10;

/** Returns the property that holds the object: `{"data": {…}}`. Its name may be that of a text in the object. */
export function findEnvelope({
	schema,
	values,
	missing,
	unknown,
	hints: { renamed },
}: Search): string | undefined {
	const { properties = {}, required = [] } = schema;
	if (missing.length === 0 || missing.length * 2 < required.length)
		return undefined;
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
		// The only list of the object is that of the page, whatever its name is.
		const isPage =
			findListProperty(schema) !== undefined &&
			!hasOtherList &&
			unknown.includes(name) &&
			Object.values(inner).filter(Array.isArray).length === 1;
		if (isPage) return true;
		const names = Object.keys(inner).slice(0, MAX_COMPARED);
		const outside = compared.filter(
			(each) =>
				!Object.hasOwn(inner, renamed.get(each) ?? each) &&
				names.every((other) => compareNames(each, other) < CONTAINED),
		);
		// The object wraps only a part: of `{"data": […], "paging": {…}}`, or if a required property is in its place.
		const isPart = outside.some((each) => {
			const property = properties[each] ?? {};
			return Object.hasOwn(values, each)
				? isValid(property, values[each])
				: hasType(property, "array") && hasOtherList;
		});
		return outside.length * 2 <= compared.length && !isPart;
	});
	return found?.[0];
}
