import { isNode } from "../document/node.ts";
import type { ServedModel } from "../document/prepare.ts";
import type { OperationDefinition, State } from "../engine/model/service.ts";
import type { Observation } from "../store/store.ts";
import {
	exposeFamily,
	type MetricSample,
	toHistogramSamples,
} from "../values/exposition.ts";
import type { Plan } from "./find-behaviors.ts";

/** A family of metrics, as `x-metrics` describes it. */
interface Family {
	readonly name: string;
	readonly type: string;
	readonly help: string;
	readonly resource?: string;
	readonly buckets?: readonly number[];
}

const DEFAULT_BUCKETS = [
	0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

export function readFamilies({
	metricFamilies,
}: ServedModel): [string, Family][] {
	return Object.entries(metricFamilies).flatMap(([key, family]) => {
		if (!isNode(family)) return [];
		const { name = key, type = "gauge", help = key, resource } = family;
		const { buckets } = family;
		return [
			[
				key,
				{
					name: String(name),
					type: String(type),
					help: String(help),
					...(resource !== undefined && { resource: String(resource) }),
					...(Array.isArray(buckets) && { buckets: buckets.map(Number) }),
				},
			] satisfies [string, Family],
		];
	});
}

/** Returns the upper bounds of the duration histogram. */
export const findBounds = (
	families: readonly [string, Family][],
): readonly number[] =>
	families.find(([key]) => key === "durations")?.[1].buckets ?? DEFAULT_BUCKETS;

/**
 * Exposes the metrics of the document: `requests` and `durations` of all exchanges, and how many records each collection
 * has.
 * @param names those of the collections
 */
export function createMetrics(model: ServedModel, names: readonly string[]) {
	const families = readFamilies(model);
	const bounds = findBounds(families);
	async function listSamples(
		state: State,
		observations: readonly Observation[],
		[key, { resource = key }]: [string, Family],
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
	return ({ success }: Plan): OperationDefinition["handle"] =>
		async ({ state }) => {
			const observations = await state.observations();
			const texts: string[] = [];
			for (const family of families) {
				const samples = await listSamples(state, observations, family);
				texts.push(exposeFamily(family[1], samples));
			}
			return { status: success, body: texts.join("") };
		};
}
