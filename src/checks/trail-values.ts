import { readTime } from "../behaviors/forms.ts";
import { pathOf } from "../document/field.ts";
import { CONTAINED, compareNames } from "../document/judgment/compare-names.ts";
import { child } from "../document/node.ts";
import { isObject, tryParseJson, valueAt } from "../values/json.ts";
import type { ProviderExchange } from "../verification/contract.ts";
import { jsonOf, type PageReader, show } from "./page-reader.ts";
import { readRecord } from "./records.ts";
import type { Found, Tested } from "./subject.ts";
import { composeAudit } from "./trail.ts";

/** The values of a record, by the property names on the path to each, such as `subject.id`. */
type Leaves = ReadonlyMap<string, unknown>;

/** An audit record in a response. */
interface Item<Exchange> {
	readonly exchange: Exchange;
	readonly item: unknown;
	readonly text: string;
	readonly leaves: Leaves;
}

/** An audit record, and what the document would have in its place. */
export interface Pair<Exchange> extends Item<Exchange> {
	readonly documented: Leaves;
}

/**
 * The minimum length of an id or a word that belongs to one record only. Shorter ones, such as numbers, may occur in
 * several.
 */
export const MIN_ID_LENGTH = 8;
export const WORD: RegExp = /[a-z]{16,}/g;
const MAX_DEPTH = 4;
/** The maximum number of compared records of an operation. */
const MAX_PAIRS = 20;

/** Lists the values of a record. Arrays are listed as a whole. */
const listLeaves = (
	value: unknown,
	path: readonly string[] = [],
): [string, unknown][] =>
	isObject(value) && path.length < MAX_DEPTH
		? Object.entries(value).flatMap(([name, inner]) =>
				listLeaves(inner, [...path, name]),
			)
		: [[path.join("."), value]];

const listWords = (text: string): string[] => [
	...new Set(text.toLowerCase().match(WORD)),
];

/** Returns the place of the property with this role in an audit record. */
function findPlaceOf({ record }: PageReader, role: string): string | undefined {
	const field = record.properties
		.flatMap(([, each]) => [each, ...each.properties.map(([, inner]) => inner)])
		.find((each) => each.role === role);
	return (field && pathOf(record, field))?.join(".");
}

/** Returns the only record, or the first of several: later ones tell what became of a request. */
function findFirst<Exchange>(
	items: readonly Item<Exchange>[],
	timePlace: string,
): Item<Exchange>[] {
	if (items.length < 2) return [...items];
	const timeOf = ({ leaves }: Item<Exchange>): number =>
		readTime(leaves.get(timePlace));
	const [first, second] = items.toSorted((a, b) => timeOf(a) - timeOf(b));
	return first && second && timeOf(first) < timeOf(second) ? [first] : [];
}

/** Pairs the audit records of an operation with its requests, by an id or a word that is unique to both. */
function listPairs<Exchange extends ProviderExchange>(
	reader: PageReader,
	items: readonly Item<Exchange>[],
	creator: Tested,
	exchanges: readonly Exchange[],
): Pair<Exchange>[] {
	const idPlace = findPlaceOf(reader, "subjectId") ?? "";
	const ofOperation = ["action", "subjectType"].map((role) =>
		findPlaceOf(reader, role),
	);
	const invented = new Map(
		listLeaves(composeAudit(creator, reader.tested, {})),
	);
	/** Whether a text stands for one that was not sent. */
	const isInvented = (place: string, value: string): boolean =>
		!ofOperation.includes(place) && invented.get(place) === value;
	const own = exchanges
		.filter(({ target }) => target === creator.operation.id)
		.map((each) => ({
			...each,
			words: listWords(`${each.request.body ?? ""}`),
		}));
	const written = own.flatMap(({ words }) => words);
	return own
		.flatMap(({ request, response, words: all }) => {
			const body = tryParseJson(`${request.body ?? ""}`);
			const audit =
				isObject(body) && composeAudit(creator, reader.tested, body);
			if (!audit) return [];
			const { id } = readRecord(creator.plan, jsonOf(response));
			// Some checks write the same word several times.
			const words = all.filter(
				(each) => written.indexOf(each) === written.lastIndexOf(each),
			);
			const countId = ({ leaves }: Item<Exchange>): number =>
				[...leaves.values()].filter((value) => value === id).length;
			// Records about a part of the created one may have its id, too.
			const most = Math.max(1, ...items.map(countId));
			const byId = items.filter(
				(each) => `${id}`.length >= MIN_ID_LENGTH && countId(each) === most,
			);
			const byWord = items.filter(({ text }) =>
				words.some((each) => text.includes(each)),
			);
			// The record of a part may name the whole.
			const atPlace = byId.filter(({ leaves }) => leaves.get(idPlace) === id);
			const [found = byWord] = [atPlace, byId].filter(
				(each) => each.length > 0,
			);
			const documented = new Map(listLeaves(audit));
			for (const role of ["id", "createdAt"])
				documented.delete(findPlaceOf(reader, role) ?? "");
			if (documented.has(idPlace)) documented.set(idPlace, id);
			for (const [place, value] of documented)
				if (typeof value === "string" && isInvented(place, value))
					documented.delete(place);
			const timePlace = findPlaceOf(reader, "createdAt") ?? "";
			return findFirst(found, timePlace).map((each) => ({
				...each,
				documented,
			}));
		})
		.slice(0, MAX_PAIRS);
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
		for (const item of Array.isArray(found) ? found : []) {
			const text = JSON.stringify(item).toLowerCase();
			const leaves = new Map(listLeaves(item));
			if (!items.has(text)) items.set(text, { exchange, item, text, leaves });
		}
	}
	return creators
		.map((each) => listPairs(reader, [...items.values()], each, exchanges))
		.filter((each) => each.length > 0);
}

