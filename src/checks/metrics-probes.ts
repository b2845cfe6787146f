import { type MeasuredFamily, readFamilies } from "../behaviors/metrics.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import {
	compareNames,
	MIN_SCORE,
	normalize,
} from "../document/judgment/compare-names.ts";
import { attempt, errorMessage } from "../values/errors.ts";
import { type Exposition, readExposition } from "../values/read-exposition.ts";
import type {
	Finding,
	Mismatch,
	Probe,
	ProviderExchange,
	Send,
} from "../verification/contract.ts";
import { createProbe } from "./probe.ts";
import { createRecord } from "./records.ts";
import { familyAssumptions } from "./responses.ts";
import { problemAssumptions, type Subject, type Tested } from "./subject.ts";

type Scrape = (send: Send) => Promise<Exposition | Mismatch>;

/** Creates a function that reads the metrics. If they are unreadable, it returns the mismatch. */
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

/** Words that start alike are probably forms of the same. */
const STEM = 5;

/** Returns the words of a name, without those that only say how it is counted. */
const listStems = (name: string): string[] =>
	name
		.split("_")
		.filter((word) => word !== "total")
		.map((word) => word.slice(0, STEM));

/** Returns the name if a family has it, or else the most similar name of an unknown family. */
function findName(
	types: Exposition["types"],
	{ name, type }: Pick<MeasuredFamily, "name" | "type">,
	known: readonly string[],
): string | undefined {
	if (types.has(name)) return name;
	const isDistribution = (each = ""): boolean =>
		each === "histogram" || each === "summary";
	const stems = listStems(name);
	const [similar] = [...types.keys()]
		.filter((other) => !known.includes(other))
		.map((other) => {
			const own = listStems(other);
			const shared = stems.filter((each) => own.includes(each)).length;
			return { other, score: compareNames(name, other), shared };
		})
		.filter(
			({ score, shared }) =>
				score > MIN_SCORE || (shared > 1 && shared * 2 >= stems.length),
		)
		.filter(
			({ other, score }) =>
				score > MIN_SCORE ||
				isDistribution(types.get(other)) === isDistribution(type),
		)
		.sort((a, b) => b.score - a.score || b.shared - a.shared);
	return similar?.other;
}

/**
 * Returns the series with a label that names the counted collection, such as `records{kind="zap"}` for the gauge
 * `zaps`.
 */
function findSeries(
	{ types, samples }: Exposition,
	name: string,
): string | undefined {
	const nouns = [name.split("_")[0] ?? "", name].map((each) =>
		normalize(each).replace(/s$/, ""),
	);
	for (const sample of samples) {
		const [label, value] =
			Object.entries(sample.labels).find(([, each]) =>
				nouns.includes(normalize(each).replace(/s$/, "")),
			) ?? [];
		if (label !== undefined && types.has(sample.name))
			return `${sample.name}{${label}="${value}"}`;
	}
	return undefined;
}

/** Returns the mismatches of missing families, and of families with another type. */
function compareTypes(
	families: readonly MeasuredFamily[],
	exposition: Exposition,
): Mismatch[] {
	const { types } = exposition;
	const names = families.map(({ name }) => name);
	return families
		.filter(({ name, type }) => types.get(name) !== type)
		.map(({ name, type }) => {
			const series = types.has(name) ? undefined : findSeries(exposition, name);
			const other = series ?? findName(types, { name, type }, names) ?? "";
			const found = types.get(other.replace(/\{.*/, ""));
			const actual = found === undefined ? "missing" : formatType(other, found);
			return createMismatch("$", formatType(name, type), actual);
		});
}

/** Returns the mismatch of the labels of a series, if the series exists. */
function findLabelMismatch(
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
		? createMismatch(
				"$",
				`${name} has the labels ${wanted.join(", ")}`,
				`${actualName} has ${found.length > 0 ? `the labels ${found.join(", ")}` : "no labels"}`,
			)
		: undefined;
}

/** Returns why a metric does not show that records were created; undefined if it does. */
function findGrowthMismatch(
	before: Exposition,
	after: Exposition,
	name: string,
	by: Readonly<Record<string, string | RegExp>>,
): Mismatch | undefined {
	const mislabeled = findLabelMismatch(after, name, Object.keys(by));
	if (mislabeled) return mislabeled;
	const { types, total } = after;
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

/** Whether one of the operations adds records to a collection. Audit records count, too. */
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

/** Creates probes of metrics. */
export function createMetricsProbes(
	subject: Subject,
	tested: Tested,
	creators: readonly Tested[],
): Probe[] {
	const { operation } = tested;
	const scrape = createScrape(tested);
	const families = readFamilies(subject.document.model.metricFamilies);
	const [first] = creators;
	/** The series that must grow when records of each kind are created. The status is checked elsewhere. */
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
				const notGrowing = first
					? growing.flatMap(
							([name, by]) => findGrowthMismatch(before, after, name, by) ?? [],
						)
					: [];
				return [...compareTypes(families, after), ...notGrowing];
			},
		),
	];
}

