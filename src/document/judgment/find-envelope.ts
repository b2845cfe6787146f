import { isObject } from "../../values/json.ts";
import { CONTAINED, compareNames } from "./compare-names.ts";
import type { Search } from "./missing-properties.ts";
import { findListProperty, hasType, isValid } from "./shape-values.ts";

/**
 * Returns the name of the property that wraps the object, as in `{"data": {…}}`. A text in the object may have the
 * same name.
 */
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
		// If the object has one list only, it is the list of the page, whatever its name is.
		const isPage =
			findListProperty(schema) !== undefined &&
			!hasOtherList &&
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
		// In `{"data": […], "paging": {…}}`, the property wraps only a part. The same is true if a required property is
		// beside it.
		const isPart = outside.some((each) => {
			const property = properties[each] ?? {};
			return Object.hasOwn(values, each)
				? isValid(property, values[each])
				: hasType(property, "array") && hasOtherList;
		});
		return outside.length * 2 <= required.length && !isPart;
	});
}
