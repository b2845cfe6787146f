import { STATUS_CODES } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { isObject, valueAt } from "../../values/json.ts";
import { isTime } from "../../values/read-time.ts";
import { MAX_COMPARED } from "./compare-names.ts";
import type { Search, Source } from "./missing-properties.ts";
import { isValid } from "./shape-values.ts";

/** Shorter texts may be repeated by chance. */
export const MIN_ECHO = 4;
const MIN_ID = 8;
const MAX_DEPTH = 3;

export const isSentence = (value: unknown): value is string =>
	typeof value === "string" && /\S\s+\S/.test(value);

/** Whether a text is the place of a property, such as `/items/0/name`. */
export const isPointer = (text: string): boolean => /^\/[^/\s]\S*$/.test(text);

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
		// An object of another kind has its own id, beside those of others.
		const isOwnId =
			properties[name]?.pattern !== undefined && isIdentifying(values[name]);
		if (known !== undefined && known !== name && missing.length > 0)
			return !isOwnId && unknown.includes(known);
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

const hasSentence = (item: unknown): boolean =>
	isObject(item) && Object.values(item).some(isSentence);

/** Whether an array lists errors, if the documented one does: each has a sentence. */
export function isLikeList(
	documented: unknown,
	value: unknown,
	{ status = 0 }: Search["hints"],
): boolean {
	const [example] = Array.isArray(documented) ? documented : [];
	if (status < 400 || !hasSentence(example) || !Array.isArray(value))
		return true;
	return value.every((each) => !isObject(each) || hasSentence(each));
}

/** Finds a list of errors that is in the items of another list, such as `details[*].violations`. */
export function findNestedList(
	name: string,
	{ values, hints }: Search,
	left: readonly string[],
): Source | undefined {
	const { example, status = 0 } = hints;
	const documented = isObject(example) ? example[name] : undefined;
	if (status < 400 || !Array.isArray(documented)) return undefined;
	const find = (
		value: unknown,
		path: string,
		depth: number,
	): { path: string; list: unknown[] } | undefined => {
		if (depth > MAX_DEPTH) return undefined;
		if (Array.isArray(value) && value.length > 0 && value.every(hasSentence))
			return { path, list: value };
		const inner = Array.isArray(value)
			? value.map((each) => [`${path}[*]`, each] as const)
			: Object.entries(isObject(value) ? value : {}).map(
					([key, each]) => [`${path}.${key}`, each] as const,
				);
		for (const [at, each] of inner) {
			const found = find(each, at, depth + 1);
			if (found) return found;
		}
		return undefined;
	};
	for (const outer of left) {
		const found = find(values[outer], outer, 0);
		if (!found) continue;
		const { path, list } = found;
		return {
			...{ value: list, actual: path, names: [outer] },
			change: { kind: "missing" },
		};
	}
	return undefined;
}

/** Finds the text of an error that is in the items of a list, such as `faults[*].text`, if rejections show that it is one. */
export function findNestedText(
	name: string,
	{ values, hints }: Search,
): Source | undefined {
	const { example, errorTexts, at = "$" } = hints;
	const documented = isObject(example) ? example[name] : undefined;
	const isTitle = Object.values(STATUS_CODES).some(
		(each) => each === documented,
	);
	if (!errorTexts || !isSentence(documented) || isTitle) return undefined;
	for (const place of errorTexts.listDetails()) {
		// The lists of an object may have the names of wrong properties.
		if (!place.startsWith(`${at}.`) || !/\[\*\]\.[^.[]+$/.test(place)) continue;
		const actual = place.slice(at.length + 1);
		const path = actual.replaceAll("[*]", ".0").split(".");
		const value = valueAt(values, ...path);
		if (typeof value === "string")
			return { value, actual, names: [], change: { kind: "missing" } };
	}
	return undefined;
}

/** Whether the value may be an id: a whole number, or the text of an id. */
export const isIdentifying = (value: unknown): boolean =>
	Number.isInteger(value) || isIdText(value);

/** Whether the value may be the text of an id: neither a word nor a time. */
export const isIdText = (value: unknown): value is string =>
	typeof value === "string" &&
	// With `\S*\d\S*`, the time would be quadratic in the length of the text.
	/^(?=\D*\d)\S+$/.test(value) &&
	value.length >= MIN_ID &&
	!/^\d{4}-\d{2}-\d{2}/.test(value);

/** Whether both values are sentences, both are times, or both are single words. */
export const isLikeText = (example: unknown, value: unknown): boolean =>
	typeof example === "string" &&
	typeof value === "string" &&
	value !== "" &&
	/\s/.test(example) === /\s/.test(value) &&
	isTime(example) === isTime(value);

/** Whether an error has a sentence where the documented one has a single word, or the other way round. An empty text is neither. */
export const isOtherText = (
	example: unknown,
	value: unknown,
	{ hints: { status = 0 } }: Search,
): boolean =>
	status >= 400 &&
	typeof example === "string" &&
	typeof value === "string" &&
	value !== "" &&
	!isLikeText(example, value);

/** Names of properties with the text of an error, even if it is a single word. */
const TEXT_NAME = /^(detail|message|msg|reason|description)s?$/i;
/** More than any other sentence in the same error has. */
export const TEXT_SCORE = 1.5;

/** Whether an error has a text where the documented one has a sentence, by its name. */
export const hasTextOfError = (
	example: unknown,
	other: string,
	search: Search,
): boolean =>
	(search.hints.status ?? 0) >= 400 &&
	typeof example === "string" &&
	/\S\s+\S/.test(example) &&
	!isStatusName(example, search) &&
	TEXT_NAME.test(other) &&
	typeof search.values[other] === "string" &&
	search.values[other] !== "";

/** Whether a value is a name such as "Not Found", in an error. */
export const isStatusName = (value: unknown, { hints }: Search): boolean =>
	(hints.status ?? 0) >= 400 &&
	typeof value === "string" &&
	Object.values(STATUS_CODES).includes(value);

/** Whether a value in an error may be the place of a property, as an array with one name. */
export const isPlace = (value: unknown, { hints }: Search): boolean =>
	(hints.status ?? 0) >= 400 &&
	Array.isArray(value) &&
	value.length === 1 &&
	/^\S+$/.test(`${value[0]}`);

/** Whether all rejections together show that a text depends on the request. */
export const isDetail = (other: string, { hints }: Search): boolean =>
	hints.errorTexts?.listDetails().includes(`${hints.at}.${other}`) ?? false;

/** Whether all rejections together show that a text has another meaning: a title is no detail, and a place varies. */
export function isOtherKind(
	name: string,
	other: string,
	search: Search,
): boolean {
	const { hints } = search;
	const { errorTexts, status = 0, example } = hints;
	const documented = isObject(example) ? example[name] : undefined;
	if (!errorTexts || status < 400 || typeof documented !== "string")
		return false;
	const place = `${hints.at}.${other}`;
	if (isPointer(documented)) return errorTexts.isFixed(place);
	return isStatusName(documented, search)
		? isDetail(other, search)
		: isSentence(documented) && errorTexts.isTitle(place);
}