/** The labels of the families that measure exchanges, and the suffixes of their series. */
const LABELS = ["operation", "status"];
const SUFFIXES: Readonly<Record<string, string>> = {
	requests: "",
	durations: "_count",
};

/** Only a service whose metrics differ otherwise must be told that they lack help, which is optional. */
const findHelp = (text: string): Mismatch[] =>
	/^# HELP /m.test(text)
		? []
		: [createMismatch("$", "# HELP lines", "no # HELP lines")];

const MAX_VALUES = 8;

/** Finds the values of other labels, and of labels that have other values than statuses. */
function findLabelValues(
	{ samples, types }: Exposition,
	families: readonly MeasuredFamily[],
	names: readonly string[],
): Mismatch[] {
	const family = families.find(({ key }) => key === "requests");
	const requests = family?.name ?? "";
	const found = family && findName(types, family, names);
	const series = samples.filter(({ name }) => name === found);
	const labels = new Set(series.flatMap((each) => Object.keys(each.labels)));
	return [...labels].flatMap((label) => {
		const values = [
			...new Set(series.map((each) => each.labels[label] ?? "")),
		].sort();
		const isOfStatus = label === "status";
		const isUsual = isOfStatus
			? values.every((each) => /^\d{3}$/.test(each))
			: LABELS.includes(label);
		if (isUsual) return [];
		const shown = values.slice(0, MAX_VALUES).map((each) => `"${each}"`);
		const more = values.length > MAX_VALUES ? ", …" : "";
		return [
			createMismatch(
				"$",
				isOfStatus
					? `the label status of ${requests} with values like "200"`
					: `no label ${label} of ${requests}`,
				`the label ${label} of ${found} with ${shown.join(", ")}${more}`,
			),
		];
	});
}

/** Finds the documented families and labels that metrics lack, by the last response with metrics. */
export function findMissingFamilies<Exchange extends ProviderExchange>(
	subject: Subject,
	tested: Tested,
	exchanges: readonly Exchange[],
): Finding<Exchange>[] {
	const exchange = exchanges.findLast(
		({ target, request }) =>
			target === tested.operation.id && request.method !== "HEAD",
	);
	const exposition = attempt(() =>
		readExposition(`${exchange?.response.body ?? ""}`),
	);
	if (!exchange || !exposition) return [];
	const families = readFamilies(subject.document.model.metricFamilies);
	const names = families.map(({ name }) => name);
	const mislabeled = families.flatMap(({ key, name, type }) => {
		const suffix = SUFFIXES[key];
		const found = findName(exposition.types, { name, type }, names);
		if (suffix === undefined || found === undefined) return [];
		const series = [name, found].map((each) => `${each}${suffix}`);
		const [documented = "", actual] = series;
		return findLabelMismatch(exposition, documented, LABELS, actual) ?? [];
	});
	const types = compareTypes(families, exposition);
	const [first] = [...types, ...mislabeled];
	const others = first
		? [
				...findLabelValues(exposition, families, names),
				...findHelp(`${exchange.response.body}`),
			]
		: [];
	return [...types, ...mislabeled, ...others].map(
		({ where, expected, actual }) => ({
			...{ exchange, where, expected, actual },
			assumptions: familyAssumptions(tested),
		}),
	);
}
