import { attempt } from "../../../values/errors.ts";
import { isObject, tryParseJson, valueAt } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import type { Condition, ProviderResponse } from "../../contract.ts";
import { listWords } from "../values/spellings.ts";

type Items = readonly unknown[];

/** The form of a position that is a parameter of the link to the next page. */
export const LINKED = "of the link to the next page";
/** The form of a position that is a text of the page. */
const TOKEN = "";
/** The forms of a time that records have as a number. */
export const SECONDS = "seconds since 1970";
export const MILLISECONDS = "milliseconds since 1970";
/** The form of a time that records have as a text with a space. */
export const SPACED = 'a time like "2026-01-01 00:00:00"';
/** The form of a time of which the service rejects fractions of a second. */
export const WHOLE = "a time without fractions of a second";
/** No time of a record in seconds is as large, nor one in milliseconds as small. */
const MIN_MILLISECONDS = 100_000_000_000;
/** The form of a value that is the only item of an array. */
export const LISTED = "in an array";
export const EARLY = "1990-01-01T00:00:00.000Z";
export const LATE = "2037-01-01T00:00:00.000Z";
const SPACE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T/i;
const WORD = /[a-z]{16,}/;
/** The number of records on a page in these trials. Two records show where the next page starts. */
export const PAGE = 2;

/** Returns the first list of objects in a response. */
export function findItems(value: unknown, depth = 0): Items | undefined {
	if (Array.isArray(value)) return value.every(isObject) ? value : undefined;
	if (!isObject(value) || depth > 2) return undefined;
	for (const inner of Object.values(value)) {
		const items = findItems(inner, depth + 1);
		if (items) return items;
	}
	return undefined;
}

/** Returns the records of a page. Empty without a list. */
export const readItems = ({ body }: Pick<ProviderResponse, "body">): Items =>
	findItems(tryParseJson(`${body}`)) ?? [];

/** Lists the values beside the records by name. */
export const listBeside = (value: unknown): (readonly [string, unknown])[] =>
	isObject(value)
		? Object.entries(value).flatMap(([name, inner]) => [
				[name, inner] as const,
				...listBeside(inner),
			])
		: [];

/** Returns the name without its first words: `pageToken` and `token` for `nextPageToken`. */
const listEnds = (name: string): string[] =>
	Array.from(name.matchAll(/(?<=[a-z])[A-Z]|(?<=[_-])[a-z]/g), ({ index }) => {
		const end = name.slice(index);
		return end.charAt(0).toLowerCase() + end.slice(1);
	});

const isScalar = (value: unknown): boolean =>
	typeof value !== "object" || value === null;

/** What a page shows about how it is asked for. */
export interface Shown {
	/** Names by which a service probably takes the size of a page or the place of the next one: those in its links. */
	readonly likely: readonly string[];
	/** Other names, and the words in them. */
	readonly names: readonly string[];
	/** Names of the number of records that the page has. */
	readonly sizes: readonly string[];
	/** Texts that may lead to the next page, and values of parameters in links. */
	readonly tokens: readonly (readonly [value: string, form: string])[];
	/** Whether a page with more records may show how to ask for the next one. */
	readonly isOpen: boolean;
}

