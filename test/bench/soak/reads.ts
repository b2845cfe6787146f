import { runAutocannon } from "../load/autocannon.ts";
import { benchRequests } from "../load/bench-requests.ts";
import { bareNode, type Runner, understudy } from "../load/runners.ts";
import { formatTable } from "../report.ts";
import {
	computeRatios,
	type Summary,
	shuffle,
	summarize,
} from "../statistics.ts";
import { launchWithMemoryProbe, MEGABYTE } from "./launch-with-memory-probe.ts";

const POINTS = 10;
const RUNNERS = [bareNode, understudy];
const READS = benchRequests.filter(({ method }) => method === "GET");

/** Resident bytes after each tenth of the reads, by runner and round. */
export type MemoryCourses = ReadonlyMap<Runner, readonly (readonly number[])[]>;

async function measureCourse(
	runner: Runner,
	amount: number,
	signal: AbortSignal,
): Promise<number[]> {
	await using server = await launchWithMemoryProbe(runner, signal);
	const course: number[] = [];
	for (let point = 0; point < POINTS; point += 1) {
		const limit = { amount: amount / POINTS };
		await runAutocannon(server.url, READS, limit, signal);
		course.push(await server.readResidentBytes());
	}
	return course;
}

/** Sends the read requests in turn, and measures the memory ten times. */
export async function measureReads(
	amount: number,
	rounds: number,
	signal: AbortSignal,
): Promise<MemoryCourses> {
	const courses = new Map(
		RUNNERS.map((runner): [Runner, number[][]] => [runner, []]),
	);
	for (let round = 0; round < rounds; round += 1)
		for (const runner of shuffle(RUNNERS))
			courses.get(runner)?.push(await measureCourse(runner, amount, signal));
	return courses;
}

export interface ReadsFinding {
	readonly runner: string;
	/** The median after each tenth of the reads. */
	readonly course: readonly { readonly bytes: number }[];
	/** The bytes after all reads. */
	readonly bytes: Summary;
	/** The growth during the second half of the reads. */
	readonly secondHalfBytes: Summary;
	/** The bytes after all reads, relative to bare node. */
	readonly ratio: Summary;
}

export interface ReadsFindings {
	readonly lines: readonly string[];
	readonly data: readonly ReadsFinding[];
	readonly measured: Readonly<Record<string, Summary>>;
}

const formatMegabytes = (bytes: number): string =>
	(bytes / MEGABYTE).toFixed(0);

export function summarizeReads(courses: MemoryCourses): ReadsFindings {
	const roundsOf = (runner: Runner): readonly (readonly number[])[] =>
		courses.get(runner) ?? [];
	const at = (runner: Runner, point: number): number[] =>
		roundsOf(runner).map((course) => course[point] ?? Number.NaN);
	const end = POINTS - 1;
	const data = RUNNERS.map((runner) => ({
		runner: runner.name,
		course: Array.from({ length: POINTS }, (_, point) => ({
			bytes: summarize(at(runner, point)).median,
		})),
		bytes: summarize(at(runner, end)),
		secondHalfBytes: summarize(
			roundsOf(runner).map(
				(course) =>
					(course[end] ?? Number.NaN) - (course[POINTS / 2 - 1] ?? Number.NaN),
			),
		),
		ratio: summarize(computeRatios(at(runner, end), at(bareNode, end))),
	}));
	const rows = data.map(({ runner, course, secondHalfBytes, ratio }) => [
		runner,
		...course.map(({ bytes }) => formatMegabytes(bytes)),
		formatMegabytes(secondHalfBytes.median),
		ratio.median.toFixed(2),
	]);
	const tenths = Array.from({ length: POINTS }, (_, point) => `${point + 1}0%`);
	const mock = data.find(({ runner }) => runner === understudy.name);
	return {
		lines: [
			"Resident memory in MiB after each tenth of the reads, its growth during the second half, and the final ratio.",
			"",
			...formatTable([["", ...tenths, "growth", "ratio"], ...rows]),
		],
		data,
		measured: mock ? { memory: mock.ratio } : {},
	};
}
