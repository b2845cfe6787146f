import type { PageNumber } from "../../../document/judgment/service-change.ts";
import { isObject, tryParseJson, valueAt } from "../../../values/json.ts";
import type { Condition } from "../../contract.ts";
import { describeRejection } from "../rejections/describe-rejection.ts";
import { isAccepted, isFormRejected } from "../rejections/read-trial.ts";
import { changeId } from "../values/record-values.ts";
import type { Search } from "./condition-names.ts";
import { PAGE, readItems, type Shown, type Trial } from "./condition-trials.ts";
import {
	type Answer,
	type CountedPosition,
	createInput,
	type Value,
} from "./list-inquiry.ts";
import { createReport } from "./measure-values.ts";

type Items = readonly unknown[];

/** By form, the positions that are numbers. */
export const COUNTED: Readonly<Record<string, CountedPosition>> = {
	"the number of a page, from 0": { role: "page", first: 0 },
	"a number of records to skip, by default 0": { role: "offset", first: 0 },
	"the number of a page, from 1": { role: "page", first: 1 },
};

const isLike = (items: Items, like: Items): boolean =>
	JSON.stringify(items) === JSON.stringify(like);

export const LAST_ID = "the id of the last record";

/**
 * Lists values that lead to the records after the first page.
 * @param first the records of the page that shows the tokens
 */
export const listPositions = (
	base: Items,
	first: Items,
	tokens: Shown["tokens"],
): Trial[] => {
	const known = new Set(first.map((each) => JSON.stringify(each)));
	const last = base[PAGE - 1];
	const [id] = isObject(last) ? Object.values(last) : [];
	const shows =
		(start: number) =>
		(items: Items): boolean =>
			isLike(items, base.slice(start, start + PAGE));
	return [
		...Object.entries(COUNTED).map(([form, { role, first }]) => ({
			...{ value: first + 1, form },
			applies: shows(role === "page" ? PAGE : 1),
		})),
		{ value: id, form: LAST_ID, applies: shows(PAGE) },
		...tokens.map(([value, form]) => ({
			...{ value, form },
			applies: (items: Items) =>
				items.length > 0 &&
				!items.some((each) => known.has(JSON.stringify(each))),
		})),
	];
};

export const REPEATED =
	"a record again, if another one is created between two pages";

/** Finds out whether a page repeats a record after a new record was created, and says by what the records are sorted. */
export async function findRepeated(
	{ ask, inquiry, seen }: Search,
	values: readonly Value[],
	next: Value,
	order = "",
): Promise<(Answer | undefined)[]> {
	const before = await ask(...values);
	await inquiry.write();
	const after = await ask(...values, next);
	const texts = before?.items.map((each) => JSON.stringify(each));
	if (after?.items.some((each) => texts?.includes(JSON.stringify(each))))
		seen.push({
			...{ expected: "each record on one page", example: after },
			actual: `${REPEATED}${order}`,
		});
	return [before, after];
}

/** Whether a page starts with another record than the first one. */
export const isOtherPage = (
	[found]: readonly unknown[],
	[first]: readonly unknown[],
): boolean =>
	found !== undefined && JSON.stringify(found) !== JSON.stringify(first);

/** A position after the last record, and one that is within the limit of more services. */
const [LAST, NEARER] = [1_000_000, 1_000];

/** Positions that no page has. */
const POSITIONS: readonly (readonly [position: unknown, what: string])[] = [
	[LAST, "a position after the last record"],
	[NEARER, "a position after the last record"],
	[-1, "-1"],
	["understudy", "a text that is no number"],
];

const NO_RECORD = "the id of no record";

/** Finds whether the service rejects a position before the first page. */
export async function rejectsNegative(
	{ inquiry: { isInQuery, send } }: Search,
	[path]: Value,
	size: readonly Value[],
): Promise<boolean> {
	const found = await send(createInput(isInQuery, [...size, [path, -1]]));
	return found !== undefined && isFormRejected(found.response);
}