const URL_PARAMETER = /[?&]([^=&>#\s]+)=([^&>#\s]*)/g;

const decode = (text: string): string =>
	attempt(() => decodeURIComponent(text)) ?? text;

/** Reads what a page shows beside its records. */
export function readShown(
	{ headers, body }: ProviderResponse,
	{ length }: Items,
): Shown {
	const all = listBeside(tryParseJson(`${body}`));
	const beside = all.filter(([, value]) => isScalar(value));
	const texts = beside.flatMap(([, value]) =>
		typeof value === "string" ? [value] : [],
	);
	const parameters = [headers.link ?? "", ...texts].flatMap((each) =>
		Array.from(each.matchAll(URL_PARAMETER), ([, ...pair]) => pair.map(decode)),
	);
	const links = parameters.map(([name = ""]) => name);
	const own = Object.keys(headers)
		.filter(
			(each) => each.startsWith("x-") && /^\d+$/.test(headers[each] ?? ""),
		)
		.map((each) => each.slice(2).replaceAll("-", "_"));
	const names = beside.map(([name]) => name);
	const tokens = [
		...texts
			.filter((each) => !/[\s:?]/.test(each))
			.map((each) => [each, TOKEN] as const),
		...parameters.flatMap(([, value = ""]) =>
			value === "" ? [] : [[value, LINKED] as const],
		),
	];
	return {
		isOpen: all.length > 0 && links.length + own.length + beside.length === 0,
		likely: [...links, ...own, ...names.flatMap(listEnds)],
		names: [...names, ...all.flatMap(([name]) => listWords(name))],
		sizes: beside.flatMap(([name, value]) => (value === length ? [name] : [])),
		tokens,
	};
}

/** Writes a documented value in a form. */
export function writeAs(form: string, value: unknown): unknown {
	if (form === LISTED) return [value];
	if (form === SPACED && typeof value === "string")
		return value.slice(0, 19).replace("T", " ");
	if (form === WHOLE && typeof value === "string")
		return value.replace(/\.\d+/, "");
	const isTime = form === SECONDS || form === MILLISECONDS;
	const time =
		isTime && typeof value === "string" && TIME.test(value)
			? Date.parse(value)
			: Number.NaN;
	if (Number.isNaN(time)) return value;
	return form === SECONDS ? Math.floor(time / 1_000) : time;
}

/** A value to send, and a function that tells whether the records show its effect. */
export interface Trial {
	readonly value: unknown;
	readonly form: string;
	/** Whether the value selects some of the records. */
	readonly selects?: boolean;
	/** Whether another value has another effect. */
	readonly other?: Pick<Trial, "value" | "applies">;
	applies(items: Items): boolean;
}

/** Lists values that show whether the service applies a condition to such records. */
export function listTrials(
	{ role }: Condition,
	base: Items,
	path: readonly string[] | undefined,
): Trial[] {
	const form = "";
	if (role === "from" || role === "to") {
		const value = role === "from" ? LATE : EARLY;
		const applies = (items: Items): boolean => items.length === 0;
		const documented = { form, value, applies };
		const like = base
			.map((item) => path && valueAt(item, ...path))
			.find((each) => typeof each === "number" || SPACE.test(`${each}`));
		if (like === undefined)
			return [
				documented,
				{ ...documented, form: WHOLE, value: writeAs(WHOLE, value) },
			];
		const unit =
			typeof like === "string"
				? SPACED
				: Number(like) < MIN_MILLISECONDS
					? SECONDS
					: MILLISECONDS;
		return [{ form: unit, value: writeAs(unit, value), applies }, documented];
	}
	if (role === "limit")
		return [
			{
				...{ form, value: 1, applies: (items) => items.length === 1 },
				// The id of a record selects one record, too.
				other: { value: PAGE, applies: (items) => items.length === PAGE },
			},
		];
	const partOf = (item: unknown): unknown =>
		role === "text"
			? WORD.exec(JSON.stringify(item).toLowerCase())?.[0]
			: path && valueAt(item, ...path);
	const has = (item: unknown, value: unknown): boolean =>
		role === "text"
			? JSON.stringify(item).toLowerCase().includes(String(value))
			: partOf(item) === value;
	const value = base
		.map(partOf)
		.find(
			(each) =>
				["string", "number"].includes(typeof each) &&
				base.some((item) => !has(item, each)),
		);
	// If all records have the same value, only another value shows an effect.
	return value === undefined
		? [
				{
					...{ form, value: uniqueWord() },
					applies: (items) => items.length === 0,
				},
			]
		: [
				{
					...{ form, value, selects: true },
					applies: (items) =>
						items.length > 0 && items.every((item) => has(item, value)),
				},
			];
}
