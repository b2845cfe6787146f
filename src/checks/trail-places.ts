import { pathOf } from "../document/field.ts";
import { normalize } from "../document/judgment/compare-names.ts";
import { isObject, tryParseJson, valueAt } from "../values/json.ts";
import type { ProviderExchange } from "../verification/contract.ts";
import { jsonOf, type PageReader, show } from "./page-reader.ts";
import { readRecord } from "./records.ts";
import type { Found, Tested } from "./subject.ts";
import { composeAudit } from "./trail.ts";

/** A value in a record, and the property names on the path to it. */
interface Leaf {
	readonly path: readonly string[];
	readonly value: unknown;
}

/** An audit record, and what the document would have in its place. */
export interface Pair<Exchange> {
	readonly exchange: Exchange;
	readonly item: unknown;
	readonly leaves: readonly Leaf[];
	readonly documented: readonly Leaf[];
	/** Other records that name the same id, or a word that only the request has. */
	readonly further: readonly unknown[];
}

/**
 * The minimum length of an id or a word that belongs to one record only. Shorter ones, such as numbers, may occur in
 * several.
 */
const MIN_ID_LENGTH = 8;
const WORD = /[a-z]{16,}/g;
const MAX_DEPTH = 4;
/** The maximum number of compared records of an operation. */
const MAX_PAIRS = 20;
/**
 * The share of records that must match. Some records come from requests that the service understands in another way.
 */
const MOST = 0.8;
/** Words that start alike are probably forms of the same. */
const STEM = 5;

/** Lists the values of a record. Arrays are listed as a whole. */
const listLeaves = (value: unknown, path: readonly string[] = []): Leaf[] =>
	isObject(value) && path.length < MAX_DEPTH
		? Object.entries(value).flatMap(([name, inner]) =>
				listLeaves(inner, [...path, name]),
			)
		: [{ path, value }];

const placeOf = ({ path }: Leaf): string => path.join(".");

/**
 * Whether a value has the same meaning as a documented one: in another case, as a number, or as a list instead of its
 * length.
 */
function isMeant(documented: unknown, actual: unknown): boolean {
	if (Array.isArray(actual)) return actual.length === documented;
	if (actual === null || typeof actual === "object") return false;
	const [one, other] = [documented, actual].map((each) => normalize(`${each}`));
	if (one === other) return true;
	const [word] = String(documented).match(WORD) ?? [];
	return word !== undefined && String(actual).toLowerCase().includes(word);
}

const listWords = (text: string): string[] => [
	...new Set(text.toLowerCase().match(WORD)),
];

/** Pairs the audit records of an operation with its requests, by an id or a word that is unique to both. */
function listPairs<Exchange extends ProviderExchange>(
	{ reader, items, exchanges }: Trail<Exchange>,
	creator: Tested,
): Pair<Exchange>[] {
	const { tested, record } = reader;
	const roles = ["subjectId", "id", "createdAt"].map((name) => {
		const field = record.properties
			.flatMap(([, each]) => [
				each,
				...each.properties.map(([, inner]) => inner),
			])
			.find(({ role }) => role === name);
		return (field && pathOf(record, field))?.join(".");
	});
	const [idPlace, ...generated] = roles;
	const own = exchanges
		.filter(({ target }) => target === creator.operation.id)
		.map((each) => ({
			...each,
			words: listWords(`${each.request.body ?? ""}`),
		}));
	const written = own.flatMap(({ words }) => words);
	const elsewhere = exchanges
		.filter(({ target }) => target !== creator.operation.id)
		.map(({ request }) => `${request.body ?? ""}`.toLowerCase())
		.join("\n");
	return own
		.flatMap(({ request, response, words: all }) => {
			const body = tryParseJson(`${request.body ?? ""}`);
			const audit = isObject(body) && composeAudit(creator, tested, body);
			if (!audit) return [];
			const { id } = readRecord(creator.plan, jsonOf(response));
			// Some checks write the same word several times.
			const words = all.filter(
				(each) => written.indexOf(each) === written.lastIndexOf(each),
			);
			const countId = ({ leaves }: Item<Exchange>): number =>
				leaves.filter(({ value }) => value === id).length;
			// Records about a part of the created one may have its id, too.
			const most = Math.max(1, ...items.map(countId));
			const byId = items.filter(
				(each) => `${id}`.length >= MIN_ID_LENGTH && countId(each) === most,
			);
			const byWord = items.filter(({ text }) =>
				words.some((each) => text.includes(each)),
			);
			// The record of a part may name the whole.
			const atPlace = byId.filter(({ item }) =>
				idPlace === undefined
					? false
					: valueAt(item, ...idPlace.split(".")) === id,
			);
			const [found = byWord] = [atPlace, byId].filter(
				(each) => each.length > 0,
			);
			const documented = listLeaves(audit)
				.filter((each) => !generated.includes(placeOf(each)))
				.map((each) =>
					placeOf(each) === idPlace ? { ...each, value: id } : each,
				);
			const unique = words.filter((each) => !elsewhere.includes(each));
			const isOfRequest = (each: Item<Exchange>): boolean =>
				(`${id}`.length >= MIN_ID_LENGTH && countId(each) > 0) ||
				unique.some((word) => each.text.includes(word));
			return found.length === 1
				? found.map((each) => ({
						...{ ...each, documented },
						further: items
							.filter((other) => other !== each && isOfRequest(other))
							.map(({ item }) => item),
					}))
				: [];
		})
		.slice(0, MAX_PAIRS);
}

