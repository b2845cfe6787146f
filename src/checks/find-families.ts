import { type MeasuredFamily, readFamilies } from "../behaviors/metrics.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import { attempt } from "../values/errors.ts";
import { readExposition } from "../values/read-exposition.ts";
import type {
	Finding,
	Mismatch,
	ProviderExchange,
} from "../verification/contract.ts";
import { createCounts, readBrackets } from "./counted-families.ts";
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
		if (labels.size > 0)
			tell(
				`${family.name} has no labels`,
				`${other} has the labels ${[...labels].sort().join(", ")}`,
			);
		const own = known.listCreators(family.resource);
		const others = creators
			.map(({ operation }) => operation.id)
			.filter((id) => found === other && !own.includes(id))
			.filter((id) => counts.isMeasured([id]) && counts.grows(other, [id]));
		if (others.length > 0)
			tell(
				`${family.name} counts ${own.join(", ")}`,
				`${other} counts ${others.join(", ")}, too`,
			);
	}
	const further = [...exposition.types.keys()].filter(
		(each) => !names.has(each),
	);
	if (further.length > 0)
		tell("no other families", `also ${further.join(", ")}`);
	return told;
}

/** Only a service whose metrics differ otherwise must be told that they lack help, which is optional. */
const findHelp = (
	text: string,
	families: readonly MeasuredFamily[],
): Mismatch[] =>
	/^# HELP /m.test(text) || families.every(({ help }) => help === "")
		? []
		: [createMismatch("$", "# HELP lines", "no # HELP lines")];

const MAX_VALUES = 12;

/** Finds the values of other labels, and of labels that have other values than statuses. */
function findLabelValues(known: Known): Mismatch[] {
	const { samples } = known.exposition;
	const family = known.families.find(({ key }) => key === "requests");
	const requests = family?.name ?? "";
	const found = family && findActual(known, family);
	// A distribution has no series of its own name.
	const names = [found, `${found}${SUFFIXES.durations}`];
	const series = samples.filter(({ name }) => names.includes(name));
	const labels = new Set(series.flatMap((each) => Object.keys(each.labels)));
	return [...labels].flatMap((label) => {
		const values = [
			...new Set(series.map((each) => each.labels[label] ?? "")),
		].sort();
		const [, content] = family?.labels.find(([name]) => name === label) ?? [];
		const isOfStatus = content === "status";
		const isUsual = isOfStatus
			? values.every((each) => /^\d{3}$/.test(each))
			: content !== undefined;
		if (isUsual) return [];
		const shown = values.slice(0, MAX_VALUES).map((each) => `"${each}"`);
		const more = values.length > MAX_VALUES ? ", …" : "";
		return [
			createMismatch(
				"$",
				isOfStatus
					? `the label ${label} of ${requests} with values like "200"`
					: `no label ${label} of ${requests}`,
				`the label ${label} of ${found} with ${shown.join(", ")}${more}`,
			),
		];
	});
}

/** Whether one of these operations was called. Families without creators count all requests. */
const isCounted = (
	creators: readonly string[],
	exchanges: readonly Pick<ProviderExchange, "target">[],
): boolean =>
	creators.length === 0 ||
	exchanges.some(({ target }) => creators.includes(target));

/** Finds the documented families and labels that metrics lack, by the last response with metrics. */
export function findMissingFamilies<Exchange extends ProviderExchange>(
	subject: Subject,
	tested: Tested,
	creators: readonly Tested[],
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
	const known: Known = {
		...{ families, exposition },
		counts: createCounts(readBrackets(exchanges, tested, creators)),
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
	const types = compareTypes(known);
	const [first] = [...types, ...mislabeled];
	const others = first
		? [
				...findLabelValues(known),
				...findOthers(known, creators),
				...findHelp(`${exchange.response.body}`, families),
			]
		: [];
	return [...types, ...mislabeled, ...others].map(
		({ where, expected, actual }) => ({
			...{ exchange, where, expected, actual },
			assumptions: familyAssumptions(tested),
		}),
	);
}
