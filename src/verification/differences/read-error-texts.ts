import { isObject } from "../../values/json.ts";
import { listAllValues } from "../../values/list-all-values.ts";
import { withoutMarkup } from "../../values/markup.ts";
import { withoutGenerated } from "../learning/rejections/generated.ts";
import {
	isOfStatus,
	maskValues,
	withoutNumbers,
} from "../learning/rejections/read-trial.ts";
import type { Difference } from "../report.ts";
import { isCode } from "./describe-parts.ts";

const MAX_LENGTH = 160;
/** Shorter values of a request may be words of a sentence. */
const MIN_MASKED = 8;

/** Names in lower case, of properties and parameters. */
export type Names = ReadonlySet<string>;

/** A rejection, with what it says at each place. */
export interface Rejected extends Pick<Difference, "operation" | "example"> {
	/** What the request violates. */
	readonly kind: string;
	readonly said: ReadonlyMap<string, readonly unknown[]>;
}

/** Whether an object has a list of texts under each name, which is then a part of a request. */
const isOfTexts = (value: object): boolean =>
	Object.values(value).every(
		(each) => Array.isArray(each) && typeof each[0] === "string",
	);

/** Lists the innermost values of a rejection, and its empty lists. */
function listSaid(
	value: unknown,
	where = "$",
): (readonly [where: string, value: unknown])[] {
	if (Array.isArray(value) && value.length > 0)
		return value.flatMap((each) => listSaid(each, `${where}[*]`));
	if (!isObject(value)) return [[where, value]];
	const isMap = isOfTexts(value);
	return Object.entries(value).flatMap(([name, each]) =>
		listSaid(each, `${where}.${isMap ? "*" : name}`),
	);
}

/** Returns a text of a rejection with placeholders for the method, the path and the long values of the request. */
function generalize(
	text: string,
	{ method, path, body }: Difference["example"]["request"],
): string {
	const [pathname = "", query] = path.split("?");
	const values = [body, ...new URLSearchParams(query)].flatMap((each) => [
		...listAllValues(each),
	]);
	const masked = values.flatMap((each) =>
		typeof each === "string" && each.length >= MIN_MASKED ? each : [],
	);
	const general = text
		.replaceAll(path, "{path}")
		.replaceAll(pathname, "{path}")
		.replaceAll(new RegExp(`\\b${method}\\b`, "g"), "{method}");
	return maskValues(general, masked);
}

/** Reads a rejection. Leaves out what only repeats the request or its status, or differs in each response. */
export function readRejection(
	{ request, response: { status, headers, body } }: Difference["example"],
	names: Names,
): Rejected["said"] {
	const { path } = request;
	const sent = `${path} ${JSON.stringify(request.body)}`;
	const values = [request.body, ...new URLSearchParams(path.split("?")[1])];
	const all = new Set(
		values.flatMap((each) =>
			Array.from(listAllValues(each), (inner) => JSON.stringify(inner)),
		),
	);
	const isSent = (text: string): boolean =>
		sent.includes(text) || sent.includes(JSON.stringify(text).slice(1, -1));
	/** Whether a value is a part of the request, or differs in each response. */
	const isVarying = (value: unknown): boolean =>
		(typeof value === "string" && value !== "" && isSent(value)) ||
		(isCode(value)
			? value.split(/[^\w-]+/).some((each) => names.has(each.toLowerCase())) ||
				/^https?:|^about:blank$/.test(value) ||
				withoutGenerated(value) !== value
			: all.has(JSON.stringify(value)) || all.has(`"${value}"`));
	const said = new Map<string, unknown[]>();
	const varying = new Set<string>();
	const isTelling = (text: string): boolean =>
		text !== "" && !isOfStatus({ text }, { status });
	const read =
		typeof body === "string"
			? withoutMarkup(body).split("\n").filter(isTelling)
			: body;
	for (const [where, value] of listSaid(read)) {
		const [header] =
			Object.entries(headers).find(
				([name, each]) => /id$/.test(name) && each === value,
			) ?? [];
		const isOther = header === undefined && isVarying(value);
		if (isOther) varying.add(where);
		const text = typeof value === "string" ? generalize(value, request) : value;
		const shown = header === undefined ? text : `the header ${header}`;
		const known = said.get(where) ?? [];
		const isNone = where === "$" && typeof value !== "string";
		const isTold = shown === status || known.includes(shown);
		if (!isOther && !isNone && !isTold && `${shown}`.length <= MAX_LENGTH)
			said.set(where, [...known, shown]);
	}
	// A word beside them is a part of a place, such as ["body", "name"].
	for (const where of varying)
		if (said.get(where)?.every((each) => !isSentence(each))) said.delete(where);
	return said;
}

export const isSentence = (value: unknown): boolean => /\S\s/.test(`${value}`);

const QUOTED_OR_NAME = /"[^"]*"|'[^']*'|\[[^\]]*\]|[\w-]+/g;

/** Replaces the numbers, names and quoted words in a text, which differ between rejections of one kind. */
export const withoutNames = (text: unknown, names: Names): string =>
	withoutNumbers(`${text}`).replaceAll(QUOTED_OR_NAME, (word) =>
		/^\W/.test(word) || names.has(word.toLowerCase()) ? "…" : word,
	);

/** Returns a key that is equal for rejections of an operation that say the same, of however many items. */
export const keyOfRejected = (
	{ operation, said }: Rejected,
	names: Names,
): string => {
	const all = [operation, ...[...said].flat(2)];
	return [...new Set(all.map((each) => withoutNames(each, names)))].join("\n");
};
