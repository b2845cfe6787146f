/** One sample of an exposition. */
export interface Sample {
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly value: number;
}

export interface Family {
	readonly type: string;
	readonly help: string;
	readonly samples: readonly Sample[];
}

const HELP =
	/^# HELP (?<name>[a-zA-Z_:][a-zA-Z0-9_:]*) (?<help>(?:[^\\\n]|\\[\\n])*)$/;
const TYPE =
	/^# TYPE (?<name>[a-zA-Z_:][a-zA-Z0-9_:]*) (?<type>counter|gauge|histogram|summary|untyped)$/;
const SAMPLE =
	/^(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(?<labels>[^\n]*)\})? (?<value>[+-]?(?:[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?|Inf)|NaN)$/;
const LABEL =
	/^(?<label>[a-zA-Z_][a-zA-Z0-9_]*)="(?<text>(?:[^\\"\n]|\\[\\"n])*)"(?:,(?=.)|$)/;
const SUFFIXES = ["", "_bucket", "_sum", "_count"];

function readLabels(labels: string): Record<string, string> {
	const found: Record<string, string> = {};
	for (let rest = labels; rest !== ""; ) {
		const [whole = "", label = "", text = ""] = LABEL.exec(rest) ?? [];
		if (whole === "" || label in found)
			throw new Error(`Invalid labels: ${labels}`);
		found[label] = text;
		rest = rest.slice(whole.length);
	}
	return found;
}

const identifySeries = ({ name, labels }: Sample): string =>
	JSON.stringify([name, Object.entries(labels).sort()]);
const labelsWithoutBound = ({
	le: _,
	...labels
}: Readonly<Record<string, string>>): string =>
	JSON.stringify(Object.entries(labels).sort());

/** Checks that the bounds and counts of the buckets increase, and that the count of `+Inf` is the total count. */
function checkHistogram(family: string, samples: readonly Sample[]): void {
	const suffixed = (suffix: string): Sample[] =>
		samples.filter(({ name }) => name === family + suffix);
	const counts = suffixed("_count");
	if (
		counts.length * 2 + suffixed("_bucket").length !== samples.length ||
		suffixed("_sum").length !== counts.length
	)
		throw new Error(
			`Incomplete histogram ${family}: every series needs buckets, a sum and a count`,
		);
	for (const { labels, value } of counts) {
		const buckets = suffixed("_bucket").filter(
			(bucket) =>
				labelsWithoutBound(bucket.labels) === labelsWithoutBound(labels),
		);
		const bounds = buckets.map((bucket) =>
			Number(bucket.labels.le?.replace("Inf", "Infinity")),
		);
		const isIncreasing = buckets.every(
			(bucket, index) =>
				index === 0 ||
				(Number(bounds[index]) > Number(bounds[index - 1]) &&
					bucket.value >= Number(buckets[index - 1]?.value)),
		);
		if (
			!isIncreasing ||
			bounds.at(-1) !== Number.POSITIVE_INFINITY ||
			buckets.at(-1)?.value !== value
		)
			throw new Error(
				`Inconsistent buckets of ${family}: ${JSON.stringify(buckets)}`,
			);
	}
}

/**
 * Parses a Prometheus text exposition, version 0.0.4, in its canonical form: each family has a HELP line, a TYPE line
 * and its samples, with single spaces and without timestamps.
 * @throws Error if the text is not in this form
 */
export function parseExposition(exposition: string): Map<string, Family> {
	if (!exposition.endsWith("\n"))
		throw new Error("The last line has no line break");
	const families = new Map<
		string,
		{ type: string; help: string; samples: Sample[] }
	>();
	const series = new Set<string>();
	let family = "";
	let help: string | undefined;
	for (const line of exposition.slice(0, -1).split("\n")) {
		const { name = "", ...parts } =
			(HELP.exec(line) ?? TYPE.exec(line) ?? SAMPLE.exec(line))?.groups ?? {};
		const current = families.get(family);
		if (line.startsWith("# HELP")) {
			if (name === "" || families.has(name) || help !== undefined)
				throw new Error(`Unexpected line: ${line}`);
			family = name;
			help = parts.help ?? "";
		} else if (line.startsWith("# TYPE")) {
			if (name !== family || help === undefined)
				throw new Error(`Unexpected line: ${line}`);
			families.set(name, { type: parts.type ?? "", help, samples: [] });
			help = undefined;
		} else {
			const suffixes =
				current?.type === "histogram"
					? SUFFIXES.slice(1)
					: SUFFIXES.slice(0, 1);
			if (
				!current ||
				help !== undefined ||
				!suffixes.some((suffix) => name === family + suffix)
			)
				throw new Error(`Unexpected line: ${line}`);
			const sample = {
				name,
				labels: readLabels(parts.labels ?? ""),
				value: Number(parts.value?.replace("Inf", "Infinity")),
			};
			if (series.has(identifySeries(sample)))
				throw new Error(`Duplicate series: ${line}`);
			if (current.type !== "gauge" && !(sample.value >= 0))
				throw new Error(`Negative value: ${line}`);
			series.add(identifySeries(sample));
			current.samples.push(sample);
		}
	}
	if (help !== undefined) throw new Error(`The family ${family} has no type`);
	for (const [name, { type, samples }] of families)
		if (type === "histogram") checkHistogram(name, samples);
	return families;
}
