import { fileURLToPath } from "node:url";
import { firstOk, launch } from "./launch.ts";
import { type Bench, type Report, table } from "./report.ts";
import { ratios, shuffled, summarise } from "./statistics.ts";

const WARM_UPS = 2;
const ROUNDS = 15;
const PATH = "/v1/health";

const pathOf = (relative: string): string =>
	fileURLToPath(new URL(relative, import.meta.url));

const CLI = pathOf("../../dist/cli/main.js");
const BASELINE = "bare node:http";
const MOCK = "understudy serve";

/** Who races, by the arguments of node. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
	[BASELINE]: [pathOf("peers/bare-node.mjs")],
	"express hello": [pathOf("peers/express-hello.mjs")],
	[MOCK]: [CLI, "serve", "--port", "0", "--log", "json"],
};

/** In milliseconds since the process was asked for. */
interface Start {
	readonly readyMs: number;
	readonly firstOkMs: number;
}

async function startOnce(
	args: readonly string[],
	signal: AbortSignal,
): Promise<Start> {
	await using server = await launch({ args }, signal);
	const ready = performance.now();
	const answered = await firstOk(`${server.url}${PATH}`, signal);
	return {
		readyMs: ready - server.spawnedAt,
		firstOkMs: answered - server.spawnedAt,
	};
}

/** Every runner once a round and in an order of chance, so that a busy moment of the machine meets none of them more than the others. */
async function race(signal: AbortSignal): Promise<Map<string, Start[]>> {
	const starts = new Map<string, Start[]>(
		Object.keys(RUNNERS).map((name) => [name, []]),
	);
	for (let round = -WARM_UPS; round < ROUNDS; round += 1)
		for (const [name, args] of shuffled(Object.entries(RUNNERS))) {
			const start = await startOnce(args, signal);
			if (round >= 0) starts.get(name)?.push(start);
		}
	return starts;
}

function reportOf(starts: ReadonlyMap<string, readonly Start[]>): Report {
	const samples = (name: string, what: keyof Start): number[] =>
		(starts.get(name) ?? []).map((start) => start[what]);
	const runners = [...starts.keys()].map((name) => ({
		name,
		firstOkMs: summarise(samples(name, "firstOkMs")),
		readyMs: summarise(samples(name, "readyMs")),
		ratio: summarise(
			ratios(samples(name, "firstOkMs"), samples(BASELINE, "firstOkMs")),
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
			`From spawn to the first 200 of GET ${PATH}; ${ROUNDS} rounds after ${WARM_UPS} to warm up.`,
			"",
			...table([
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

/** How long a shell or a test waits for the server, against the least that node can do. */
export const start: Bench = {
	async run(signal) {
		return reportOf(await race(signal));
	},
};