interface Item<Exchange> {
	readonly exchange: Exchange;
	readonly item: unknown;
	readonly text: string;
	readonly leaves: readonly Leaf[];
}

interface Trail<Exchange> {
	readonly reader: PageReader;
	readonly items: readonly Item<Exchange>[];
	readonly exchanges: readonly Exchange[];
}

/** Which words a text shares with the documented one: only such words, all of them and perhaps more, or some. */
type Sharing = "only" | "all" | "some";

/** Whether a text shares words with the documented one, in whatever form: `CreateZap` for `zap.created`. */
function sharesWords(
	documented: unknown,
	actual: unknown,
	sharing: Sharing,
): boolean {
	const [known = [], own = []] = [documented, actual].map((each) =>
		typeof each === "string" && /^[^\d]{1,60}$/.test(each)
			? (each.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [])
			: [],
	);
	const stem = (word: string): string => word.toLowerCase().slice(0, STEM);
	const [stems = [], others = []] = [known, own].map((each) => each.map(stem));
	const isWithin = (some: readonly string[], all: readonly string[]): boolean =>
		some.length > 0 && some.every((each) => all.includes(each));
	if (sharing === "some") return stems.some((each) => others.includes(each));
	return sharing === "all" ? isWithin(stems, others) : isWithin(others, stems);
}

/** Returns the place whose values have words of the documented ones, for the most operations. */
function findSimilarPlace<Exchange>(
	place: string,
	groups: readonly (readonly Pair<Exchange>[])[],
	used: readonly string[],
	sharing: Sharing,
): string | undefined {
	const valuesAt = (other: string, pairs: readonly Pair<Exchange>[]) =>
		new Set(
			pairs.map(
				({ leaves }) => leaves.find((each) => placeOf(each) === other)?.value,
			),
		);
	const [first] = groups.flat();
	const taken = [...used, ...(first?.documented.map(placeOf) ?? [])];
	const [best, next] = (first?.leaves.map(placeOf) ?? [])
		.filter((other) => !taken.includes(other))
		.map((other) => {
			const isMeantBy = (pairs: readonly Pair<Exchange>[]): boolean => {
				const [value, ...values] = valuesAt(other, pairs);
				const documented = pairs[0]?.documented.find(
					(each) => placeOf(each) === place,
				);
				return (
					values.length === 0 && sharesWords(documented?.value, value, sharing)
				);
			};
			return { other, score: groups.filter(isMeantBy).length };
		})
		.sort((a, b) => b.score - a.score);
	// A text with other words must distinguish the operations.
	const least = sharing === "only" ? 1 : Math.max(2, groups.length);
	const isTelling = (other: string): boolean =>
		sharing !== "some" ||
		new Set(groups.flatMap((each) => [...valuesAt(other, each)])).size ===
			groups.length;
	return best &&
		best.score >= least &&
		best.score > (next?.score ?? 0) &&
		isTelling(best.other)
		? best.other
		: undefined;
}

/** Returns the place of the records that has the documented value in those of most operations. */
function findPlace<Exchange>(
	place: string,
	groups: readonly (readonly Pair<Exchange>[])[],
): string | undefined {
	const expectedOf = ({ documented }: Pair<Exchange>): unknown =>
		documented.find((each) => placeOf(each) === place)?.value;
	const pairs = groups.flat().filter((each) => expectedOf(each) !== undefined);
	const values = new Set(pairs.map(expectedOf));
	const [first] = pairs;
	const taken = new Set(first?.documented.map(placeOf));
	// A single short value may be equal by chance.
	const isTelling =
		values.size > 1 || `${[...values][0]}`.length >= MIN_ID_LENGTH;
	if (!first) return undefined;
	const isNamed = (other: string): boolean =>
		normalize(other.split(".").at(-1) ?? "") ===
		normalize(place.split(".").at(-1) ?? "");
	const isList = (each: Leaf): boolean =>
		Array.isArray(each.value) && each.value.length > 0;
	const own = groups
		.map((each) => each.filter((pair) => expectedOf(pair) !== undefined))
		.filter((each) => each.length > 0);
	const isAt = (other: string, of: readonly Pair<Exchange>[]): boolean =>
		of.filter((pair) =>
			pair.leaves.some(
				(leaf) =>
					placeOf(leaf) === other && isMeant(expectedOf(pair), leaf.value),
			),
		).length >=
		of.length * MOST;
	const [best, next] = first.leaves
		.filter((each) => isTelling || isNamed(placeOf(each)) || isList(each))
		.map(placeOf)
		.filter((each) => !taken.has(each))
		.map((other) => ({
			...{ other, score: own.filter((of) => isAt(other, of)).length },
		}))
		.sort((one, other) => other.score - one.score);
	// The records of an operation may have the value elsewhere.
	return best && best.score > (next?.score ?? 0) && best.score * 2 > own.length
		? best.other
		: undefined;
}

