import { STATUS_CODES } from "node:http";
import { isObject } from "../../values/json.ts";
import { isTime } from "../../values/read-time.ts";
import { isPointer, isSentence } from "./find-meaning.ts";
import type { Search } from "./missing-properties.ts";

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
