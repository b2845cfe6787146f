import { fileURLToPath } from "node:url";
import { launch, waitForOk } from "./launch.ts";
import { type Benchmark, type BenchmarkReport, formatTable } from "./report.ts";
import { computeRatios, shuffle, summarize } from "./statistics.ts";

const WARM_UPS = 2;
const ROUNDS = 15;
const PATH = "/v1/health";

const toPath = (relative: string): string =>
	fileURLToPath(new URL(relative, import.meta.url));

const CLI = toPath("../../dist/cli/main.js");
const BASELINE = "bare node:http";
const MOCK = "understudy serve";

/** The node arguments of each runner. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
	[BASELINE]: [toPath("peers/bare-node.mjs")],
	"express hello": [toPath("peers/express-hello.mjs")],
	[MOCK]: [CLI, "serve", "--port", "0", "--log", "json"],
};

/** Times in milliseconds since the spawn of the process. */
interface Start {
	readonly readyMs: number;
	readonly firstOkMs: number;
}

async function measureStart(
	args: readonly string[],
	signal: AbortSignal,
): Promise<Start> {
	await using server = await launch({ args }, signal);
	const ready = performance.now();
	const firstOk = await waitForOk(`${server.url}${PATH}`, signal);
	return {
		readyMs: ready - server.spawnedAt,
		firstOkMs: firstOk - server.spawnedAt,
	};
}

/** Starts every runner once per round in random order, so that a busy moment of the machine affects all of them equally. */
async function measureStarts(
	signal: AbortSignal,
): Promise<Map<string, Start[]>> {
	const starts = new Map<string, Start[]>(
		Object.keys(RUNNERS).map((name) => [name, []]),
	);
	for (let round = -WARM_UPS; round < ROUNDS; round += 1)
		for (const [name, args] of shuffle(Object.entries(RUNNERS))) {
			const start = await measureStart(args, signal);
			if (round >= 0) starts.get(name)?.push(start);
		}
	return starts;
}

function createReport(
	starts: ReadonlyMap<string, readonly Start[]>,
): BenchmarkReport {
	const samples = (name: string, property: keyof Start): number[] =>
		(starts.get(name) ?? []).map((start) => start[property]);
	const runners = [...starts.keys()].map((name) => ({
		name,
		firstOkMs: summarize(samples(name, "firstOkMs")),
		readyMs: summarize(samples(name, "readyMs")),
		ratio: summarize(
			computeRatios(samples(name, "firstOkMs"), samples(BASELINE, "firstOkMs")),
		),
		samples: starts.get(name),
	}));
	const rows = runners.map(({ name, firstOkMs, readyMs, ratio }) => [
		name,
		`${firstOkMs.median.toFixed(1)} ms`,
		`${firstOkMs.q1.toFixed(1)} to ${firstOkMs.q3.toFixed(1)}`,
		`${readyMs.median.toFixed(1)} ms`,
		ratio.median.toFixed(2),
		`${ratio.q1.toFixed(2)} to ${ratio.q3.toFixed(2)}`,
	]);
	return {
		lines: [
			`Time from spawn to the first 200 of GET ${PATH}; ${ROUNDS} rounds after ${WARM_UPS} warm-up rounds.`,
			"",
			...formatTable([
				["", "median", "quartiles", "ready line", "ratio", "quartiles"],
				...rows,
			]),
		],
		data: {
			quick: false,
			path: PATH,
			rounds: ROUNDS,
			warmUps: WARM_UPS,
			runners,
			measured: Object.fromEntries(
				runners
					.filter(({ name }) => name === MOCK)
					.map(({ ratio }) => ["start", ratio]),
			),
		},
	};
}

/** Measures the start time of the server, against a minimal node server. */
export const start: Benchmark = {
	async run(signal) {
		return createReport(await measureStarts(signal));
	},
};
