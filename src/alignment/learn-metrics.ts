import { isDistribution } from "../behaviors/metrics.ts";
import { entries, isNode } from "../document/node.ts";
import { attempt } from "../values/errors.ts";
import { type Exposition, readExposition } from "../values/read-exposition.ts";
import type { Sighting } from "../verification/observed.ts";
import { joinPointer, removeAt, removeKeywords, setAt } from "./edit.ts";
import type { Learn, Of, Round } from "./lesson.ts";
import { findResponse } from "./schema-places.ts";

/** Returns the families of the metrics, with their pointers. */
function listFamilies({ document }: Round, { example }: Sighting) {
	const response = findResponse(document, example.target, example.status);
	const metrics = response?.node["x-metrics"];
	if (!response || !isNode(metrics)) return [];
	return entries(metrics).map(([key, family]) => ({
		...{ name: family.name, key },
		pointer: response.pointer + joinPointer("x-metrics", key),
	}));
}

/** Learns the name and the type of a family of metrics, or that the service lacks it. */
export const learnFamily: Learn<Of<"family">> = (round, [sighting]) => {
	const { name: from, type, to } = sighting.change;
	const family = listFamilies(round, sighting).find(
		({ name }) => name === from,
	);
	if (!family) return undefined;
	const { pointer } = family;
	if (!to)
		return {
			...{ kind: "no metric", from, to: "missing" },
			changes: [removeAt(pointer)],
		};
	// The mock measures durations, and counts everything else.
	if (isDistribution(type) !== isDistribution(to.type)) return undefined;
	return {
		...{ kind: "metric", from, to: to.name },
		changes: [
			...(to.name === from ? [] : [setAt(pointer, to.name, "/name")]),
			...(to.type === type ? [] : [setAt(pointer, to.type, "/type")]),
			...(to.type === "histogram" ? [] : [removeKeywords(pointer, "buckets")]),
		],
	};
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const STATUS_CLASS = /^[1-5](?=xx$)/i;

/** Two consecutive readings of the metrics, and the operations that were called between them. */
interface Bracket {
	readonly before: Exposition;
	readonly after: Exposition;
	readonly called: readonly string[];
}

/** Returns the readings of the metrics in a run. A service may count a reading before or after it responds. */
function listBrackets(
	{ observations: { exchanges } }: Round,
	{ operation }: Sighting,
): Bracket[] {
	const brackets: Bracket[] = [];
	let before: Exposition | undefined;
	let called: string[] = [];
	for (const { target, request, response } of exchanges) {
		const isReading = target === operation && request.method !== "HEAD";
		const after = isReading
			? attempt(() => readExposition(`${response.body}`))
			: undefined;
		if (after && before) brackets.push({ before, after, called });
		if (after) [before, called] = [after, []];
		called.push(target);
	}
	return brackets;
}

/**
 * Returns the operation that a series counts: between two readings, the series never grows by less than the number of its
 * calls, and mostly by exactly this number. Undefined if two operations fit as well.
 */
function findCounted(
	brackets: readonly Bracket[],
	series: string,
	labels: Readonly<Record<string, string>>,
): string | undefined {
	const operations = new Set(brackets.flatMap(({ called }) => called));
	const [best, next] = [...operations]
		.map((operation) => {
			const others = brackets.map(({ before, after, called }) => {
				const [start = 0, end = 0] = [before, after].map((each) =>
					each.total(series, labels),
				);
				return end - start - called.filter((each) => each === operation).length;
			});
			const sum = others.reduce((all, each) => all + each, 0);
			return { operation, others, sum };
		})
		.filter(({ others }) => others.every((each) => each >= 0))
		.sort((a, b) => a.sum - b.sum);
	if (!best || best.sum === next?.sum) return undefined;
	const exact = best.others.filter((each) => each === 0);
	return exact.length * 2 > brackets.length ? best.operation : undefined;
}

/**
 * Returns what a label contains, by its values, as a document says it. Undefined if that is something else.
 * @param findOperation returns the operation whose calls a value counts
 */
function findContent(
	{ document: { operations } }: Round,
	all: readonly string[],
	findOperation: (value: string) => string | undefined,
): unknown {
	const values = [...new Set(all)];
	if (values.every((each) => /^\d{3}$/.test(each))) return "status";
	if (values.every((each) => METHODS.includes(each))) return "method";
	const isPath = (each: string): boolean =>
		operations.some(({ path }) => path === each);
	if (values.some(isPath)) return "path";
	const isOperation = (each: string): boolean =>
		operations.some(({ id }) => id === each);
	if (values.some(isOperation)) return "operation";
	if (values.every((each) => METHODS.includes(each.toUpperCase())))
		return {
			method: Object.fromEntries(METHODS.map((m) => [m, m.toLowerCase()])),
		};
	const [first = ""] = values;
	if (values.every((each) => STATUS_CLASS.test(each))) {
		const ofClass = [..."2345"].map((digit) => [
			`${digit}XX`,
			first.replace(STATUS_CLASS, digit),
		]);
		return { status: Object.fromEntries(ofClass) };
	}
	if (values.length === 1 && all.length > 1) return { const: first };
	const found = values.map((each) => [findOperation(each), each] as const);
	const isWhole = new Set(found.map(([id]) => id)).size === values.length;
	return isWhole && found.every(([id]) => id !== undefined)
		? { operation: Object.fromEntries(found) }
		: undefined;
}

/** Learns the labels of a family that measures exchanges. */
export const learnLabels: Learn<Of<"labels">> = (round, [sighting]) => {
	const { series, documented, labels } = sighting.change;
	const family = listFamilies(round, sighting).find(
		({ name, key }) =>
			documented === (key === "durations" ? `${name}_count` : name),
	);
	const exposition = attempt(() =>
		readExposition(`${sighting.example.response.body}`),
	);
	if (!family || !exposition || !/^(requests|durations)$/.test(family.key))
		return undefined;
	const brackets = listBrackets(round, sighting);
	const samples = exposition.samples.filter(({ name }) => name === series);
	const contents = labels.map((label) => [
		label,
		findContent(
			round,
			samples.flatMap(({ labels }) => labels[label] ?? []),
			(value) => findCounted(brackets, series, { [label]: value }),
		),
	]);
	if (contents.some(([, content]) => content === undefined)) return undefined;
	return {
		kind: "labels",
		changes: [setAt(family.pointer, Object.fromEntries(contents), "/labels")],
	};
};

/** Learns the upper bounds of the histogram of durations. */
export const learnBuckets: Learn<Of<"buckets">> = (round, [sighting]) => {
	const { bounds } = sighting.change;
	const families = listFamilies(round, sighting);
	const family = families.find(({ key }) => key === "durations");
	return (
		family && {
			kind: "buckets",
			changes: [setAt(family.pointer, bounds, "/buckets")],
		}
	);
};

/** Learns the texts of help, or that metrics have none. */
export const learnHelp: Learn<Of<"help">> = (round, [sighting]) => {
	const { texts } = sighting.change;
	const families = listFamilies(round, sighting);
	const own = families.filter(({ name }) => texts.has(`${name}`));
	// The families have other names, which are learnt first.
	if (texts.size > 0 && own.length === 0) return undefined;
	return {
		kind: texts.size > 0 ? "help" : "no help",
		changes: (texts.size > 0 ? own : families).map(({ pointer, name }) =>
			setAt(pointer, texts.get(`${name}`) ?? "", "/help"),
		),
	};
};