/** Finds whether the service takes positions that no page has. */
export async function measurePositions(
	search: Search,
	condition: Condition,
	[path, like]: Value,
	size: readonly Value[],
): Promise<void> {
	const { ask, inquiry, isMeasured } = search;
	if (condition.takesUnknownCursor || !isMeasured) return;
	const unknown = changeId(like);
	const ofId = unknown === undefined ? [] : [[unknown, NO_RECORD] as const];
	const positions = typeof like === "number" ? POSITIONS : ofId;
	if (positions.length === 0) return;
	const page = await ask(...size);
	const start = JSON.stringify(page?.items);
	const report = createReport(search, condition);
	const rejections: (readonly [position: number, said: string])[] = [];
	for (const [position, what] of positions) {
		if (position === NEARER && rejections.length === 0) continue;
		const input = createInput(inquiry.isInQuery, [...size, [path, position]]);
		const found = await inquiry.send(input);
		if (!found) return;
		const { response } = found;
		const items = readItems(response);
		const isFirst = JSON.stringify(items) === start;
		const records = items.length === 0 ? "no records" : "other records";
		if (position === NEARER && records !== "no records") continue;
		if (isAccepted(response)) {
			const body = tryParseJson(`${response.body}`);
			for (const where of page && items.length === 0
				? listNumbers(page).keys()
				: [])
				if (valueAt(body, ...where.split(".").slice(1)) === null)
					search.seen.push({
						...{ where, expected: "not documented", example: found },
						actual: "null on a page without records",
					});
			const shown = isFirst ? "the first page" : records;
			report(found, `rejects ${what}`, `takes ${what}, with ${shown}`);
			continue;
		}
		if (!isFormRejected(response)) continue;
		const said = describeRejection(found);
		if (typeof position === "number") {
			rejections.push([position, said]);
			continue;
		}
		if (what === NO_RECORD) {
			report(found, `takes ${what}`, `rejects ${what} with ${said}`);
			continue;
		}
		const also: string[] = [];
		const half = Number(like) + 0.5;
		const { isInQuery, send } = inquiry;
		for (const other of [half, "", ...(isInQuery ? [] : ["1", true, null, []])])
			if (await ask(...size, [path, other])) also.push(JSON.stringify(other));
		const decimal = await send(createInput(isInQuery, [...size, [path, half]]));
		const isWhole = decimal && isFormRejected(decimal.response);
		const taken = [`only ${isWhole ? "integers" : "numbers"}`, ...also];
		const others = [
			`a text is rejected with ${said}`,
			...rejections.flatMap(([each, why]) =>
				why === said ? [] : `${each} with ${why}`,
			),
		];
		report(
			...([found, "any text"] as const),
			`${path.join(".")} takes ${taken.join(", also ")}; ${others.join(", ")}`,
		);
	}
}

/** Lists the numbers beside the records of a page, and in its headers, by place. */
export function listNumbers({
	response,
}: Pick<Answer, "response">): ReadonlyMap<string, number> {
	const found = new Map<string, number>();
	const add = (where: string, value: unknown): void => {
		if (typeof value === "number") found.set(where, value);
		if (typeof value !== "object" || value === null) return;
		if (Array.isArray(value)) return;
		for (const [name, inner] of Object.entries(value))
			add(`${where}.${name}`, inner);
	};
	add("$", tryParseJson(`${response.body}`));
	for (const [name, value] of Object.entries(response.headers)) {
		const json = tryParseJson(value);
		const isNumber = name.startsWith("x-") && typeof json === "number";
		if (isNumber) found.set(`header ${name}`, json);
	}
	return found;
}

/** The numbers of three pages: the first one, the next one after a record was created, and the second record alone. */
type Numbers = readonly [first: number, next: number, alone: number];

/** Lists what numbers with this name may mean. */
function listMeanings(
	{ role, first }: CountedPosition,
	name: string,
): (readonly [
	meaning: string,
	role: PageNumber | undefined,
	isMeant: (numbers: Numbers) => boolean,
])[] {
	const isTotal = ([before, after, alone]: Numbers): boolean =>
		before >= PAGE && after > before && alone === after;
	const isOfPages = ([before, after, alone]: Numbers): boolean =>
		alone > PAGE && after === Math.ceil(alone / PAGE) && before <= after;
	const isEqual =
		(...like: Numbers) =>
		(numbers: Numbers): boolean =>
			like.every((each, index) => each === numbers[index]);
	const isNext = isEqual(first + 1, first + 2, first + 2);
	return [
		// A total of two records, and then of three, has the same numbers, so that the name decides.
		[
			...(["the number of the next page", undefined] as const),
			(all) => /next/i.test(name) && isNext(all),
		],
		["the number of pages", "totalPages", isOfPages],
		["the number of all records on all pages", "total", isTotal],
		role === "page"
			? ["the number of the page", role, isEqual(first, first + 1, first + 1)]
			: ["the number of skipped records", role, isEqual(0, PAGE, 1)],
	];
}

/**
 * Finds what the numbers beside the records of a page mean.
 * @param before the first page
 * @param after the next page, after a record was created
 * @param ask asks for a page of one record, after the first record
 */
export async function measureNumbers(
	{ seen }: Pick<Search, "seen">,
	[before, after]: readonly [Answer, Answer],
	position: CountedPosition,
	ask: () => Promise<Answer | undefined>,
): Promise<void> {
	const alone = await ask();
	if (!alone || alone.items.length > 1) return;
	const [first, next, last] = [before, after, alone].map(listNumbers);
	const all = [...(first ?? [])].flatMap(([where, number]) => {
		const [own, other] = [next?.get(where), last?.get(where)];
		if (own === undefined || other === undefined) return [];
		const numbers: Numbers = [number, own, other];
		return [{ where, numbers }];
	});
	for (const { where, numbers } of all) {
		const meanings = listMeanings(position, where);
		const [actual, role] =
			meanings.find(([, , isMeant]) => isMeant(numbers)) ?? [];
		if (actual)
			seen.push({
				...{ where, expected: "not documented", actual, example: alone },
				...(role && { change: { kind: "page number", role } }),
			});
	}
}
