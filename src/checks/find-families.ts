import { type MeasuredFamily, readFamilies } from "../behaviors/metrics.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import { attempt } from "../values/errors.ts";
import { groupBy } from "../values/group-by.ts";
import { isObject, tryParseJson } from "../values/json.ts";
import {
	type Exposition,
	IN_JSON,
	readMetrics,
} from "../values/read-exposition.ts";
import type {
	Finding,
	Mismatch,
	ProviderExchange,
} from "../verification/contract.ts";
import { joinNamed } from "../verification/named-metrics.ts";
import { createCounts, parseSeries, readBrackets } from "./counted-families.ts";
import {
	describeLabel,
	findBuckets,
	findFractions,
	findHelp,
	findLabelValues,
	findLate,
} from "./family-details.ts";
import { joinOutcomes, splitJoined } from "./join-outcomes.ts";
import {
	compareTypes,
	findActual,
	findLabelMismatch,
	type Known,
	listCreators,
	nameOf,
	SUFFIXES,
} from "./missing-families.ts";
import { familyAssumptions } from "./responses.ts";
import type { Subject, Tested } from "./subject.ts";

/** Finds labels of families that have none in the document, other events that they count, and other families. */
function findOthers(known: Known, creators: readonly Tested[]): Mismatch[] {
	const { exposition, families, counts } = known;
	const names = new Set<string>();
	const told: Mismatch[] = [];
	const tell = (expected: string, actual: string): unknown =>
		told.push(createMismatch("$", expected, actual));
	for (const family of families) {
		const found = findActual(known, family) ?? "";
		const other = nameOf(found);
		names.add(other);
		if (found === "" || family.key in SUFFIXES) continue;
		const series = exposition.samples.filter(({ name }) => name === other);
		const labels = new Set(series.flatMap((each) => Object.keys(each.labels)));
		// Otherwise the family is only some values of a label.
		const isWhole = found === other;
		if (labels.size > 0 && isWhole)
			tell(
				`${family.name} has no labels`,
				`${other} has the labels ${[...labels].sort().join(", ")}`,
			);
		for (const label of isWhole ? labels : [])
			tell(
				`no label ${label} of ${family.name}`,
				describeLabel(other, label, series),
			);
		const own = known.listCreators(family.resource);
		const others = creators
			.map(({ operation }) => operation.id)
			.filter((id) => !own.includes(id) && counts.isMeasured([id]))
			.filter((id) => counts.grows(parseSeries(found), [id]));
		const alike = groupBy(others, (id) =>
			counts.describeGrowth(parseSeries(found), id),
		);
		const growths = alike.map((ids) =>
			counts
				.describeGrowth(parseSeries(found), ids[0])
				.replace("*", ids.join(", ")),
		);
		if (growths.length > 0)
			tell(
				`${family.name} counts ${own.join(", ")}`,
				`${found} ${growths.join("; ")}`,
			);
	}
	const further = [...exposition.types].filter(([name]) => !names.has(name));
	if (further.length > 0) {
		const typed = further.flatMap(([joined, type]) =>
			splitJoined(joined).map((name) => {
				const own = exposition.samples.filter((each) => each.name === name);
				const labels = Object.keys(own[0]?.labels ?? {});
				const kind = labels.length > 1 ? "labels" : "label";
				const having =
					labels.length > 0 ? ` with the ${kind} ${labels.join(", ")}` : "";
				return `${name} (a ${type}${having})`;
			}),
		);
		tell("no other families", `also ${typed.join(", ")}`);
	}
	return told;
}

/** Whether one of these operations was called. Families without creators count all requests. */
const isCounted = (
	creators: readonly string[],
	exchanges: readonly Pick<ProviderExchange, "target">[],
): boolean =>
	creators.length === 0 ||
	exchanges.some(({ target }) => creators.includes(target));

/** Lists the names of properties that are true or false in new records. */
const listFlags = (
	creators: readonly Tested[],
	exchanges: readonly ProviderExchange[],
): Set<string> =>
	new Set(
		exchanges
			.filter(({ target }) =>
				creators.some(({ operation }) => operation.id === target),
			)
			.flatMap(({ response }) =>
				Object.entries(Object(tryParseJson(`${response.body}`))).flatMap(
					([name, value]) => (typeof value === "boolean" ? [name] : []),
				),
			),
	);

/** Finds whether the metrics are a JSON object. */
function findJson(text: string): Mismatch[] {
	const value = tryParseJson(text);
	if (Array.isArray(value))
		return [createMismatch("$", "text", "JSON of an array")];
	if (!isObject(value)) return [];
	const names = Object.keys(value).join(", ") || "no properties";
	return [createMismatch("$", "text", `JSON of an object with ${names}`)];
}

/** Whether metrics are numbers in JSON, with a number for each documented family that has its name. */
const isSameInJson = (
	families: readonly MeasuredFamily[],
	{ types }: Exposition,
): boolean =>
	types.size > 0 &&
	[...types.values()].every((type) => type === IN_JSON) &&
	families.every(({ name }) =>
		[...types.keys()].some((each) => each.split(" ").includes(name)),
	);

/** Finds the documented families and labels that metrics lack, by the last response with metrics. */
export function findMissingFamilies<Exchange extends ProviderExchange>(
	subject: Subject,
	tested: Tested,
	creators: readonly Tested[],
	all: readonly Exchange[],
): Finding<Exchange>[] {
	const isReading = ({ target, request }: ProviderExchange): boolean =>
		target === tested.operation.id && request.method !== "HEAD";
	const exchanges = joinNamed(all, tested.operation);
	const readings = exchanges.filter(isReading);
	const exchange = all.findLast(isReading);
	const text = `${(readings.at(-1) ?? exchange)?.response.body ?? ""}`;
	const families = readFamilies(subject.document.model.metricFamilies);
	const names = families.map(({ name }) => name);
	const read = (text: string) => joinOutcomes(readMetrics(text), names);
	const exposition = attempt(() => read(text));
	if (!exchange || !exposition) return [];
	const known: Known = {
		...{ families, exposition },
		counts: createCounts(
			readBrackets(exchanges, tested, creators, read),
			exposition,
		),
		flags: listFlags(creators, exchanges),
		listCreators: (name) => listCreators(subject, creators, name),
		isCounted: (name) =>
			isCounted(listCreators(subject, creators, name), exchanges),
	};
	const mislabeled = families.flatMap((family) => {
		const { key, name, labels } = family;
		const wanted = labels.map(([label]) => label);
		const suffix = SUFFIXES[key];
		const found = findActual(known, family);
		if (suffix === undefined || found === undefined) return [];
		const series = [name, found].map((each) => `${each}${suffix}`);
		const [documented = "", actual] = series;
		return findLabelMismatch(exposition, documented, wanted, actual) ?? [];
	});
	// If only the form differs, the difference of the media type says it.
	const types = isSameInJson(families, exposition)
		? []
		: [...findJson(`${exchange.response.body}`), ...compareTypes(known)];
	const [first] = [...types, ...mislabeled];
	const others = first
		? [
				...findLabelValues(known, subject),
				...findBuckets(known),
				...findOthers(known, creators),
				...findHelp(known, text),
				...findFractions(text),
				...findLate(
					known,
					readings.flatMap(
						({ response }) => attempt(() => read(`${response.body}`)) ?? [],
					),
				),
			]
		: [];
	return [...types, ...mislabeled, ...others].map(
		({ where, expected, actual, change }) => ({
			...{ exchange, where, expected, actual, change },
			assumptions: familyAssumptions(tested),
		}),
	);
}
