import { isObject, type Texts, tryParseJson } from "./json.ts";

export interface Sample {
	readonly name: string;
	/** By label name. */
	readonly labels: Texts;
	readonly value: number;
}

export interface Exposition {
	/** By name of the metric family. */
	readonly types: ReadonlyMap<string, string>;
	readonly samples: readonly Sample[];
	/** Returns the sum of all series with these labels, or undefined if there are none. */
	total(
		name: string,
		labels?: Readonly<Record<string, string | RegExp>>,
	): number | undefined;
}

const COMMENT =
	/^#[ \t]*(?<keyword>HELP|TYPE)[ \t]+(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)(?:[ \t]+(?<rest>.*))?$/;
const SAMPLE =
	/^(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)(?:[ \t]*\{(?<labels>.*)\}[ \t]*|[ \t]+)(?<value>[^ \t{}]+)(?:[ \t]+(?<time>-?[0-9]+))?$/;
const LABEL =
	/[ \t]*(?<label>[a-zA-Z_][a-zA-Z0-9_]*)[ \t]*=[ \t]*"(?<text>(?:[^"\\]|\\[\\"n])*)"[ \t]*(?:,|$)/gy;
const TYPES = ["counter", "gauge", "histogram", "summary", "untyped"];

function readLabels(written: string): Record<string, string> {
	const labels = new Map<string, string>();
	let end = 0;
	for (const { 0: whole, groups = {} } of written.matchAll(LABEL)) {
		const { label = "", text = "" } = groups;
		if (labels.has(label)) break;
		labels.set(label, text);
		end += whole.length;
	}
	if (written.slice(end).trim() !== "")
		throw new Error(`Invalid labels: ${written}`);
	return Object.fromEntries(labels);
}

function readNumber(written: string): number {
	if (/^[+-]?inf$/i.test(written))
		return written.startsWith("-") ? -Infinity : Infinity;
	const value = Number(written);
	if (Number.isNaN(value) && !/^nan$/i.test(written))
		throw new Error(`Invalid number: ${written}`);
	return value;
}

/** Returns the types by the names in samples: those of the counters of OpenMetrics end with `_total`. */
const nameBySamples = (
	types: ReadonlyMap<string, string>,
	names: ReadonlySet<string>,
): ReadonlyMap<string, string> =>
	new Map(
		Array.from(types, ([name, type]) => {
			const total = `${name}_total`;
			const isOther =
				type === "counter" && !names.has(name) && names.has(total);
			return [isOther ? total : name, type];
		}),
	);

/**
 * Parses the Prometheus text format 0.0.4, including blanks, comments, trailing commas and timestamps.
 * @throws Error if the text has another format
 */
export function readExposition(text: string): Exposition {
	if (!text.endsWith("\n"))
		throw new Error("The last line does not end with a line feed.");
	if (text.includes("\r\n"))
		throw new Error("A line ends with a carriage return and a line feed.");
	const types = new Map<string, string>();
	const samples: Sample[] = [];
	const names = new Set<string>();
	for (const line of text.split("\n").map((line) => line.trim())) {
		const comment = COMMENT.exec(line)?.groups;
		if (comment?.keyword === "TYPE") {
			const { name = "", rest = "" } = comment;
			if (types.has(name) || !TYPES.includes(rest))
				throw new Error(`Invalid type: ${line}`);
			if (names.has(name))
				throw new Error(
					`The type of a family must precede its samples: ${line}`,
				);
			types.set(name, rest);
		} else if (line !== "" && !line.startsWith("#")) {
			const groups = SAMPLE.exec(line)?.groups;
			if (!groups) throw new Error(`Invalid sample: ${line}`);
			const { name = "", labels = "", value = "" } = groups;
			names.add(name);
			samples.push({
				name,
				labels: readLabels(labels),
				value: readNumber(value),
			});
		}
	}
	const keys = samples.map(({ name, labels }) =>
		JSON.stringify([name, Object.entries(labels).sort()]),
	);
	if (new Set(keys).size < keys.length)
		throw new Error("A series appears twice.");
	return createExposition(nameBySamples(types, names), samples);
}

/** The type of a family that is a number of a JSON object. */
export const IN_JSON = "number in JSON";

/**
 * Reads metrics as `readExposition` does, and the numbers of JSON, too.
 * @throws Error if the text is neither
 */
export function readMetrics(text: string): Exposition {
	const value = tryParseJson(text);
	if (!isObject(value) && !Array.isArray(value)) return readExposition(text);
	const samples = listNumbers(value);
	return createExposition(
		new Map(samples.map(({ name }) => [name, IN_JSON])),
		samples,
	);
}

const join = (...parts: readonly string[]): string =>
	parts.filter((each) => each !== "").join(".");

const isTexts = (value: unknown): value is Texts =>
	isObject(value) &&
	Object.values(value).every((each) => typeof each === "string");

/**
 * Lists the numbers in an item of an array. Texts beside a number are its name or what it measures, and an object of
 * texts has its labels.
 * @param name the name of what has the array
 * @param isOnly whether this is the only item, which needs no further name
 */
function listItemNumbers(item: unknown, name: string, isOnly: boolean) {
	const values = Object.values(Object(item));
	const texts = values.filter((each) => typeof each === "string");
	const parts = [texts[0], name].filter(Boolean);
	const own = isOnly && name !== "" ? name : parts.join(" of ");
	const labels = values.find(isTexts);
	const numbers = values.filter((each) => typeof each === "number");
	return listNumbers(item, own).map((sample) => ({
		...sample,
		...(numbers.length === 1 && { name: own }),
		...(labels && { labels }),
	}));
}

function listNumbers(value: unknown, name = ""): Sample[] {
	if (typeof value === "number") return [{ name, labels: {}, value }];
	if (Array.isArray(value))
		return value.flatMap((each) =>
			isObject(each) ? listItemNumbers(each, name, value.length === 1) : [],
		);
	return Object.entries(isObject(value) ? value : {}).flatMap(([inner, each]) =>
		listNumbers(each, Array.isArray(each) ? name : join(name, inner)),
	);
}

export function createExposition(
	types: Exposition["types"],
	samples: readonly Sample[],
): Exposition {
	return {
		...{ types, samples },
		total(name, labels = {}) {
			const series = samples.filter(
				(sample) =>
					sample.name === name &&
					Object.entries(labels).every(([label, value]) => {
						const actual = sample.labels[label];
						return typeof value === "string"
							? actual === value
							: actual !== undefined && value.test(actual);
					}),
			);
			return series.length === 0
				? undefined
				: series.reduce((sum, { value }) => sum + value, 0);
		},
	};
}
