import { isDeepStrictEqual } from "node:util";
import { tryRecursion } from "../../values/errors.ts";
import { isObject } from "../../values/json.ts";
import type { Shape } from "../model.ts";
import {
	CONTAINED,
	compareNames,
	MAX_COMPARED,
	MIN_SCORE,
	normalize,
} from "./compare-names.ts";
import {
	findNestedList,
	findNestedText,
	hasTextOfError,
	isDetail,
	isIdText,
	isLikeList,
	isLikeText,
	isOtherKind,
	isOtherText,
	isPlace,
	isSameText,
	isStatus,
	isStatusName,
	TEXT_SCORE,
} from "./find-meaning.ts";
import { findFlattened, findMoved, listMoved } from "./find-moved.ts";
import type { Search, Source } from "./missing-properties.ts";
import { rankTime } from "./rank-times.ts";
import { hasType, isLeaf } from "./shape-values.ts";

/** The score of the same name in an object. */
const SAME = 1;

/** The score of a longer name if the value has another form. */
const LIKELY = 0.2;

/** Returns how similar the name of a time is to the documented one, if it is the only time that is missing. */
function compareTimes(
	other: string,
	similarity: number,
	{ schema: { properties = {} }, missing, unknown, values }: Search,
): number {
	const isTime = (name: string): boolean =>
		properties[name]?.format === "date-time";
	return missing.filter(isTime).length > 1
		? similarity
		: rankTime(
				other,
				similarity,
				unknown.map((each) => [each, values[each]]),
			);
}

/** The minimum length of an example that identifies a value. A shorter text, such as "ok", may mean anything. */
const MIN_EXAMPLE = 8;

const isId = ({ pattern, format }: Shape): boolean =>
	pattern !== undefined && format === undefined;

/** Returns how probable it is that a missing property has another name, from 0 to 3. */
function scoreName(name: string, other: string, search: Search): number {
	const { sent, renamed } = search.hints;
	const property = search.schema.properties?.[name] ?? {};
	const named = compareNames(name, other);
	const similarity =
		property.format === "date-time"
			? compareTimes(other, named, search)
			: named;
	const isKnown = renamed.get(name) === other;
	const isEcho =
		Object.hasOwn(sent, name) &&
		tryRecursion(() => isDeepStrictEqual(sent[name], search.values[other]));
	// An empty text would fit by chance.
	const fit = search.values[other] === "" ? 0 : search.fits(name, other);
	const example = isObject(search.hints.example)
		? search.hints.example[name]
		: undefined;
	// For example, "ZAP_CREATED" for "zap.created".
	const isExample =
		typeof example === "string" &&
		typeof search.values[other] === "string" &&
		example.length >= MIN_EXAMPLE &&
		normalize(example) === normalize(search.values[other]);
	const value = search.values[other];
	// A list is no sentence, whatever its name is.
	if (!isEcho && isLeaf(property) && typeof value === "object") return 0;
	if (!isLikeList(example, value, search.hints)) return 0;
	// The name of the status is a title, even if the text of an error has the same name elsewhere.
	const isName = isStatusName(value, search);
	if (isName && !isStatusName(example, search) && !isDetail(other, search))
		return 0;
	const hasText = hasTextOfError(example, other, search);
	if (isOtherText(example, value, search) && similarity < CONTAINED && !hasText)
		return 0;
	const isOfStatus = isStatus(name, value, search);
	const uses = isId(property) ? countUses(search, value) : 0;
	if (uses < 0) return 0;
	if (isKnown || isEcho || isExample || isOfStatus || similarity === 1)
		return 2 + similarity;
	if (hasText) return TEXT_SCORE + similarity;
	// Of several sentences, only a similar name distinguishes one. Otherwise, the first one counts.
	if (isSameText(name, value, search))
		return 1 + (similarity > MIN_SCORE ? similarity : 0);
	const isMostUsed = (): boolean =>
		search.unknown.every(
			(each) => countUses(search, search.values[each]) <= uses,
		);
	if (uses > 0 && isMostUsed()) return 1 + similarity;
	// Such as "bookId", whatever form of ids the service has.
	const isLonger = normalize(other).endsWith(normalize(name));
	const least = isLonger && similarity >= CONTAINED ? LIKELY : 0;
	return fit === 0 && similarity < CONTAINED
		? 0
		: Math.max(fit, least) + similarity / 2;
}

/** Whether the response only repeats a property of the request. An id that other operations name counts, since a client may choose it. */
const isRepeated = (name: string, other: string, search: Search): boolean =>
	search.hints.repeatsOther?.(name, other, search.values[other]) === true &&
	countUses(search, search.values[other]) <= 0;

const countUses = ({ hints }: Search, value: unknown): number =>
	isIdText(value) ? (hints.countUses?.(value) ?? 0) : 0;

/** Finds the list that is in the place of a text: the only missing one, and the only property with another list. */
function findListInPlace(
	{ schema: { properties = {} }, values }: Search,
	open: readonly string[],
): [name: string, source: Source] | undefined {
	const isList = (name: string): boolean =>
		hasType(properties[name] ?? {}, "array");
	const [list, ...lists] = open.filter(isList);
	const [place, ...places] = Object.keys(values).filter(
		(name) =>
			name in properties && !isList(name) && Array.isArray(values[name]),
	);
	if (list === undefined || place === undefined) return undefined;
	return lists.length + places.length === 0
		? [
				list,
				{
					...{ value: values[place], actual: place, names: [] },
					change: { kind: "rename", to: place, rivals: [] },
				},
			]
		: undefined;
}