/** Pairs the audit records of each operation with its requests. */
export function listGroups<Exchange extends ProviderExchange>(
	reader: PageReader,
	creators: readonly Tested[],
	exchanges: readonly Exchange[],
): Pair<Exchange>[][] {
	const { operation } = reader.tested;
	const names = reader.place.split(".").slice(1);
	const items = new Map<string, Item<Exchange>>();
	for (const exchange of exchanges) {
		if (exchange.target !== operation.id) continue;
		const found = valueAt(jsonOf(exchange.response), ...names);
		if (!Array.isArray(found)) continue;
		for (const item of found) {
			const text = JSON.stringify(item).toLowerCase();
			if (!items.has(text))
				items.set(text, { exchange, item, text, leaves: listLeaves(item) });
		}
	}
	const trail = { reader, items: [...items.values()], exchanges };
	return creators
		.map((each) => listPairs(trail, each))
		.filter((each) => each.length > 0);
}

/** Finds where audit records have what the document has in other places, by the values of the requests that they are about. */
export function findTrailPlaces<Exchange extends ProviderExchange>(
	reader: PageReader,
	creators: readonly Tested[],
	exchanges: readonly Exchange[],
): Found<Exchange>[] {
	const groups = listGroups(reader, creators, exchanges);
	const all = groups.flat();
	const places = [
		...new Set(all.flatMap((each) => each.documented.map(placeOf))),
	].filter((place) =>
		groups.some((pairs) => {
			const own = pairs.filter(({ documented }) =>
				documented.some((each) => placeOf(each) === place),
			);
			return (
				own.length > 0 &&
				own.every(
					({ item }) => valueAt(item, ...place.split(".")) === undefined,
				)
			);
		}),
	);
	const found = new Map<string, string>();
	/** Whether records have the documented value itself there. */
	const isSame = ({ place, other }: Record<"place" | "other", string>) =>
		all.some(({ documented, leaves }) => {
			const expected = documented.find((each) => placeOf(each) === place);
			const actual = leaves.find((each) => placeOf(each) === other);
			return normalize(`${expected?.value}`) === normalize(`${actual?.value}`);
		});
	/** Whether another property of the same record was found there. */
	const isTaken = (place: string, other: string): boolean =>
		[...found].some(
			([known, at]) =>
				at === other &&
				all.some(({ documented }) =>
					[known, place].every((each) =>
						documented.some((leaf) => placeOf(leaf) === each),
					),
				),
		);
	const find = (findOne: (place: string) => string | undefined): void => {
		const claims = places
			.filter((place) => !found.has(place))
			.flatMap((place) => {
				const other = findOne(place);
				return other === undefined ? [] : [{ place, other }];
			})
			.sort((a, b) => Number(isSame(b)) - Number(isSame(a)));
		for (const { place, other } of claims)
			if (!isTaken(place, other)) found.set(place, other);
	};
	find((place) => findPlace(place, groups));
	for (const sharing of ["only", "all", "some"] as const)
		find((place) =>
			findSimilarPlace(
				...([place, groups, [...found.values()]] as const),
				sharing,
			),
		);
	const isOther = places.some((place) =>
		reader.record.required.includes(place.split(".")[0] ?? ""),
	);
	return places.flatMap((place): Found<Exchange>[] => {
		const path = place.split(".");
		const [shown] = all.filter(({ documented: each }) =>
			each.some((leaf) => placeOf(leaf) === place),
		);
		const other = found.get(place);
		// What the document does not require is missed only in records of another form.
		const [outer = ""] = path;
		const isMissed = isOther && !reader.record.required.includes(outer);
		if (!shown || (other === undefined && !isMissed)) return [];
		const { exchange } = shown;
		const where = `${reader.place}[*].${place}`;
		const name = path.at(-1) ?? "";
		if (other === undefined) {
			return [{ exchange, where, expected: name, actual: "missing" }];
		}
		const value = valueAt(shown.item, ...other.split("."));
		const actual = Array.isArray(value) ? `an array in ${other}` : other;
		const expected = Array.isArray(value)
			? `a number like ${show(value.length)}`
			: name;
		return [{ exchange, where, expected, actual }];
	});
}
