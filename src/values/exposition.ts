/** One sample: the suffix of the family's name, labels and value. */
export interface MetricSample {
	readonly suffix?: string;
	readonly labels?: Readonly<Record<string, string>>;
	readonly value: number;
}

export interface Family {
	readonly name: string;
	readonly type: string;
	readonly help: string;
}

const escapeHelp = (text: string): string =>
	text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");

function line(name: string, { suffix = "", labels = {}, value }: MetricSample) {
	const pairs = Object.entries(labels).map(
		([label, text]) => `${label}="${escapeHelp(text).replaceAll('"', '\\"')}"`,
	);
	return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`;
}

/** A metric family in the Prometheus text exposition format 0.0.4. */
export function exposeFamily(
	{ name, type, help }: Family,
	samples: readonly MetricSample[],
): string {
	return [
		...(help === "" ? [] : [`# HELP ${name} ${escapeHelp(help)}`]),
		`# TYPE ${name} ${type}`,
		...samples.map((sample) => line(name, sample)),
		"",
	].join("\n");
}

/** The durations of all exchanges with the same labels. */
export interface Observation {
	readonly labels: Readonly<Record<string, string>>;
	readonly count: number;
	/** Seconds. */
	readonly sum: number;
	/** For each bound of the histogram, the number of exchanges that took at most this time. */
	readonly buckets: readonly number[];
}

/**
 * Returns the samples of the durations of exchanges with the same labels.
 * @param bounds the upper bounds of the buckets of a histogram, in seconds; undefined for a summary
 */
export const toDurationSamples = (
	{ labels, count, sum, buckets }: Observation,
	bounds: readonly number[] | undefined,
): MetricSample[] => [
	...(bounds
		? [...bounds, "+Inf"].map((bound, index) => ({
				suffix: "_bucket",
				labels: { ...labels, le: `${bound}` },
				value: bound === "+Inf" ? count : (buckets[index] ?? 0),
			}))
		: []),
	{ suffix: "_sum", labels, value: sum },
	{ suffix: "_count", labels, value: count },
];
