import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { measureRounds } from "./comparison.ts";
import { type LaunchedServer, launch, type Runner } from "./launch.ts";
import { runAutocannon } from "./load/autocannon.ts";
import { getHealth, listZaps, submitCommand } from "./load/bench-requests.ts";
import { type Benchmark, formatMegabytes, formatTable } from "./report.ts";
import { BARE, MOCK, runners } from "./runners.ts";
import { computeRatios, summarize } from "./statistics.ts";

const PROBE = fileURLToPath(new URL("peers/memory-probe.mjs", import.meta.url));
const POINTS = 10;
const WARM_UP = 10_000;
/** A write stores the command and its audit record. */
const RECORDS_PER_WRITE = 2;
const READS = [getHealth, listZaps];

/** Starts a server that reports its memory usage. */
const launchWithProbe = (runner: Runner): Promise<LaunchedServer> =>
	launch(async (port) => {
		const { args } = await runner(port);
		return { args: ["--expose-gc", "--import", PROBE, ...args], ipc: true };
	});

/** Returns the resident memory, or the memory in use after a garbage collection, in bytes. */
async function readMemory(
	{ child }: LaunchedServer,
	kind: "resident" | "in use",
): Promise<number> {
	const message = once(child, "message");
	child.send({ collect: kind === "in use" });
	const [{ rss, heapUsed, external }] = (await message) as [NodeJS.MemoryUsage];
	return kind === "in use" ? heapUsed + external : rss;
}

/** Sends the read requests in turn, and returns the resident memory after each tenth. */
async function measureReads(runner: Runner, total: number): Promise<number[]> {
	await using server = await launchWithProbe(runner);
	const course: number[] = [];
	for (let point = 0; point < POINTS; point += 1) {
		await runAutocannon(server.url, READS, { amount: total / POINTS });
		course.push(await readMemory(server, "resident"));
	}
	return course;
}

/** Measures in one round, which is enough after a garbage collection. */
async function measureWrites(name: typeof BARE | typeof MOCK, amount: number) {
	await using server = await launchWithProbe(runners[name]);
	await runAutocannon(server.url, [submitCommand], { amount: WARM_UP });
	const before = await readMemory(server, "in use");
	await runAutocannon(server.url, [submitCommand], { amount });
	const residentBytes = await readMemory(server, "resident");
	/** The growth of the memory in use per write. */
	const bytesPerWrite =
		((await readMemory(server, "in use")) - before) / amount;
	const bytesPerRecord = bytesPerWrite / RECORDS_PER_WRITE;
	return { runner: name, bytesPerWrite, bytesPerRecord, residentBytes };
}

/** Measures memory after a million reads and after a million writes. */
export const measure = (async ({ quick }) => {
	const amount = quick ? 100_000 : 1_000_000;
	const rounds = quick ? 1 : 3;
	const courses = await measureRounds(
		{ rounds, warmUps: 0 },
		{
			[BARE]: () => measureReads(runners[BARE], amount),
			[MOCK]: () => measureReads(runners[MOCK], amount),
		},
	);
	/** Returns the memory after so many tenths of the reads, per round. */
	const at = (runner: string, tenths: number): number[] =>
		(courses.get(runner) ?? []).map((course) => course[tenths - 1] ?? NaN);
	const tenths = Array.from({ length: POINTS }, (_, index) => index + 1);
	const reads = [BARE, MOCK].map((runner) => ({
		runner,
		course: tenths.map((n) => ({ bytes: summarize(at(runner, n)).median })),
		ratio: summarize(computeRatios(at(runner, POINTS), at(BARE, POINTS))),
	}));
	const writes = [
		await measureWrites(BARE, amount),
		await measureWrites(MOCK, amount),
	];
	const [, mock] = reads;
	return {
		lines: [
			"Resident memory in MiB after each tenth of the reads, and the final ratio.",
			"",
			...formatTable([
				["", ...tenths.map((each) => `${each}0%`), "ratio"],
				...reads.map(({ runner, course, ratio }) => [
					runner,
					...course.map(({ bytes }) => formatMegabytes(bytes)),
					ratio.median.toFixed(2),
				]),
			]),
			"",
			"Bytes in use per write and per record (two records per write), and resident MiB at the end.",
			"",
			...formatTable([
				["", "per write", "per record", "resident"],
				...writes.map(({ runner, residentBytes, ...bytes }) => [
					runner,
					...Object.values(bytes).map((each) => each.toFixed(0)),
					formatMegabytes(residentBytes),
				]),
			]),
		],
		...{ amount, rounds, reads, writes },
		measured: { ...(mock && { memory: mock.ratio }) },
	};
}) satisfies Benchmark;
