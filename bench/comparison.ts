import { formatSummary, formatTable } from "./report.ts";
import {
	computeRatios,
	type Summary,
	shuffle,
	summarize,
} from "./statistics.ts";

/** The functions to measure, by name. */
type Subjects<Sample> = Readonly<Record<string, () => Promise<Sample>>>;

interface Rounds {
	readonly rounds: number;
	/** Warm-up rounds before the others. Their samples are dropped. */
	readonly warmUps: number;
}

/**
 * Measures every subject once per round in random order, so that a busy moment of the machine affects all of them
 * equally.
 */
export async function measureRounds<Sample>(
	{ rounds, warmUps }: Rounds,
	subjects: Subjects<Sample>,
): Promise<Map<string, Sample[]>> {
	const names = Object.keys(subjects);
	const samples = new Map(names.map((name): [string, Sample[]] => [name, []]));
	for (let round = -warmUps; round < rounds; round += 1)
		for (const [name, measure] of shuffle(Object.entries(subjects))) {
			const sample = await measure();
			if (round >= 0) samples.get(name)?.push(sample);
		}
	return samples;
}

export interface Group {
	/** Precedes the names of the subjects. */
	readonly title?: string;
	/** The key of the goal for the last subject. */
	readonly key?: string;
	readonly subjects: Subjects<number>;
}

/** Compares every subject of a group with the first one, per round. */
export async function compare(
	title: string,
	{ digits, unit, ...settings }: Rounds & { digits: number; unit: string },
	groups: readonly Group[],
) {
	const findings: { name: string; value: Summary; ratio: Summary }[] = [];
	const measured: Record<string, Summary> = {};
	for (const group of groups) {
		const samples = await measureRounds(settings, group.subjects);
		const [baseline = []] = samples.values();
		for (const [subject, own] of samples) {
			const name = group.title ? `${group.title}  ${subject}` : subject;
			const ratio = summarize(computeRatios(own, baseline));
			findings.push({ name, value: summarize(own), ratio });
			if (group.key) measured[group.key] = ratio;
		}
	}
	const table = formatTable([
		["", "median", "quartiles", "ratio", "quartiles"],
		...findings.map(({ name, value, ratio }) => [
			name,
			...formatSummary(value, digits, ` ${unit}`),
			...formatSummary(ratio, 2),
		]),
	]);
	const { rounds, warmUps } = settings;
	const head = `${title}; ${rounds} rounds after ${warmUps} warm-up rounds.`;
	return { lines: [head, "", ...table], rounds, findings, measured };
}
