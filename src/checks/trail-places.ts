import { normalize } from "../document/judgment/compare-names.ts";
import { valueAt } from "../values/json.ts";
import type { ProviderExchange } from "../verification/contract.ts";
import { type PageReader, show } from "./page-reader.ts";
import type { Found, Tested } from "./subject.ts";
import { listGroups, MIN_ID_LENGTH, type Pair, WORD } from "./trail-values.ts";

/**
 * The share of records that must match. Some records come from requests that the service understands in another way.
 */
const MOST = 0.8;
/** Words that start alike are probably forms of the same. */
const STEM = 5;

/** Whether a value means the same as a documented one. */
type Matches = (documented: unknown, actual: unknown) => boolean;

const isSame: Matches = (documented, actual) =>
	(actual === null || typeof actual !== "object") &&
	normalize(`${documented}`) === normalize(`${actual}`);

/** Whether a value contains the word of a documented one, or is a list of the documented length. */
function isMeant(documented: unknown, actual: unknown): boolean {
	if (Array.isArray(actual)) return actual.length === documented;
	const [word] = String(documented).match(WORD) ?? [];
	return word !== undefined && `${actual}`.toLowerCase().includes(word);
}

/** Returns the beginnings of the words in a short text without digits, such as `Creat` and `Zap` for `CreateZap`. */
const listStems = (value: unknown): string[] =>
	typeof value === "string" && /^[^\d]{1,60}$/.test(value)
		? (value.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).map((word) =>
				word.toLowerCase().slice(0, STEM),
			)
		: [];

const isWithin = (some: readonly string[], all: readonly string[]): boolean =>
	some.length > 0 && some.every((each) => all.includes(each));

const hasOnlyWordsOf: Matches = (documented, actual) =>
	isWithin(listStems(actual), listStems(documented));
const hasAllWordsOf: Matches = (documented, actual) =>
	isWithin(listStems(documented), listStems(actual));

/** The ways in which values can mean the same, the most certain first. */
const MATCHES = [isSame, isMeant, hasOnlyWordsOf, hasAllWordsOf];

/** Returns the place of the records that means the same as a documented one in the records of most operations. */
function findPlace<Exchange>(
	place: string,
	groups: readonly (readonly Pair<Exchange>[])[],
	matches: Matches,
): string | undefined {
	const own = groups
		.map((pairs) => pairs.filter(({ documented }) => documented.has(place)))
		.filter((pairs) => pairs.length > 0);
	const all = own.flat();
	const [first] = all;
	if (!first) return undefined;
	const values = new Set(all.map(({ documented }) => documented.get(place)));
	// A single short value may be equal by chance.
	const isTelling =
		values.size > 1 || `${[...values][0]}`.length >= MIN_ID_LENGTH;
	// Words tell more than values: the records of one operation are enough.
	const isOfWords = matches === hasOnlyWordsOf;
	const nameOf = (path: string): string =>
		normalize(path.split(".").at(-1) ?? "");
	const isAt = (other: string, pairs: readonly Pair<Exchange>[]): boolean =>
		pairs.filter(({ documented, leaves }) =>
			matches(documented.get(place), leaves.get(other)),
		).length >=
		pairs.length * MOST;
	const [best, next] = [...first.leaves]
		.filter(
			([other, value]) =>
				isTelling ||
				isOfWords ||
				nameOf(other) === nameOf(place) ||
				Array.isArray(value),
		)
		.filter(([other]) => !first.documented.has(other))
		.map(([other]) => {
			const score = own.filter((pairs) => isAt(other, pairs)).length;
			return { other, score };
		})
		.sort((a, b) => b.score - a.score);
	// The records of an operation may have the value elsewhere.
	const least = isOfWords ? 0 : own.length / 2;
	return best && best.score > Math.max(next?.score ?? 0, least)
		? best.other
		: undefined;
}

/**
 * Returns the objects in audit records whose parts are all in one other object, by the name of each: they have another
 * name.
 */
function findRenamedObjects(
	found: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
	const outerOf = (place: string): string => place.split(".")[0] ?? "";
	const names = new Set([...found.keys()].map(outerOf));
	return new Map(
		[...names].flatMap((name): [string, string][] => {
			const own = [...found].filter(([place]) => outerOf(place) === name);
			const isObject = own.flat().every((place) => place.includes("."));
			const others = new Set(own.map(([, other]) => outerOf(other)));
			const [to = name] = others;
			return isObject && others.size === 1 && to !== name ? [[name, to]] : [];
		}),
	);
}

