import { isObject, tryParseJson } from "../../values/json.ts";
import type { Difference } from "../report.ts";
import { NOT_DOCUMENTED } from "./additional-parts.ts";
import { MAX_SHOWN } from "./describe-value.ts";
import { createExample } from "./difference-collection.ts";
import { isOfRequest, type Rejection } from "./rejection-forms.ts";

/** A place in a rejection that says where in the request an error is. */
interface Mention {
	readonly where: string;
	/** The kind of the place, in the words of a report. */
	readonly as: string;
	readonly text: string;
}

/** Lists the names of the arrays in a body. */
const listArrays = (value: unknown): string[] =>
	typeof value === "object" && value !== null
		? Object.entries(value).flatMap(([name, inner]) => [
				...(Array.isArray(inner) && /^\w+$/.test(name) ? [name] : []),
				...listArrays(inner),
			])
		: [];

/** Lists the mentions of an item of an array, such as `steps[0].name`, `["steps", 0, "name"]` or `{"steps": {"0": ...}}`. */
function listMentions(
	value: unknown,
	arrays: readonly string[],
	where = "$",
): Mention[] {
	const isItem = (text: string): boolean =>
		arrays.some((name) => new RegExp(`(^|\\W)${name}[\\].[/]+\\d`).test(text));
	if (typeof value === "string")
		return /^\S+$/.test(value) && isItem(value)
			? [{ where, as: "text", text: value }]
			: [];
	if (Array.isArray(value)) {
		const isPath = value.some(Number.isInteger);
		return isPath && isItem(value.join("."))
			? [{ where, as: "array", text: JSON.stringify(value) }]
			: value.flatMap((each) => listMentions(each, arrays, `${where}[*]`));
	}
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, inner]): Mention[] => {
		if (isItem(name)) return [{ where, as: "name", text: name }];
		const [index, own] = isObject(inner)
			? (Object.entries(inner)[0] ?? [])
			: [];
		const isByIndex = arrays.includes(name) && /^\d+$/.test(index ?? "");
		const [property] = isObject(own) ? Object.keys(own) : [];
		return isByIndex
			? [
					{
						where,
						as: "names",
						text: [name, index, property].filter(Boolean).join("."),
					},
				]
			: listMentions(inner, arrays, `${where}.${name}`);
	});
}

const KINDS: Readonly<Record<string, string>> = {
	text: "the place of an error",
	array: "the place of an error as an array",
	name: "errors by their place as a name",
	names: "errors by the names and indexes of their places",
};

/**
 * Tells how rejections say in which item of an array an error is.
 * @param isDocumented whether the document has such a place in rejections
 */
export function listErrorPlaces(
	rejections: readonly Rejection[],
	isDocumented: (rejection: Rejection, where: string) => boolean,
	headerNames: readonly string[],
): Difference[] {
	const found = new Map<string, Mention & { rejection: Rejection }>();
	for (const rejection of rejections.filter(isOfRequest)) {
		const { request, response } = rejection;
		const arrays = listArrays(tryParseJson(`${request.body ?? ""}`));
		const body = tryParseJson(`${response.body}`);
		for (const mention of listMentions(body, arrays)) {
			const { where, text } = mention;
			const known = found.get(where)?.text ?? "";
			// The longest place shows most.
			const isLonger = text.length > known.length && text.length <= MAX_SHOWN;
			if (isLonger && !isDocumented(rejection, where))
				found.set(where, { ...mention, rejection });
		}
	}
	const depthOf = ({ where }: Mention): number => where.split(/[.[]/).length;
	const least = Math.min(...Array.from(found.values(), depthOf));
	// The details of an error may repeat the place.
	const outer = [...found.values()].filter((each) => depthOf(each) === least);
	return outer.map(({ where, as, text, rejection }) => ({
		...{ operation: rejection.operation, where, expected: NOT_DOCUMENTED },
		actual: `${KINDS[as]}, such as ${as === "text" ? JSON.stringify(text) : text}`,
		...{ count: 1, assumptions: [], explains: [] },
		example: createExample(rejection, headerNames),
	}));
}
