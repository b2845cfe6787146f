import type { MeasuredFamily } from "../behaviors/metrics.ts";
import { compareNames, MIN_SCORE } from "../document/judgment/compare-names.ts";
import { attempt } from "../values/errors.ts";
import { isObject, tryParseJson } from "../values/json.ts";
import { type Exposition, IN_JSON } from "../values/read-exposition.ts";
import type { ProviderExchange } from "../verification/contract.ts";
import { withoutOutcome } from "./join-outcomes.ts";
import type { Tested } from "./subject.ts";

/** Two consecutive readings of the metrics, and the number of records that each operation created between them. */
export interface Bracket {
	readonly before: Exposition;
	readonly after: Exposition;
	/** By operation id. */
	readonly created: ReadonlyMap<string, number>;
	/** The number of items in the requests, such as the steps of a job. */
	readonly items?: number;
}

/** Series of metrics, whose sum may be what a family of the document counts. */
export interface Series {
	readonly name: string;
	/** The only label that the series have in common, with its values; undefined for all series of the name. */
	readonly label?: readonly [label: string, ...values: string[]];
}

/** More records than this are not created between two readings to measure what they change. */
const MAX_CREATED = 12;
const SUFFIX = /_(count|sum|bucket)$/;

const sumOf = (found: ReadonlyMap<string, number>): number =>
	[...found.values()].reduce((sum, each) => sum + each, 0);

/** Returns the number of objects in arrays of the body of a request. */
const countItems = ({ request }: ProviderExchange): number =>
	Object.values(Object(tryParseJson(`${request.body ?? ""}`)))
		.flatMap((each) => (Array.isArray(each) ? each : []))
		.filter(isObject).length;

/** Returns the readings of the metrics in the exchanges of a run, with the records created between them. */
export function readBrackets(
	exchanges: readonly ProviderExchange[],
	metrics: Tested,
	creators: readonly Tested[],
	read: (text: string) => Exposition,
): Bracket[] {
	const brackets: Bracket[] = [];
	let before: Exposition | undefined;
	let created = new Map<string, number>();
	let items = 0;
	for (const exchange of exchanges) {
		const { target, request, response } = exchange;
		if (creators.some(({ operation }) => operation.id === target)) {
			created.set(target, (created.get(target) ?? 0) + 1);
			items += countItems(exchange);
		}
		if (target !== metrics.operation.id || request.method === "HEAD") continue;
		const after = attempt(() => read(`${response.body}`));
		const count = sumOf(created);
		// Only a check that measures calls one operation between two readings. Learning sends other requests as well.
		if (before && after && created.size === 1 && count <= MAX_CREATED)
			brackets.push({ before, after, created, items });
		before = after;
		created = new Map();
		items = 0;
	}
	return brackets;
}

/** Returns how much the series have grown. */
const growthOf = (
	{ before, after }: Bracket,
	{ name, label: [label, ...values] = [""] }: Series,
): number => {
	const all = label === "" ? [{}] : values.map((each) => ({ [label]: each }));
	return all.reduce(
		(sum, each) =>
			sum + (after.total(name, each) ?? 0) - (before.total(name, each) ?? 0),
		0,
	);
};

/** Lists all series of a name, and those with values of a label that differ in the word of an outcome only. */
function listSeries({ samples }: Exposition): Series[] {
	const found = new Map<string, Series>();
	for (const { name, labels } of samples) {
		if (/_(sum|bucket)$/.test(name)) continue;
		found.set(name, { name });
		for (const [label, value] of Object.entries(labels)) {
			const key = JSON.stringify([name, label, withoutOutcome(value)]);
			const values = new Set(found.get(key)?.label?.slice(1)).add(value);
			found.set(key, { name, label: [label, ...[...values].sort()] });
		}
	}
	return [...found.values()];
}

const typeOf = ({ types }: Exposition, name: string): string =>
	types.get(name) ?? types.get(name.replace(SUFFIX, "")) ?? "";

/** Returns the number of records that these operations created. */
const countCreated = ({ created }: Bracket, operations: readonly string[]) =>
	operations.reduce((sum, each) => sum + (created.get(each) ?? 0), 0);

/** Whether some of the operations have created no records. */
const isOfSome = (
	brackets: readonly Bracket[],
	operations: readonly string[],
): boolean =>
	operations.some((each) =>
		brackets.every(({ created }) => !created.get(each)),
	);

/** Whether series grow by an expected number, in at least two readings with different numbers. */
function agrees(
	brackets: readonly Bracket[],
	series: Series,
	operations: readonly string[],
	expect: (bracket: Bracket) => number,
): boolean {
	const own = brackets.filter((each) => expect(each) > 0);
	// The records of one operation may be those with one value of a label.
	if (series.label && isOfSome(own, operations)) return false;
	return (
		new Set(own.map(expect)).size > 1 &&
		own.every((each) => growthOf(each, series) === expect(each))
	);
}

/** What series count, and by how much they grow then with each request, and with each item in it. */
const GROWTHS = [
	["counts *, too", 1, 0],
	["counts each item of a request of *, too, but not the request", 0, 1],
	["counts * and each item of its requests, too", 1, 1],
] as const;