/** Finds another value than the documented one that all audit records of an operation have. */
function findPaired<Exchange>(pairs: readonly Pair<Exchange>[], where = "") {
	const [first, ...others] = pairs;
	const place = where.replace(/^.*\[\*\]\./, "");
	const readActual = ({ item }: Pair<Exchange>): unknown =>
		valueAt(item, ...place.split("."));
	const expected = first?.documented.get(place);
	const actual = first && readActual(first);
	const isShared = others.every((each) => readActual(each) === actual);
	const isText = typeof expected === "string" && typeof actual === "string";
	return first && isText && isShared && actual !== expected
		? { expected, actual, exchange: first.exchange }
		: undefined;
}

interface Shown<Exchange> {
	readonly exchange: Exchange;
	readonly actual: unknown;
}

/** Finds the value that is most similar to a documented one, if one is similar. */
function findSimilar<Exchange>(
	expected: unknown,
	others: readonly Shown<Exchange>[],
) {
	const [best] = others
		.map((each) => ({ ...each, expected }))
		.map(
			(each) => [compareNames(`${expected}`, `${each.actual}`), each] as const,
		)
		.sort(([a], [b]) => b - a);
	return best && best[0] >= CONTAINED ? [best[1]] : [];
}

/** Finds the values by which an audit trail names actions and types of subjects, if they are others than the documented ones. */
export function findTrailValues<Exchange extends ProviderExchange>(
	reader: PageReader,
	creators: readonly Tested[],
	exchanges: readonly Exchange[],
): Found<Exchange>[] {
	const groups = listGroups(reader, creators, exchanges);
	const targets = new Set(exchanges.map(({ target }) => target));
	return ["action", "subjectType"].flatMap((role) => {
		const where = reader.placeInRecord(role, 0)?.replaceAll("[0]", "[*]");
		if (where === undefined) return [];
		const paired = groups.flatMap((each) => findPaired(each, where) ?? []);
		const documented = creators.map(({ operation: { id }, plan }) => {
			const { [role]: value } = child(plan.operation.node, "x-audit");
			return { id, value };
		});
		const shown = exchanges
			.filter(({ target }) => target === reader.tested.operation.id)
			.flatMap((exchange) =>
				(reader.read(exchange.response)?.items ?? []).map(
					({ [role]: actual }) => ({ exchange, actual }),
				),
			);
		const found = new Set<unknown>(shown.map(({ actual }) => actual));
		for (const { expected } of paired) found.add(expected);
		const refuted = creators.flatMap(({ plan }) =>
			[child(plan.operation.node, "x-audit")["x-assumption"]].flat(),
		);
		const assumptions = [...new Set(refuted)].filter(
			(each) => typeof each === "string",
		);
		const others = shown.filter(({ actual }) =>
			documented.every(({ value }) => value !== actual),
		);
		return documented
			.filter(
				({ id, value }) =>
					value !== undefined && targets.has(id) && !found.has(value),
			)
			.flatMap(({ value }) => findSimilar(value, others))
			.concat(paired)
			.map(({ exchange, expected, actual }) => ({
				...{ exchange, where, expected: show(expected), actual: show(actual) },
				...(assumptions.length > 0 && { assumptions }),
			}));
	});
}
