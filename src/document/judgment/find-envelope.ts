import { isObject } from "../../values/json.ts";
import { CONTAINED, compareNames } from "./compare-names.ts";
import type { Search } from "./missing-properties.ts";
import { findListProperty, hasType, isValid } from "./shape-values.ts";

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
	return [...unknown, ...taken].find((name) => {
		const inner = values[name];
		if (!isObject(inner)) return false;
		// The only list of the object is that of the page, whatever its name is.
		const isPage =
			findListProperty(schema) !== undefined &&
			!hasOtherList &&
			missing.includes(findListProperty(schema) ?? "") &&
			unknown.includes(name) &&
			Object.values(inner).filter(Array.isArray).length === 1;
		if (isPage) return true;
		const outside = required.filter(
			(each) =>
				!Object.hasOwn(inner, renamed.get(each) ?? each) &&
				Object.keys(inner).every(
					(other) => compareNames(each, other) < CONTAINED,
				),
		);
		// The object wraps only a part: of `{"data": […], "paging": {…}}`, or if a required property is in its place.
		const isPart = outside.some((each) => {
			const property = properties[each] ?? {};
			return Object.hasOwn(values, each)
				? isValid(property, values[each])
				: hasType(property, "array") && hasOtherList;
		});
		return outside.length * 2 <= required.length && !isPart;
	});
}
