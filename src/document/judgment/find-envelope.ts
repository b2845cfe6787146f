import { isObject } from "../../values/json.ts";
import { CONTAINED, compareNames, MAX_COMPARED } from "./compare-names.ts";
import type { Search } from "./missing-properties.ts";
import { findListProperty, hasType, isValid } from "./shape-values.ts";

/** The maximum number of objects in a response that are tried as the envelope. */
const MAX_OBJECTS = 10;

/** Returns the name of the property that wraps the object, as in `{"data": {…}}`. A text in the object may have this name. */
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
		// If the object has one list only, it is the list of the page, whatever its name is.
		const isPage =
			findListProperty(schema) !== undefined &&
			!hasOtherList &&
			missing.includes(findListProperty(schema) ?? "") &&
			unknown.includes(name) &&
			Object.values(inner).filter(Array.isArray).length === 1;
		if (isPage) return true;
		const names = Object.keys(inner).slice(0, MAX_COMPARED);
		const outside = compared.filter(
			(each) =>
				!Object.hasOwn(inner, renamed.get(each) ?? each) &&
				names.every((other) => compareNames(each, other) < CONTAINED),
		);
		// In `{"data": […], "paging": {…}}`, the property wraps only a part. The same is true if a required property is
		// beside it.
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
