import { isNode } from "../document/node.ts";
import type { OperationDefinition, State } from "../engine/model/service.ts";
import type { Observation } from "../store/store.ts";
import {
	exposeFamily,
	type Family,
	type MetricSample,
	toHistogramSamples,
} from "../values/exposition.ts";
import type { OperationPlan } from "./operation-plan.ts";

/** A family of metrics from `x-metrics`. */
export interface MeasuredFamily extends Family {
	/** What the family measures: `requests`, `durations`, or the records of a collection. */
	readonly key: string;
	/** The name of the collection. */
	readonly resource: string;
	readonly buckets?: readonly number[];
}

const DEFAULT_BUCKETS = [
	0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** @param described the families of the document, by key */
export const readFamilies = (
	described: Readonly<Record<string, unknown>>,
): MeasuredFamily[] =>
	Object.entries(described).flatMap(([key, family]) => {
		if (!isNode(family)) return [];
		const { name = key, type = "gauge", help = key, resource = key } = family;
		const { buckets } = family;
		return {
			key,
			name: String(name),
			type: String(type),
			help: String(help),
			resource: String(resource),
			...(Array.isArray(buckets) && { buckets: buckets.map(Number) }),
		};
	});

/** Returns the upper bounds of the duration histogram. */
export const findBounds = (
	families: readonly MeasuredFamily[],
): readonly number[] =>
	families.find(({ key }) => key === "durations")?.buckets ?? DEFAULT_BUCKETS;

/**
 * Exposes the metrics of the document: `requests` and `durations` of all exchanges, and the number of records of each
 * collection.
 * @param names the names of the collections
 */
export function createMetrics(
	{ success }: OperationPlan,
	families: readonly MeasuredFamily[],
	names: readonly string[],
): OperationDefinition["handle"] {
	const bounds = findBounds(families);
	async function listSamples(
		state: State,
		observations: readonly Observation[],
		{ key, resource }: MeasuredFamily,
	): Promise<MetricSample[]> {
		if (key === "requests")
			return observations.map(({ labels, count }) => ({
				labels,
				value: count,
			}));
		if (key === "durations")
			return observations.flatMap((each) => toHistogramSamples(each, bounds));
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
