import { isDeepStrictEqual } from "node:util";
import { isObject, mapValues, tryParseJson } from "../../../values/json.ts";

/** A shorter part of a body may be in a rejection by chance, and a longer one is cut. */
const [MIN_REPEATED, MAX_REPEATED] = [8, 2_000];
/** What stands between the names and values of JSON. */
const JOINT = /":["{[\d]|","|[{[]"/;

/** Leaves out the parts of the body that a text repeats, as in `JSON input: .....s","on":{"type":[]}.....`. */
function withoutRepeated(text: string, body: unknown): string {
	const sent = JSON.stringify(body) ?? "";
	const rest = text.replaceAll(/\S+/g, (word) => {
		const isPart = word.length >= MIN_REPEATED && word.length <= MAX_REPEATED;
		if (!isPart || !JOINT.test(word)) return word;
		return sent.includes(word.replace(/^[.…]+/, "").replace(/[.…]+$/, ""))
			? ""
			: word;
	});
	return rest === text ? text : rest.replace(/[\s.…]+$/, "");
}

/** Whether an object has all properties of another one, which it repeats, perhaps with defaults. */
const hasAll = (value: unknown, other: unknown): boolean => {
	const entries = Object.entries(isObject(other) ? other : {}).filter(
		([, each]) => each !== undefined,
	);
	return (
		isObject(value) &&
		entries.length > 0 &&
		entries.every(([name, each]) => isDeepStrictEqual(value[name], each))
	);
};

/** Parses the JSON in the texts of a rejection, such as `{"message": "[{…}]"}`. What it repeats of the request goes. */
export function withoutRequest(
	value: unknown,
	body: unknown,
	sent?: string,
): unknown {
	const parse = (each: unknown): unknown => withoutRequest(each, body, sent);
	if ((sent && value === sent) || hasAll(value, body)) return null;
	if (Array.isArray(value)) return value.map(parse);
	if (isObject(value)) return mapValues(value, parse);
	if (typeof value !== "string") return value;
	// A list of words is part of the sentence.
	const [json = ""] = /(\[\s*)?\{.*[\]}]\s*$/s.exec(value) ?? [];
	const inner = tryParseJson(json);
	return inner !== undefined && isDeepStrictEqual(inner, body)
		? value.slice(0, -json.length).trimEnd() || null
		: (inner ?? withoutRepeated(value, body));
}
