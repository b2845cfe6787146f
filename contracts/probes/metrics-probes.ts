import { createMismatch } from "../../src/document/judgment/blame.ts";
import {
	compareNames,
	MIN_SCORE,
} from "../../src/document/judgment/compare-names.ts";
import { errorMessage } from "../../src/values/errors.ts";
import {
	type Exposition,
	readExposition,
} from "../../src/values/exposition.ts";
import type { Mismatch, Probe, Send } from "../../src/verification/contract.ts";
import { metricFamilies, operations } from "../generated/operations.ts";
import { createValidBody } from "./valid-request.ts";

const { getMetrics, submitCommand } = operations;
const { success, method, path } = getMetrics;

/** Returns the exposition, or the mismatch that makes it unreadable. */
async function scrape(send: Send): Promise<Exposition | Mismatch> {
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
}

const formatProbe: Probe = {
	description: "getMetrics: is a Prometheus text exposition, line by line",
	assumptions: ["metrics.format"],
	status: success,
	async run(send) {
		const scraped = await scrape(send);
		return "where" in scraped ? [scraped] : [];
	},
};

const families = Object.values(metricFamilies);
const { requests, durations, ...totals } = metricFamilies;
/** The status itself is the subject of other checks. */
const labels = { operation: submitCommand.id, status: /^2/ };
/** The series that must grow when a command, a pipeline and a zap are accepted. */
const GROWING = [
	...Object.values(totals).map(({ name }) => [name, {}] as const),
	[requests.name, labels],
	[`${durations.name}_count`, labels],
] as const;

const formatType = (name: string, type: string): string =>
	`# TYPE ${name} ${type}`;

/** Returns the type line of the family with this name, or of an unknown family with the most similar name. */
function findType(types: Exposition["types"], name: string): string {
	const own = types.get(name);
	if (own !== undefined) return formatType(name, own);
	const [similar] = [...types]
		.filter(([other]) => families.every((each) => each.name !== other))
		.map(([other, type]) => ({ other, type, score: compareNames(name, other) }))
		.filter(({ score }) => score > MIN_SCORE)
		.sort((a, b) => b.score - a.score);
	return similar ? formatType(similar.other, similar.type) : "missing";
}

/** Returns why a metric does not show that events were counted, or undefined if it does. */
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
		`${name} did not grow when a command, a pipeline and a zap were accepted`,
	);
}

const familiesProbe: Probe = {
	description: "getMetrics: each family has its type and counts events",
	assumptions: ["metrics.series"],
	status: success,
	async run(send, call) {
		const before = await scrape(send);
		for (const id of ["submitCommand", "submitPipeline", "createZap"])
			await call(id, { body: createValidBody(id) });
		const after = await scrape(send);
		if ("where" in after) return [after];
		if ("where" in before) return [before];
		const { types } = after;
		const mistyped = families
			.filter(({ name, type }) => types.get(name) !== type)
			.map(({ name, type }) =>
				createMismatch("$", formatType(name, type), findType(types, name)),
			);
		const notGrowing = GROWING.flatMap(
			([name, by]) => findGrowthMismatch(before, after, name, by) ?? [],
		);
		return [...mistyped, ...notGrowing];
	},
};

export const metricsProbes: readonly Probe[] = [formatProbe, familiesProbe];
