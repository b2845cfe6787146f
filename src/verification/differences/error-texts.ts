import { groupBy } from "../../values/group-by.ts";
import { isObject } from "../../values/json.ts";
import { listAllValues } from "../../values/list-all-values.ts";
import { withoutMarkup } from "../../values/markup.ts";
import { formatList } from "../../values/plural.ts";
import { withoutGenerated } from "../learning/rejections/generated.ts";
import {
	isOfStatus,
	maskValues,
	withoutNumbers,
} from "../learning/rejections/read-trial.ts";
import type { Difference } from "../report.ts";
import { isCode } from "./describe-parts.ts";

/** A kind of rules may have several texts, such as those for values of several types. */
const MAX_OF_KIND = 3;
const MAX_LENGTH = 160;
/** Shorter values of a request may be words of a sentence. */
const MIN_MASKED = 8;

/** Names in lower case, of properties and parameters. */
type Names = ReadonlySet<string>;

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
	/** Whether a value is a part of the request, or differs in each response. */
	const isVarying = (value: unknown): boolean =>
		isCode(value)
			? sent.includes(value) ||
				value.split(/[^\w-]+/).some((each) => names.has(each.toLowerCase())) ||
				/^https?:|^about:blank$/.test(value) ||
				withoutGenerated(value) !== value
			: all.has(JSON.stringify(value)) || all.has(`"${value}"`);
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

const isSentence = (value: unknown): boolean => /\S\s/.test(`${value}`);

const QUOTED_OR_NAME = /"[^"]*"|'[^']*'|\[[^\]]*\]|[\w-]+/g;

/** Replaces the numbers, names and quoted words in a text, which differ between rejections of one kind. */
const withoutNames = (text: unknown, names: Names): string =>
	withoutNumbers(`${text}`).replaceAll(QUOTED_OR_NAME, (word) =>
		/^\W/.test(word) || names.has(word.toLowerCase()) ? "…" : word,
	);

/** Returns a key that is equal for rejections of an operation that say the same. */
export const keyOfRejected = (
	{ operation, said }: Rejected,
	names: Names,
): string =>
	[operation, ...[...said].flat(2)]
		.map((each) => withoutNames(each, names))
		.join("\n");

/** Whether only the operation determines what rejections say at a place. */
function isOfOperation(all: readonly Rejected[], where: string): boolean {
	const having = all.filter(({ said }) => said.has(where));
	const count = (some: readonly Rejected[]): number =>
		new Set(some.map(({ said }) => JSON.stringify(said.get(where)))).size;
	return (
		count(having) > 1 &&
		groupBy(having, ({ operation }) => operation).every(
			(own) => count(own) === 1,
		)
	);
}

/** Lists the different texts that rejections have together at a place, the fewest first. */
function listTogether(
	own: readonly Rejected[],
	where: string,
	names: Names,
): (readonly unknown[])[] {
	const keyOf = (value: unknown): string => withoutNames(value, names);
	const all = own
		.map(({ said }) =>
			groupBy(said.get(where) ?? [], keyOf).map(([first]) => first),
		)
		.filter((values) => values.length > 0)
		.sort((a, b) => a.length - b.length);
	const told: (readonly unknown[])[] = [];
	for (const values of all) {
		const keys = values.map(keyOf);
		const isTold = told.some((each) =>
			each.every((one) => keys.includes(keyOf(one))),
		);
		if (!isTold) told.push(values);
	}
	return told;
}

/** Describes what rejections of a kind say at a place; undefined if this is a word that not all of them have. */
function describePlace(
	own: readonly Rejected[],
	where: string,
	names: Names,
): string | undefined {
	const together = listTogether(own, where, names);
	const [first = []] = together;
	const isOne =
		together.length === 1 && own.every(({ said }) => said.has(where));
	const isText = together.flat().some(isSentence);
	if (together.length === 0 || (!isText && !isOne)) return undefined;
	const shown = together
		.slice(0, MAX_OF_KIND)
		.map((values) => values.map((each) => JSON.stringify(each)).join(" and "));
	const [name = ""] = where.replaceAll("[*]", "").split(".").slice(-1);
	const isList = isOne && first.length > 1;
	const of = isList ? `of ${first.length} entries ` : "";
	const label = /^[*$]$/.test(name) ? "" : `${name} ${of}`;
	return `${label}${shown.join(" or ")}`;
}

/** What rejections say, such as those of the same kind. */
interface Saying {
	readonly actual: string;
	readonly all: readonly [Rejected, ...Rejected[]];
}

/** Describes what rejections say, by their kinds: first what most of them have. Returns nothing if they say the same. */
export function describeTexts(
	all: readonly Rejected[],
	names: Names,
): readonly Saying[] {
	const places = [...new Set(all.flatMap(({ said }) => [...said.keys()]))];
	const telling = places.filter((where) => !isOfOperation(all, where));
	const describe = (own: readonly Rejected[]): readonly string[] =>
		telling
			.flatMap((where) => describePlace(own, where, names) ?? [])
			// A sentence may be in a list and beside it.
			.filter(
				(text, index, every) =>
					!every.slice(0, index).some((each) => each.endsWith(text)),
			);
	/** Returns a key that is equal for texts which differ only in names and numbers. */
	const keyOf = (own: readonly Rejected[]): string =>
		JSON.stringify(
			telling.map((where) => {
				const values = own.flatMap(({ said }) => said.get(where) ?? []);
				const masked = values.map((each) => withoutNames(each, names));
				return [...new Set(masked)].sort();
			}),
		);
	const kinds = groupBy(all, ({ kind }) => kind).flatMap((ofKind) => {
		const operations = groupBy(ofKind, ({ operation }) => operation).map(
			(own) => ({ own, said: describe(own) }),
		);
		return groupBy(operations, ({ own }) => keyOf(own)).map(
			([first, ...others]) => {
				const [one, ...further] = [first, ...others].flatMap(({ own }) => own);
				const own = [one ?? first.own[0], ...further] as const;
				return {
					...{ own, kind: ofKind[0].kind, said: first.said },
					statuses: [
						...new Set(own.map(({ example }) => example.response.status)),
					].join(" or "),
					isLike: others.some(({ said }) => said.join() !== first.said.join()),
				};
			},
		);
	});
	if (new Set(kinds.map(({ kind }) => kind)).size < 2) return [];
	const isCommon = (text: string): boolean =>
		kinds.filter(({ said }) => said.includes(text)).length * 2 > kinds.length;
	const common = new Set(kinds.flatMap(({ said }) => said.filter(isCommon)));
	const told = kinds.map(({ said, isLike, ...each }) => {
		const own = said.filter((text) => !isCommon(text)).join(", ");
		return { ...each, said: isLike && own !== "" ? `such as ${own}` : own };
	});
	const groups = groupBy(
		told.filter(({ said }) => said !== ""),
		({ statuses, said }) => `(${statuses}): ${said}`,
	).map((same): Saying => {
		const [{ statuses, said, own }, ...further] = same;
		const kind = formatList([...new Set(same.map((each) => each.kind))]);
		return {
			actual: `returns for ${kind} (${statuses}): ${said}`,
			all: [...own, ...further.flatMap((each) => each.own)],
		};
	});
	const most = `returns for most: ${[...common].join(", ")}`;
	const [first, ...others] = kinds.flatMap(({ said, own }) =>
		said.some(isCommon) ? own : [],
	);
	return first
		? [{ actual: most, all: [first, ...others] }, ...groups]
		: groups;
}
