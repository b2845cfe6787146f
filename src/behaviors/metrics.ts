import { entries, isNode } from "../document/node.ts";
import type { OperationDefinition, State } from "../engine/model/service.ts";
import {
	exposeFamily,
	type Family,
	type MetricSample,
	type Observation,
	toDurationSamples,
} from "../values/exposition.ts";
import { groupBy } from "../values/group-by.ts";
import { findByStatus } from "../values/http.ts";
import type { Values } from "../values/json.ts";
import type { OperationPlan } from "./operation-plan.ts";

/** A family of metrics from `x-metrics`. */
export interface MeasuredFamily extends Family {
	/** What the family measures: `requests`, `durations`, or the records of a collection. */
	readonly key: string;
	/** The name of the collection. */
	readonly resource: string;
	/** Those of series that measure exchanges. */
	readonly labels: readonly Label[];
	readonly buckets?: readonly number[];
}

/**
 * A label of series. It contains the operation id, the status, the method or the path of an exchange, or a constant. Some
 * values may have other texts; `2XX` stands for all statuses of its class.
 */
type Label = readonly [name: string, content: string, texts: Values];

/** Returns the value of a label for an exchange. */
export function writeLabel(
	[, content, texts]: Label,
	exchange: Values,
): string {
	const value = `${exchange[content] ?? content}`;
	return `${texts[value] ?? findByStatus(texts, Number(value)) ?? value}`;
}

/** Whether a family has the sum and the number of measured values. */
export const isDistribution = (type: string): boolean =>
	type === "histogram" || type === "summary";

/** @param described the labels of the document, each with what it contains */
function readLabels(described: unknown): MeasuredFamily["labels"] {
	const contents = isNode(described)
		? described
		: { operation: "operation", status: "status" };
	return Object.entries(contents).map(([name, label]): Label => {
		const [[content = "", texts] = []] = Object.entries(
			isNode(label) ? label : { [`${label}`]: {} },
		);
		return [name, content, isNode(texts) ? texts : { const: texts }];
	});
}

const DEFAULT_BUCKETS = [
	0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** @param described the families of the document, by key */
export const readFamilies = (described: Values): MeasuredFamily[] =>
	entries(described).map(([key, family]) => {
		const { name = key, type = "gauge", help = key, resource = key } = family;
		const { buckets } = family;
		return {
			...{ key, name: `${name}`, type: `${type}`, help: `${help}` },
			...{ resource: `${resource}`, labels: readLabels(family.labels) },
			...(Array.isArray(buckets) && { buckets: buckets.map(Number) }),
		};
	});

/** Returns the upper bounds of the duration histogram. */
export const findBounds = (
	families: readonly MeasuredFamily[],
): readonly number[] =>
	families.find(({ key }) => key === "durations")?.buckets ?? DEFAULT_BUCKETS;

/** Adds up observations with the same labels. */
function addObservations(all: readonly Observation[]): Observation[] {
	const groups = groupBy(all, ({ labels }) => JSON.stringify(labels));
	return groups.map(([first, ...others]) =>
		others.reduce(
			(sum, each) => ({
				labels: sum.labels,
				count: sum.count + each.count,
				sum: sum.sum + each.sum,
				buckets: sum.buckets.map(
					(bucket, index) => bucket + (each.buckets[index] ?? 0),
				),
			}),
			first,
		),
	);
}

/**
 * Exposes the metrics of the document: `requests` and `durations` of all exchanges, and the number of records of each
 * collection.
 * @param names the names of the collections
 * @param plans the operations, whose method and path a label may contain
 */
export function createMetrics(
	{ success }: OperationPlan,
	families: readonly MeasuredFamily[],
	names: readonly string[],
	plans: readonly OperationPlan[],
): OperationDefinition["handle"] {
	const bounds = findBounds(families);
	/** Gives the labels of a family to observations. */
	function relabel(
		observations: readonly Observation[],
		{ labels }: MeasuredFamily,
	): Observation[] {
		return addObservations(
			observations.map((each) => {
				const { labels: own } = each;
				const called = plans.find(
					({ operation }) => operation.id === own.operation,
				);
				const exchange = { ...called?.operation, ...own };
				const named = labels.map((label) => [
					label[0],
					writeLabel(label, exchange),
				]);
				return { ...each, labels: Object.fromEntries(named) };
			}),
		);
	}
	async function listSamples(
		state: State,
		observations: readonly Observation[],
		family: MeasuredFamily,
	): Promise<MetricSample[]> {
		const { key, resource, type } = family;
		if (key === "requests")
			return relabel(observations, family).map(({ labels, count }) => ({
				labels,
				value: count,
			}));
		if (key === "durations")
			return relabel(observations, family).flatMap((each) =>
				toDurationSamples(each, type === "summary" ? undefined : bounds),
			);
		return names.includes(resource)
			? [{ value: await state.count(resource) }]
			: [];
	}
	return async ({ state }) => {
		const observations = await state.observations();
		const texts: string[] = [];
		for (const family of families) {
			const samples = await listSamples(state, observations, family);
			texts.push(exposeFamily(family, samples));
		}
		return { status: success, body: texts.join("") };
	};
}