/** The families of metrics by what changes when operations are called. */
export interface Counts {
	/** Whether the readings show which series count the records of these operations. */
	isMeasured(operations: readonly string[]): boolean;
	/** The names of series that count all requests. */
	readonly ofRequests: ReadonlySet<string>;
	/** Whether a family grows with each record of these operations, perhaps also with others. */
	grows(series: Series, operations: readonly string[]): boolean;
	/** Whether series grow with these operations only, as far as the readings show. */
	growsOnlyWith(series: Series, operations: readonly string[]): boolean;
	/** Whether a family grows as the number of requests in some readings, or there are no readings to tell. */
	mayCountRequests(name: string): boolean;
	/** Tells what series count of an operation, which `*` stands for: its requests, the items in them, or both. */
	describeGrowth(series: Series, operation: string): string;
	/** Returns the series that count the records of these operations; undefined if there are none. */
	findRecords(
		family: Pick<MeasuredFamily, "name" | "type">,
		operations: readonly string[],
		isOther?: (name: string) => boolean,
	): Series | undefined;
	/** Whether a family grows at least as these operations create records, and sometimes exactly so. */
	follows(name: string, operations: readonly string[]): boolean;
}

/**
 * Finds the families of metrics by what changes when operations are called.
 * @param last a reading that has all series
 */
export function createCounts(
	brackets: readonly Bracket[],
	last: Exposition | undefined = brackets.at(-1)?.after,
): Counts {
	const all = last ? listSeries(last) : [];
	/** A reading counts as a request itself. */
	const countAll = ({ created }: Bracket): number => sumOf(created) + 1;
	/** Whether series count at least all requests, and no more in some readings: rejected requests count as well. */
	function countsAll(series: Series): boolean {
		const type = last && typeOf(last, series.name);
		if (series.label || (type !== "counter" && type !== IN_JSON)) return false;
		const least = brackets.filter(
			(each) => growthOf(each, series) === countAll(each),
		);
		return (
			new Set(least.map(countAll)).size > 1 &&
			brackets.every((each) => growthOf(each, series) >= countAll(each))
		);
	}
	const ofRequests = new Set(all.filter(countsAll).map(({ name }) => name));
	const isDistribution = (name: string): boolean =>
		last !== undefined && /histogram|summary/.test(typeOf(last, name));

	function findRecords(
		{ name, type }: Pick<MeasuredFamily, "name" | "type">,
		operations: readonly string[],
		isOther: (name: string) => boolean = () => false,
	): Series | undefined {
		const [own = name] = name.split("_total");
		const compare = (other: string): number =>
			Math.max(compareNames(name, other), compareNames(own, other));
		/** Whether values of a label name what they count with any outcome, such as `run` in `run.failed`. */
		const isValueSimilar = ({ label }: Series): boolean =>
			compare(withoutOutcome(label?.[1] ?? "")) >= MIN_SCORE;
		const expect = (bracket: Bracket): number =>
			countCreated(bracket, operations);
		const isExact = (each: Series): boolean =>
			brackets.every((bracket) => growthOf(bracket, each) === expect(bracket));
		return all
			.filter(
				(each) =>
					!ofRequests.has(each.name) &&
					!isDistribution(each.name) &&
					!isOther(each.name),
			)
			.filter((each) => agrees(brackets, each, operations, expect))
			.map((series) => ({
				series,
				rank: [
					Number(compare(series.name) >= MIN_SCORE),
					Number(isExact(series)),
					Number(last !== undefined && typeOf(last, series.name) === type),
					Number(series.label === undefined),
					compare(series.name),
				],
			}))
			.filter(
				({ series, rank: [isSimilar = 0, exact = 0] }) =>
					isSimilar + exact > 0 || isValueSimilar(series),
			)
			.sort((a, b) => {
				const index = a.rank.findIndex((each, at) => each !== b.rank[at]);
				return (b.rank[index] ?? 0) - (a.rank[index] ?? 0);
			})[0]?.series;
	}

	return {
		follows(name, operations) {
			const own = brackets
				.map((each) => ({
					growth: growthOf(each, { name }),
					created: countCreated(each, operations),
				}))
				.filter(({ created }) => created > 0);
			return (
				own.every(({ growth, created }) => growth >= created) &&
				own.some(({ growth, created }) => growth === created)
			);
		},
		grows: (series, operations) =>
			brackets.every(
				(bracket) =>
					operations.every((each) => !bracket.created.has(each)) ||
					growthOf(bracket, series) > 0,
			),
		growsOnlyWith: (series, operations) =>
			brackets.every(
				(bracket) =>
					operations.some((each) => bracket.created.has(each)) ||
					growthOf(bracket, series) <= 0,
			),
		mayCountRequests(name) {
			const series = { name: isDistribution(name) ? `${name}_count` : name };
			const isLikely = (bracket: Bracket): boolean =>
				growthOf(bracket, series) >= sumOf(bracket.created);
			return brackets.length === 0 || brackets.some(isLikely);
		},
		describeGrowth(series, operation) {
			const own = brackets.filter(({ created }) => created.has(operation));
			const found = GROWTHS.filter(([, byRequest, byItem]) =>
				own.every(
					(each) =>
						growthOf(each, series) ===
						byRequest * sumOf(each.created) + byItem * (each.items ?? 0),
				),
			);
			// If each request has one item, either of them may count.
			const isClear = found.length === 1 || own.every(({ items }) => !items);
			return found[isClear ? 0 : GROWTHS.length]?.[0] ?? "grows with *, too";
		},
		isMeasured: (operations: readonly string[]): boolean =>
			new Set(
				brackets
					.map((each) => countCreated(each, operations))
					.filter((count) => count > 0),
			).size > 1,
		ofRequests,
		findRecords,
	};
}

/** Returns series as in an exposition, such as `runs{state="ok|failed"}`. */
export const formatSeries = ({
	name,
	label: [label, ...values] = [""],
}: Series): string =>
	label ? `${name}{${label}="${values.join("|")}"}` : name;

/** Reads what `formatSeries` returns. */
export function parseSeries(text: string): Series {
	const [, name = text, label, values = ""] =
		/^(.*?)\{(.*?)="(.*)"\}$/.exec(text) ?? [];
	return label === undefined
		? { name }
		: { name, label: [label, ...values.split("|")] };
}
