import { isDistribution, type MeasuredFamily } from "../behaviors/metrics.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import {
	CONTAINED,
	compareNames,
	MIN_SCORE,
} from "../document/judgment/compare-names.ts";
import { type Exposition, IN_JSON } from "../values/read-exposition.ts";
import type { Mismatch } from "../verification/contract.ts";
import { type Counts, formatSeries } from "./counted-families.ts";
import type { Subject, Tested } from "./subject.ts";

/** Returns the name of the family in a series, such as `records{kind="a"}`. */
export const nameOf = (series: string): string => series.replace(/\{.*/, "");

const formatType = (name: string, type: string): string =>
	type === IN_JSON
		? `${name}, a ${IN_JSON} without a type`
		: `# TYPE ${name} ${type}`;

/** Words that start alike are probably forms of the same. */
const STEM = 5;

/** Words that only say how something is counted. */
const COUNTING = /^(total|count|value|counters?|gauges?|meters?)$/;

/** The beginning of the name of one of several numbers of a metric, such as `COUNT of requests`. */
const STATISTIC = /^.* of /;

/** Returns the words of a name, without those that only say how it is counted. */
const listWords = (name: string): string[] =>
	name
		.replace(STATISTIC, "")
		.split(/[._]/)
		.filter((word) => !COUNTING.test(word));

const listStems = (name: string): string[] =>
	listWords(name).map((word) => word.slice(0, STEM));

/**
 * Returns how similar two names are. The word that only says how they are counted makes no names similar, and families
 * of requests similar only if they share it: frameworks have several of them.
 */
function compareFamilies(
	{ name, key }: Pick<MeasuredFamily, "name" | "key">,
	other: string,
): number {
	const [own, words] = [name, other].map((each) => listWords(each).join("_"));
	const score = compareNames(`${own}`, `${words}`);
	const whole = compareNames(name, other.replace(STATISTIC, ""));
	if (score <= MIN_SCORE) return score;
	return key in SUFFIXES ? whole : Math.max(score, whole);
}

/** Returns the name if a family has it, or else the most similar name of an unknown family that may count the same. */
function findName(
	{ families, exposition: { types }, counts }: Known,
	family: Pick<MeasuredFamily, "name" | "type" | "key">,
): string | undefined {
	const { name, type, key } = family;
	if (types.has(name)) return name;
	const known = families.map((each) => each.name);
	/** Whether both measure how large something is, or both count it. Numbers in JSON may be either. */
	const isLike = (other: string): boolean =>
		isDistribution(types.get(other) ?? "") === isDistribution(type) ||
		types.get(other) === IN_JSON;
	const stems = listStems(name);
	const [similar] = [...types.keys()]
		.filter((other) => !known.includes(other) && isLike(other))
		.filter((other) => !(key in SUFFIXES) || counts.mayCountRequests(other))
		.map((other) => {
			const own = listStems(other);
			const shared = stems.filter((each) => own.includes(each)).length;
			return { other, score: compareFamilies(family, other), shared };
		})
		.filter(
			({ score, shared }) =>
				score > MIN_SCORE || (shared > 1 && shared * 2 >= stems.length),
		)
		.sort((a, b) => b.score - a.score || b.shared - a.shared);
	return similar?.other;
}

/** What is known about the families of the metrics. */
export interface Known {
	readonly families: readonly MeasuredFamily[];
	readonly exposition: Exposition;
	readonly counts: Counts;
	/** The names of properties that are true or false in records. */
	readonly flags?: ReadonlySet<string>;
	/** Returns the operations that add records to a collection. */
	readonly listCreators: (resource: string) => readonly string[];
	/** Whether an event that a family of this collection counts was seen. */
	readonly isCounted: (resource: string) => boolean;
}

/** Whether a family has the name of another one and of a flag of the records, such as `books_lent`: it counts those with the flag. */
function countsFlagged(
	{ name }: MeasuredFamily,
	other: string,
	flags: Known["flags"] = new Set(),
): boolean {
	const own = listStems(name);
	const [word, ...more] = listWords(nameOf(other)).filter(
		(each) => !own.includes(each.slice(0, STEM)),
	);
	return word !== undefined && more.length === 0 && flags.has(word);
}

/** The values of labels that only requests have. */
const OF_REQUESTS =
	/^([1-5](\d\d|xx)|GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/i;

/** Whether a label of a family has the methods or the statuses of requests. */
function countsRequests({ samples }: Exposition, series: string): boolean {
	const own = samples.filter(({ name }) => name === nameOf(series));
	return Object.keys(own[0]?.labels ?? {}).some((label) =>
		own.every(({ labels }) => OF_REQUESTS.test(labels[label] ?? "")),
	);
}

/** Returns the family or the series that counts the same as a documented family; undefined if none is found. */
export function findActual(
	known: Known,
	family: MeasuredFamily,
): string | undefined {
	// A family of requests counts new records by chance, too, because each record needs one.
	const ofExchanges =
		family.key in SUFFIXES
			? []
			: known.families.flatMap((each) =>
					each.key in SUFFIXES ? (findActual(known, each) ?? []) : [],
				);
	const isOther = (name: string): boolean =>
		ofExchanges.includes(nameOf(name)) ||
		(!(family.key in SUFFIXES) && countsRequests(known.exposition, name)) ||
		countsFlagged(family, name, known.flags);
	const found = findLikely(known, family, isOther);
	if (found === undefined || isOther(found)) return undefined;
	/** Whether the name is rather that of another family, which counts the same. */
	const isOfAnother = known.families.some(
		(each) =>
			!(each.key in SUFFIXES) &&
			compareFamilies(each, found) > compareFamilies(family, found) &&
			findLikely(known, each, isOther) === found,
	);
	return isOfAnother && !(family.key in SUFFIXES) ? undefined : found;
}

function findLikely(
	known: Known,
	family: MeasuredFamily,
	isOther: (name: string) => boolean,
): string | undefined {
	const { families, exposition, counts, listCreators } = known;
	const { types } = exposition;
	if (types.has(family.name)) return family.name;
	const named = findName(known, family);
	if (family.key === "requests" && counts.ofRequests.size > 0) {
		const own = [...counts.ofRequests].filter((each) => types.has(each));
		if (named !== undefined && own.includes(named)) return named;
		const [likely = named] = own.toSorted(
			(a, b) => compareNames(b, family.name) - compareNames(a, family.name),
		);
		return likely;
	}
	const durations = families.find(({ key }) => key === "durations");
	if (family.key === "requests" && durations) {
		const isCounter = types.get(named ?? "") === family.type;
		if (isCounter || compareNames(named ?? "", family.name) >= CONTAINED)
			return named;
		// A distribution counts the requests that it measures.
		const other = findName(known, durations);
		return other === durations.name ? named : (other ?? named);
	}
	if (family.key in SUFFIXES) return named;
	const creators = listCreators(family.resource);
	if (!counts.isMeasured(creators)) return named;
	const counted = counts.findRecords(family, creators, isOther);
	if (counted) return formatSeries(counted);
	// It may grow with other records, too, so its name must contain the documented one, and its type be the same.
	const isLikely =
		named !== undefined &&
		compareFamilies(family, named) >= CONTAINED &&
		counts.grows({ name: named }, creators) &&
		(types.get(named) === family.type ||
			counts.growsOnlyWith({ name: named }, creators));
	if (isLikely) return named;
	const stems = listStems(family.name);
	const names = families.map(({ name }) => name);
	// The records of an audit are those of several operations, and more than one of a request.
	return [...types.keys()].find(
		(name) =>
			!names.includes(name) &&
			!isDistribution(types.get(name) ?? "") &&
			listStems(name).some((each) => stems.includes(each)) &&
			!isOther(name) &&
			counts.follows(name, creators),
	);
}

/** Returns the mismatches of missing families, and of families with another type. */
export function compareTypes(known: Known): Mismatch[] {
	const { types } = known.exposition;
	return known.families
		.filter(({ name, type }) => types.get(name) !== type)
		.flatMap((family) => {
			const { name, type, resource } = family;
			const other = findActual(known, family) ?? "";
			const found = types.get(nameOf(other));
			const expected = formatType(name, type);
			if (found === undefined)
				// A service may add a family with its first event.
				return known.isCounted(resource)
					? {
							...createMismatch("$", expected, "missing"),
							change: { kind: "family" as const, name, type, to: undefined },
						}
					: [];
			// What belongs to one label of a family, or has no type, is no family of its own.
			const isFamily = other === nameOf(other) && found !== IN_JSON;
			const isCounted = isDistribution(found) && !isDistribution(type);
			const actual = isCounted
				? `counted by ${other}_count`
				: formatType(other, found);
			const to = { name: other, type: found };
			return {
				...createMismatch("$", expected, actual),
				...(isFamily && {
					change: { kind: "family" as const, name, type, to },
				}),
			};
		});
}

/** Returns the mismatch of the labels of a series, if the series exists. */
export function findLabelMismatch(
	{ samples }: Exposition,
	name: string,
	wanted: readonly string[],
	actualName: string = name,
): Mismatch | undefined {
	const series = samples.filter((sample) => sample.name === actualName);
	const found = [
		...new Set(series.flatMap((sample) => Object.keys(sample.labels))),
	].sort();
	return series.length > 0 && wanted.some((label) => !found.includes(label))
		? {
				...createMismatch(
					"$",
					`${name} has the labels ${wanted.join(", ")}`,
					`${actualName} has ${found.length > 0 ? `the labels ${found.join(", ")}` : "no labels"}`,
				),
				change: {
					...{ kind: "labels", documented: name },
					...{ series: actualName, labels: found },
				},
			}
		: undefined;
}

/** Returns the operations that add records to a collection. Audit records count, too. */
export function listCreators(
	{ tested }: Subject,
	creators: readonly Tested[],
	resource: string,
): string[] {
	const isTrail = tested.some(
		({ collection }) =>
			collection?.name === resource && collection.keys.has("action"),
	);
	return creators
		.filter(({ collection, plan }) =>
			isTrail
				? "x-audit" in plan.operation.node
				: collection?.name === resource,
		)
		.map(({ operation }) => operation.id);
}

/** The suffixes of the series of the families that measure exchanges. */
export const SUFFIXES: Readonly<Record<string, string>> = {
	requests: "",
	durations: "_count",
};
