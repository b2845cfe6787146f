import { isNode } from "../document/node.ts";
import type { OperationDefinition, State } from "../engine/model/service.ts";
import type { Observation } from "../store/store.ts";
import {
	exposeFamily,
	type Family,
	type MetricSample,
	toDurationSamples,
} from "../values/exposition.ts";
import { groupBy } from "../values/group-by.ts";
import type { OperationPlan } from "./operation-plan.ts";

/** A family of metrics from `x-metrics`. */
export interface MeasuredFamily extends Family {
	/** What the family measures: `requests`, `durations`, or the records of a collection. */
	readonly key: string;
	/** The name of the collection. */
	readonly resource: string;
	/** The labels of its series, each with what it contains. */
	readonly labels: readonly (readonly [name: string, content: LabelContent])[];
	readonly buckets?: readonly number[];
}

/** What a label contains: the operation id, the status, the method or the path. */
type LabelContent = "operation" | "status" | "method" | "path";

const LABEL_CONTENTS: readonly LabelContent[] = [
	...(["operation", "status", "method", "path"] as const),
];

/** Whether a family has the sum and the number of measured values. */
export const isDistribution = (type: string): boolean =>
	type === "histogram" || type === "summary";

/** The keys of the families that measure exchanges. */
const OF_EXCHANGES = ["requests", "durations"];

/** @param described the labels of the document, each with what it contains */
function readLabels(key: string, described: unknown): MeasuredFamily["labels"] {
	if (!OF_EXCHANGES.includes(key)) return [];
	if (!isNode(described))
		return [...(["operation", "status"] as const)].map((each) => [each, each]);
	return Object.entries(described).flatMap(([name, content]) => {
		const known = LABEL_CONTENTS.find((each) => each === content);
		return known ? [[name, known] as const] : [];
	});
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
		const { buckets, labels } = family;
		return {
			...{ key, labels: readLabels(key, labels) },
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
	const operations: Readonly<Record<string, OperationPlan["operation"]>> =
		Object.fromEntries(plans.map(({ operation }) => [operation.id, operation]));
	/** Gives the labels of a family to observations. */
	function relabel(
		observations: readonly Observation[],
		{ labels }: MeasuredFamily,
	): Observation[] {
		return addObservations(
			observations.map((each) => {
				const { operation = "", status = "" } = each.labels;
				const { method = "", path = "" } = operations[operation] ?? {};
				const contents = { operation, status, method, path };
				const named = labels.map(([name, content]) => [
					name,
					contents[content],
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
