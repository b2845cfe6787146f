import { groupBy } from "../../values/group-by.ts";
import { formatList } from "../../values/plural.ts";
import {
	isSentence,
	type Names,
	type Rejected,
	withoutNames,
} from "./read-error-texts.ts";

/** A kind of rules may have several texts, such as those for values of several types. */
const MAX_OF_KIND = 3;

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
