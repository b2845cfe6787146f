import { withAutocannon } from "../load/autocannon.ts";
import { asks } from "../load/bench-requests.ts";
import { bareNode, type Runner, understudy } from "../load/runners.ts";
import { table } from "../report.ts";
import { ratios, type Summary, shuffled, summarise } from "../statistics.ts";
import { launchProbed, MEGABYTE } from "./launch-with-memory-probe.ts";

const POINTS = 10;
const RUNNERS = [bareNode, understudy];
const READS = asks.filter(({ method }) => method === "GET");

/** Resident bytes after each tenth of the reads, by round. */
export type Course = ReadonlyMap<Runner, readonly (readonly number[])[]>;

async function courseOf(
	runner: Runner,
	amount: number,
	signal: AbortSignal,
): Promise<number[]> {
	await using server = await launchProbed(runner, signal);
	const course: number[] = [];
	for (let point = 0; point < POINTS; point += 1) {
		const extent = { amount: amount / POINTS };
		await withAutocannon(server.url, READS, extent, signal);
		course.push(await server.resident());
	}
	return course;
}

/** Reads by turns what can be read, and looks at the memory ten times on the way. */
export async function soakReads(
	amount: number,
	rounds: number,
	signal: AbortSignal,
): Promise<Course> {
	const courses = new Map(
		RUNNERS.map((runner): [Runner, number[][]] => [runner, []]),
	);
	for (let round = 0; round < rounds; round += 1)
		for (const runner of shuffled(RUNNERS))
			courses.get(runner)?.push(await courseOf(runner, amount, signal));
	return courses;
}

export interface ReadsFinding {
	readonly runner: string;
	/** Median of the rounds after each tenth of the reads. */
	readonly course: readonly { readonly bytes: number }[];
	/** At the end. */
	readonly bytes: Summary;
	/** What the second half of the reads added. */
	readonly secondHalfBytes: Summary;
	/** Of what bare node takes at the end. */
	readonly ratio: Summary;
}

export interface ReadsFindings {
	readonly lines: readonly string[];
	readonly data: readonly ReadsFinding[];
	readonly measured: Readonly<Record<string, Summary>>;
}

const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(0);

export function readsFindings(courses: Course): ReadsFindings {
	const roundsOf = (runner: Runner): readonly (readonly number[])[] =>
		courses.get(runner) ?? [];
	const at = (runner: Runner, point: number): number[] =>
		roundsOf(runner).map((course) => course[point] ?? Number.NaN);
	const end = POINTS - 1;
	const data = RUNNERS.map((runner) => ({
		runner: runner.name,
		course: Array.from({ length: POINTS }, (_, point) => ({
			bytes: summarise(at(runner, point)).median,
		})),
		bytes: summarise(at(runner, end)),
		secondHalfBytes: summarise(
			roundsOf(runner).map(
				(course) =>
					(course[end] ?? Number.NaN) - (course[POINTS / 2 - 1] ?? Number.NaN),
			),
		),
		ratio: summarise(ratios(at(runner, end), at(bareNode, end))),
	}));
	const rows = data.map(({ runner, course, secondHalfBytes, ratio }) => [
		runner,
		...course.map(({ bytes }) => megabytes(bytes)),
		megabytes(secondHalfBytes.median),
		ratio.median.toFixed(2),
	]);
	const tenths = Array.from({ length: POINTS }, (_, point) => `${point + 1}0%`);
	const mock = data.find(({ runner }) => runner === understudy.name);
	return {
		lines: [
			"Resident memory in MiB after each tenth of the reads, what the second half of them added, and the ratio at the end.",
			"",
			...table([["", ...tenths, "added", "ratio"], ...rows]),
		],
		data,
		measured: mock ? { memory: mock.ratio } : {},
	};
}
