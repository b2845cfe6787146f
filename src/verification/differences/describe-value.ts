import { describeKind } from "../../document/judgment/shape-values.ts";
import { isObject } from "../../values/json.ts";
import { shorten } from "../../values/shorten.ts";
import { SUCH_AS } from "./difference-collection.ts";

/** The maximum length of a value that a report shows. */
export const MAX_SHOWN = 60;

/** Describes an object, an array of objects or a URL. Returns undefined for other values. */
export function describeObject(value: unknown): string | undefined {
	const [item] = Array.isArray(value) ? value.filter(isObject) : [];
	if (item) return `an array of objects with ${Object.keys(item).join(", ")}`;
	const names = isObject(value) ? Object.keys(value).join(", ") : "";
	if (isObject(value)) return names ? `an object with ${names}` : "an object";
	return /^https?:\/\/\S+$/.test(`${value}`) ? "a URL" : undefined;
}

/** Describes the values in an object that are objects, arrays of objects or URLs. */
export const describeInner = (value: object): string =>
	Object.entries(value)
		.flatMap(([name, inner]) => {
			const kind = describeObject(inner);
			return kind ? [`; ${name} is ${kind}`] : [];
		})
		.join("");

/** Returns the kind of a value, with the names of an object. */
export function describeValue(value: unknown): string {
	const object = typeof value === "object" && describeObject(value);
	if (object)
		return isObject(value) ? `${object}${describeInner(value)}` : object;
	const kind = describeKind({}, value).replace(/^another string$/, "a string");
	return typeof value === "string" || typeof value === "number"
		? `${kind}${SUCH_AS}${shorten(JSON.stringify(value), MAX_SHOWN)}`
		: kind;
}