/** Returns the source of a property that has another name. */
const asRenamed = (
	values: Search["values"],
	other: string,
	rivals: readonly string[] = [],
): Source => ({
	...{ value: values[other], actual: other, names: [other] },
	change: { kind: "rename", to: other, rivals },
});

/** Finds the missing properties whose other names other objects have shown. */
export const findKnown = (
	{ missing, values, hints }: Search,
	findName: (name: string) => string | undefined,
): ReadonlyMap<string, Source> =>
	new Map(
		missing.flatMap((name) => {
			const other = hints.renamed.get(name) ?? findName(name) ?? name;
			return Object.hasOwn(values, other)
				? [[name, asRenamed(values, other)] as const]
				: [];
		}),
	);

/** Finds the values of missing properties: flattened, under another name, or in another object. */
export function findSources(given: Search): ReadonlyMap<string, Source> {
	const search: Search = {
		...given,
		missing: given.missing.slice(0, MAX_COMPARED),
		unknown: given.unknown.slice(0, MAX_COMPARED),
	};
	const { schema, values, missing, unknown, hints } = search;
	const sources = new Map<string, Source>();
	const isOpen = (name: string): boolean => !sources.has(name);
	const isOther = (name: string, other: string): boolean =>
		isOtherKind(name, other, search) || isRepeated(name, other, search);
	const isLeft = (name: string): boolean =>
		![...sources.values()].some(({ names }) => names.includes(name));
	const rename = (name: string, other: string, rivals?: readonly string[]) =>
		sources.set(name, asRenamed(values, other, rivals));

	for (const name of missing) {
		const source = findFlattened(name, search);
		if (source) sources.set(name, source);
		if (source?.change.kind === "flatten")
			for (const [inner, outer] of Object.entries(source.change.to))
				hints.renamed.set(`${name}.${inner}`, outer);
	}
	const open = missing.filter(isOpen);
	const left = unknown.filter(isLeft);
	// Assigns the most similar names first.
	const pairs = open
		.flatMap((name) =>
			left
				.filter((other) => other !== name && !isOther(name, other))
				.map((other) => {
					return { name, other, score: scoreName(name, other, search) };
				}),
		)
		.filter(({ score }) => score > MIN_SCORE)
		.sort((a, b) => b.score - a.score);
	for (const { name, other, score } of pairs) {
		if (!isOpen(name) || !isLeft(other)) continue;
		const rivals = pairs.filter(
			(each) =>
				each.name === name && each.other !== other && isLeft(each.other),
		);
		rename(name, other, score >= 2 ? [] : rivals.map((each) => each.other));
		if (score >= 1) hints.renamed.set(name, other);
	}
	// An object with the same name in it has the property, so that no other value belongs to the name.
	const inner = listMoved(search, unknown.filter(isLeft));
	for (const name of missing.filter(isOpen)) {
		const source = findMoved(name, search, inner, SAME);
		if (source) sources.set(name, source);
	}
	// A text is never a renamed list or object, so these do not count.
	const isAll = open.length === left.length;
	const leafNames = open.filter((name) => {
		const property = schema.properties?.[name] ?? {};
		// Beside an object, an id may be that of another record.
		return isLeaf(property) && (isAll || !isId(property));
	});
	const leafValues = left.filter(
		(other) =>
			typeof values[other] !== "object" || isPlace(values[other], search),
	);
	const isSameNumber = leafNames.length === leafValues.length;
	if (isSameNumber || isAll) {
		const examples = isObject(hints.example) ? hints.example : {};
		for (const other of isSameNumber ? leafValues.filter(isLeft) : []) {
			const [name, ...more] = open.filter(
				(each) =>
					isOpen(each) &&
					isLikeText(examples[each], values[other]) &&
					!isOther(each, other),
			);
			if (name !== undefined && more.length === 0) rename(name, other);
		}
		// If one name and one value are left, they belong together, provided that the value has the right type.
		const [name, ...names] = (isAll ? open : leafNames).filter(isOpen);
		const [other, ...others] = (isAll ? left : leafValues).filter(isLeft);
		const isOnly = names.length + others.length === 0;
		if (name !== undefined && other !== undefined && isOnly)
			if (
				search.fits(name, other) > 0 &&
				!isOther(name, other) &&
				!isOtherText(examples[name], values[other], search)
			)
				rename(name, other);
	}
	const list = findListInPlace(search, missing.filter(isOpen));
	if (list) sources.set(...list);
	const rest = unknown.filter(isLeft);
	const leaves = [...inner, ...listMoved(search, rest)];
	for (const name of missing.filter(isOpen)) {
		const source =
			findNestedList(name, search, rest) ??
			findMoved(name, search, leaves) ??
			findNestedText(name, search);
		const isTaken = [...sources.values()].some(
			({ actual }) => actual === source?.actual,
		);
		if (source && !isTaken) sources.set(name, source);
	}
	return sources;
}
