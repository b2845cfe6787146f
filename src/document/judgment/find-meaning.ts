import { STATUS_CODES } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../values/json.ts";
import { MAX_COMPARED } from "./compare-names.ts";
import type { Search } from "./missing-properties.ts";
import { isValid } from "./shape-values.ts";

/** Shorter texts may be repeated by chance. */
const MIN_ECHO = 4;

export const isSentence = (value: unknown): value is string =>
	typeof value === "string" && /\S\s+\S/.test(value);

const statusOf = (example: unknown): unknown =>
	isObject(example) ? example.status : undefined;

/** Whether an error has the status of its response in this property. */
export const isStatus = (
	name: string,
	value: unknown,
	{ hints: { example, status } }: Search,
): boolean =>
	status !== undefined &&
	value === status &&
	isObject(example) &&
	typeof example[name] === "number" &&
	example[name] === statusOf(example);

/** Whether a text in an error is of the same kind as the documented one: the name of the status, or a sentence that says more. */
export function isSameText(
	name: string,
	value: unknown,
	{ hints: { example, status = 0 } }: Search,
): boolean {
	const documented = isObject(example) ? example[name] : undefined;
	const isName = documented === STATUS_CODES[Number(statusOf(example))];
	return (
		status >= 400 &&
		typeof documented === "string" &&
		(isName || isSentence(documented)) &&
		(value === STATUS_CODES[status] || isSentence(value)) &&
		isName === (value === STATUS_CODES[status])
	);
}

/** Lists documented properties that have another meaning in a response: their value has another name there. */
export function listMistaken(search: Search): string[] {
	const { schema, values, missing, hints } = search;
	const { properties = {} } = schema;
	const unknown = search.unknown.slice(0, MAX_COMPARED);
	/** Whether an optional value that was sent comes back under another name. */
	const isRepeated = (name: string): boolean =>
		!missing.includes(name) &&
		isObject(hints.sent[name]) &&
		unknown.some((each) => isDeepStrictEqual(values[each], hints.sent[name]));
	return Object.keys(properties).filter((name) => {
		if (!Object.hasOwn(values, name)) return isRepeated(name);
		const known = hints.renamed.get(name);
		if (known !== undefined && known !== name && missing.length > 0)
			return unknown.includes(known);
		const sent = hints.sent[name];
		const isMoved =
			typeof sent === "string" && sent.length >= MIN_ECHO
				? (each: string) => values[each] === sent
				: (each: string) => isStatus(name, values[each], search);
		const isWrong =
			typeof sent === "string"
				? values[name] !== sent
				: !isValid(properties[name] ?? {}, values[name]);
		return isWrong && unknown.filter(isMoved).length === 1;
	});
}