/** Finds where audit records have what the document has in other places, by the values of the requests that they are about. */
export function findTrailPlaces<Exchange extends ProviderExchange>(
	reader: PageReader,
	creators: readonly Tested[],
	exchanges: readonly Exchange[],
): Found<Exchange>[] {
	const groups = listGroups(reader, creators, exchanges);
	const all = groups.flat();
	const ofPlace = (pairs: readonly Pair<Exchange>[], place: string) =>
		pairs.filter(({ documented }) => documented.has(place));
	const isMissing = (place: string, pairs: readonly Pair<Exchange>[]) =>
		pairs.length > 0 &&
		pairs.every(({ item }) => valueAt(item, ...place.split(".")) === undefined);
	const places = [
		...new Set(all.flatMap(({ documented }) => [...documented.keys()])),
	].filter((place) =>
		groups.some((pairs) => isMissing(place, ofPlace(pairs, place))),
	);
	const found = new Map<string, string>();
	/** Whether another property of the same record was found there. */
	const isTaken = (place: string, other: string): boolean =>
		[...found].some(
			([known, at]) =>
				at === other &&
				ofPlace(all, place).some(({ documented }) => documented.has(known)),
		);
	const countSame = (place: string, other = ""): number =>
		all.filter(({ documented, leaves }) =>
			isSame(documented.get(place), leaves.get(other)),
		).length;
	for (const matches of MATCHES) {
		const claims = places
			.filter((place) => !found.has(place))
			.map((place) => [place, findPlace(place, groups, matches)] as const)
			.sort((a, b) => countSame(...b) - countSame(...a));
		for (const [place, other] of claims)
			if (other !== undefined && !isTaken(place, other))
				found.set(place, other);
	}
	const isRequired = (place: string): boolean =>
		reader.record.required.includes(place.split(".")[0] ?? "");
	const renamed = findRenamedObjects(found);
	const isAsNamed = (place: string, other: string): boolean => {
		const [outer = "", ...inner] = place.split(".");
		return [renamed.get(outer), ...inner].join(".") === other;
	};
	const whole = Array.from(renamed, ([name, to]): Found<Exchange>[] => {
		const place = places.find(
			(each) => each.startsWith(`${name}.`) && found.has(each),
		);
		const [shown] = ofPlace(all, place ?? "");
		return shown
			? [
					{
						exchange: shown.exchange,
						where: `${reader.place}[*].${name}`,
						...{ expected: name, actual: to },
						change: { kind: "rename", to, rivals: [] },
					},
				]
			: [];
	});
	/** Whether a record has the value of a place, although most records do not have it there. */
	const isSomewhere = (place: string): boolean =>
		ofPlace(all, place).some(({ documented, leaves }) =>
			[...leaves].some(
				([other, value]) =>
					!documented.has(other) &&
					[isSame, isMeant].some((matches) =>
						matches(documented.get(place), value),
					),
			),
		);
	/** Returns the object around a place if all of it is missing. */
	const findMissing = (place: string): string => {
		const [outer = ""] = place.split(".");
		const isElsewhere = [...found.keys()].some((each) =>
			each.startsWith(`${outer}.`),
		);
		return !isElsewhere && isMissing(outer, all) ? outer : place;
	};
	const parts = places.flatMap((place): Found<Exchange>[] => {
		const [shown] = ofPlace(all, place);
		const other = found.get(place);
		if (!shown) return [];
		if (other === undefined && (isRequired(place) || isSomewhere(place)))
			return [];
		const lost = other === undefined ? findMissing(place) : place;
		// An object is missing only once.
		if (
			lost !== place &&
			places.find((each) => findMissing(each) === lost) !== place
		)
			return [];
		const name = lost.split(".").at(-1) ?? "";
		const value = other && valueAt(shown.item, ...other.split("."));
		const isList = Array.isArray(value);
		if (other !== undefined && !isList && isAsNamed(place, other)) return [];
		const isPart =
			isMeant(shown.documented.get(place), value) &&
			!isSame(shown.documented.get(place), value);
		const told = isPart && !isList ? `in the text of ${other}` : other;
		const isOutside = told !== undefined && !told.includes(".");
		const wanted = isOutside ? lost : name;
		return [
			{
				exchange: shown.exchange,
				where: `${reader.place}[*].${lost}`,
				expected: isList ? `a number like ${show(value.length)}` : wanted,
				actual: isList ? `an array in ${other}` : (told ?? "missing"),
				// Records of the documented form may lack it.
				isAllowed: other === undefined && !places.some(isRequired),
			},
		];
	});
	return [...whole.flat(), ...parts];
}
