import { readFamilies } from "../behaviors/metrics.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import { compareNames, MIN_SCORE } from "../document/judgment/compare-names.ts";
import { errorMessage } from "../values/errors.ts";
import { type Exposition, readExposition } from "../values/read-exposition.ts";
import type { Mismatch, Probe, Send } from "../verification/contract.ts";
import { createProbe } from "./probe.ts";
import { createRecord } from "./records.ts";
import { familyAssumptions } from "./responses.ts";
import { problemAssumptions, type Subject, type Tested } from "./subject.ts";

type Scrape = (send: Send) => Promise<Exposition | Mismatch>;

/** Creates a function that returns the exposition, or the mismatch that makes it unreadable. */
const createScrape =
	({ operation: { method, path, success } }: Tested): Scrape =>
	async (send) => {
		const { status, body } = await send({ method, path });
		if (status !== success)
			return createMismatch("status", `${success}`, `${status}`);
		try {
			return readExposition(body.toString("utf8"));
		} catch (error) {
			const message = errorMessage(error);
			const expected = "a Prometheus text exposition 0.0.4";
			return createMismatch("$", expected, message, message);
		}
	};

const formatType = (name: string, type: string): string =>
	`# TYPE ${name} ${type}`;

/** Returns the type line of the family with this name, or of an unknown family with the most similar name. */
function findType(
	types: Exposition["types"],
	name: string,
	known: readonly string[],
): string {
	const own = types.get(name);
	if (own !== undefined) return formatType(name, own);
	const [similar] = [...types]
		.filter(([other]) => !known.includes(other))
		.map(([other, type]) => ({ other, type, score: compareNames(name, other) }))
		.filter(({ score }) => score > MIN_SCORE)
		.sort((a, b) => b.score - a.score);
	return similar ? formatType(similar.other, similar.type) : "missing";
}

/** Returns why a metric does not show that records were created, or undefined if it does. */
function findGrowthMismatch(
	before: Exposition,
	{ types, samples, total }: Exposition,
	name: string,
	by: Readonly<Record<string, string | RegExp>>,
): Mismatch | undefined {
	const wanted = Object.keys(by);
	const series = samples.filter((sample) => sample.name === name);
	const found = [
		...new Set(series.flatMap((sample) => Object.keys(sample.labels))),
	].sort();
	if (series.length > 0 && wanted.some((label) => !found.includes(label)))
		return createMismatch(
			"$",
			`${name} has the labels ${wanted.join(", ")}`,
			`${name} has ${found.length > 0 ? `the labels ${found.join(", ")}` : "no labels"}`,
		);
	const now = total(name, by);
	// A renamed family is reported once.
	const isNamed = now !== undefined || types.has(name);
	if (!isNamed || (now ?? 0) > (before.total(name, by) ?? 0)) return undefined;
	return createMismatch(
		"$",
		`a value of ${name} that grows`,
		`${total(name) ?? "no value"}`,
		`${name} did not grow when records were created`,
	);
}

/** Whether one of the operations adds records to a collection: those that it creates, or their audit records. */
function grows(
	{ tested }: Subject,
	creators: readonly Tested[],
	resource: string,
): boolean {
	const isTrail = tested.some(
		({ collection }) =>
			collection?.name === resource && collection.keys.has("action"),
	);
	return creators.some(({ collection, plan }) =>
		isTrail ? "x-audit" in plan.operation.node : collection?.name === resource,
	);
}

/** Probes of metrics. */
export function createMetricsProbes(
	subject: Subject,
	tested: Tested,
	creators: readonly Tested[],
): Probe[] {
	const { operation } = tested;
	const scrape = createScrape(tested);
	const families = readFamilies(subject.document.model.metricFamilies);
	const names = families.map(({ name }) => name);
	const [first] = creators;
	/** The series that must grow when each kind of record is created. The status is the subject of other checks. */
	const growing = families.flatMap(
		({ key, name, resource }): [string, Record<string, string | RegExp>][] => {
			const labels = { operation: first?.operation.id ?? "", status: /^2/ };
			if (key === "requests") return [[name, labels]];
			if (key === "durations") return [[`${name}_count`, labels]];
			return grows(subject, creators, resource) ? [[name, {}]] : [];
		},
	);
	return [
		createProbe(
			tested,
			"is a Prometheus text exposition, line by line",
			problemAssumptions(subject, operation.id, operation.success),
			async (send) => {
				const scraped = await scrape(send);
				return "where" in scraped ? [scraped] : [];
			},
		),
		createProbe(
			tested,
			"each family has its type and counts events",
			familyAssumptions(tested),
			async (send, call) => {
				const before = await scrape(send);
				for (const creator of creators) await createRecord(creator, call);
				const after = await scrape(send);
				if ("where" in after) return [after];
				if ("where" in before) return [before];
				const { types } = after;
				const mistyped = families
					.filter(({ name, type }) => types.get(name) !== type)
					.map(({ name, type }) =>
						createMismatch(
							"$",
							formatType(name, type),
							findType(types, name, names),
						),
					);
				const notGrowing = first
					? growing.flatMap(
							([name, by]) => findGrowthMismatch(before, after, name, by) ?? [],
						)
					: [];
				return [...mistyped, ...notGrowing];
			},
		),
	];
}
