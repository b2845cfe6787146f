import { findBounds, type MeasuredFamily } from "../behaviors/metrics.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import type { Exposition } from "../values/read-exposition.ts";
import type { Mismatch } from "../verification/contract.ts";
import {
	findActual,
	type Known,
	nameOf,
	SUFFIXES,
} from "./missing-families.ts";
import type { Subject } from "./subject.ts";

const MAX_VALUES = 12;

type Samples = Exposition["samples"];

const listValues = (series: Samples, label: string): string[] =>
	[...new Set(series.map((each) => each.labels[label] ?? ""))].sort();

const STATUS = /^[1-5](\d\d|xx)$/i;
/** Values that tell by themselves what is counted: a path, or a method. */
const USUAL = /^(\/.*|GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;

/** Returns the name of the label that has the status of responses. */
const findStatusLabel = (series: Samples): string | undefined =>
	Object.keys(series[0]?.labels ?? {}).find((label) =>
		listValues(series, label).every((each) => STATUS.test(each)),
	);

/**
 * Tells which errors a value of a label counts if it counts only errors. Services count requests that no operation gets
 * with such a value, and other rejected ones.
 */
function describeErrors(series: Samples, label: string, value: string): string {
	const status = findStatusLabel(series) ?? label;
	const isOwn = ({ labels }: Samples[number]) => labels[label] === value;
	const statuses = listValues(series.filter(isOwn), status);
	const areErrors = statuses.every((each) => /^[45]/.test(each));
	if (status === label || USUAL.test(value) || !areErrors) return "";
	const told = statuses.map((each) => {
		const counted = series.filter(({ labels }) => labels[status] === each);
		return `${counted.every(isOwn) ? "each" : "some"} ${each}`;
	});
	return ` for ${told.join(", ")}`;
}

/** Describes a label with its values. */
export function describeLabel(
	family: string,
	label: string,
	series: Samples,
): string {
	const values = listValues(series, label);
	const shown = values
		.slice(0, MAX_VALUES)
		.map((each) => `"${each}"${describeErrors(series, label, each)}`);
	const more = values.length > MAX_VALUES ? ", …" : "";
	// A single value is rather one that this run has caused.
	const such = values.length === 1 ? "values such as " : "";
	return `the label ${label} of ${family} with ${such}${shown.join(", ")}${more}`;
}

/** Finds operations whose requests are not counted, if a label has the paths of the others. */
function findUncounted(
	series: Samples,
	label: string,
	{ tested }: Pick<Subject, "tested">,
	[requests, found]: readonly [requests: string, found: string],
): Mismatch[] {
	const values = listValues(series, label);
	const isCounted = ({ operation: { path } }: Subject["tested"][number]) =>
		values.includes(path);
	const uncounted = tested.filter((each) => !isCounted(each));
	if (
		uncounted.length === 0 ||
		tested.length - uncounted.length < uncounted.length
	)
		return [];
	const ids = uncounted.map(({ operation }) => operation.id).join(", ");
	return [
		createMismatch(
			...([
				"$",
				`${requests} counts ${ids}`,
				`${found} does not count ${ids}`,
			] as const),
		),
	];
}

/** Finds the values of other labels, and of labels that have other values than statuses. */
export function findLabelValues(
	known: Known,
	subject: Pick<Subject, "tested">,
): Mismatch[] {
	const { samples } = known.exposition;
	const family = known.families.find(({ key }) => key === "requests");
	const requests = family?.name ?? "";
	const found = family && findActual(known, family);
	// A distribution has no series of its own name.
	const names = [found, `${found}${SUFFIXES.durations}`];
	const series = samples.filter(({ name }) => names.includes(name));
	const labels = new Set(series.flatMap((each) => Object.keys(each.labels)));
	return [...labels].flatMap((label) => {
		const values = listValues(series, label);
		const [, content, texts] =
			family?.labels.find(([name]) => name === label) ?? [];
		const isOfStatus =
			content === "status" && Object.keys(Object(texts)).length === 0;
		const isUsual = isOfStatus
			? values.every((each) => /^\d{3}$/.test(each))
			: content !== undefined;
		if (isUsual || found === undefined) return [];
		return [
			createMismatch(
				"$",
				isOfStatus
					? `the label ${label} of ${requests} with values like "200"`
					: `no label ${label} of ${requests}`,
				describeLabel(found, label, series),
			),
			...findUncounted(series, label, subject, [requests, found]),
		];
	});
}

const HELP = /^# HELP (\S+)[ \t]*(.*)$/gm;

/** Finds whether the help texts differ. Only a service whose metrics differ otherwise must be told, since help is optional. */
export function findHelp(known: Known, text: string): Mismatch[] {
	const { families } = known;
	if (families.every(({ help }) => help === "")) return [];
	const lines = [...text.matchAll(HELP)];
	const tell = (actual: string, all: readonly (readonly string[])[] = []) => {
		const texts = new Map(all.map(([name = "", text = ""]) => [name, text]));
		const mismatch = createMismatch("$", "# HELP lines", actual);
		return [{ ...mismatch, change: { kind: "help" as const, texts } }];
	};
	if (lines.length === 0) return tell("no # HELP lines");
	if (lines.every(([, , help]) => help?.trim() === ""))
		return tell("# HELP lines without a text");
	const helpOf = (name: string): string | undefined =>
		lines.find(([, each]) => `${each}_total` === name || each === name)?.[2];
	const texts = families.flatMap((family: MeasuredFamily) => {
		const name = nameOf(findActual(known, family) ?? "");
		const help = helpOf(name);
		return help === undefined || help === family.help
			? []
			: [[name, help] as const];
	});
	const told = texts.map(
		([name, text]) => `${JSON.stringify(text)} for ${name}`,
	);
	return texts.length > 0
		? tell(
				`# HELP lines with other texts: ${[...new Set(told)].join(", ")}`,
				texts,
			)
		: [];
}

/** Finds whether the histogram of durations has other upper bounds. */
export function findBuckets(known: Known): Mismatch[] {
	const { families, exposition } = known;
	const family = families.find(({ key }) => key === "durations");
	const name = family && findActual(known, family);
	const all = exposition.samples
		.filter((each) => each.name === `${name}_bucket`)
		.map(({ labels }) => Number(labels.le))
		.filter(Number.isFinite);
	const bounds = [...new Set(all)].sort((a, b) => a - b);
	const documented = findBounds(families);
	if (!family || all.length === 0 || `${bounds}` === `${documented}`) return [];
	const mismatch = createMismatch(
		"$",
		`the buckets of ${family.name} up to ${documented.join(", ")}`,
		`the buckets of ${name} up to ${bounds.join(", ")}`,
	);
	return [{ ...mismatch, change: { kind: "buckets" as const, bounds } }];
}

const VALUE = /^[^#\s].*\s([-+.\de]+)$/gim;

/** Finds whether whole numbers have a fraction, too. */
export function findFractions(text: string): Mismatch[] {
	const values = [...text.matchAll(VALUE)].map(([, value = ""]) => value);
	const whole = values.find((each) => /^\d+\.0+$/.test(each));
	return whole !== undefined && values.every((each) => /[.e]/i.test(each))
		? [
				createMismatch(
					"$",
					"whole numbers without a fraction",
					`whole numbers with a fraction, such as ${whole}`,
				),
			]
		: [];
}

/** Finds documented families that are missing from the first reading and come later, with their first event. */
export function findLate(
	known: Known,
	[first]: readonly Exposition[],
): Mismatch[] {
	if (!first) return [];
	const found = known.families.map((each) =>
		nameOf(findActual(known, each) ?? ""),
	);
	const late = [...new Set(found)].filter(
		(name) =>
			name !== "" &&
			known.exposition.types.get(name) === "counter" &&
			!first.samples.some((each) => each.name === name),
	);
	const names = late.join(", ");
	return late.length > 0
		? [
				createMismatch(
					"$",
					`${names} from the start`,
					`${names} only after the first event`,
				),
			]
		: [];
}
