import { type Benchmark, formatTable } from "./report.ts";
import {
	createLargeMock,
	createMockWithFewRecords,
	createMockWithFewZaps,
	MANY_RECORDS,
	MANY_ZAPS,
	SMALL,
} from "./scale/mocks.ts";
import {
	createAuditQueries,
	createPageQueries,
	type ScaleQuery,
} from "./scale/scale-queries.ts";
import {
	computeRatios,
	type Summary,
	shuffle,
	summarize,
} from "./statistics.ts";

const WARM_UPS = 15;
const ROUNDS = 30;
const QUICK_ROUNDS = 10;
const CALLS = 50;
/** The time after which a round makes no more calls, so that slow searches do not take minutes. */
const ROUND_MS = 100;

interface QueryPair {
	readonly name: string;
	readonly small: ScaleQuery;
	readonly large: ScaleQuery;
}

export interface ScaleFinding {
	readonly question: string;
	readonly smallMs: Summary;
	readonly largeMs: Summary;
	/** The large mock relative to the small one, per round. */
	readonly ratio: Summary;
}

async function measureMs({ run }: ScaleQuery): Promise<number> {
	const startedAt = performance.now();
	let calls = 0;
	while (calls < CALLS && performance.now() - startedAt < ROUND_MS) {
		await run();
		calls += 1;
	}
	return (performance.now() - startedAt) / calls;
}

async function createPairs(
	smallQueries: readonly ScaleQuery[],
	largeQueries: readonly ScaleQuery[],
): Promise<QueryPair[]> {
	const pairs: QueryPair[] = [];
	for (const [index, small] of smallQueries.entries()) {
		const large = largeQueries[index];
		if (!large) continue;
		const few = (await small.run()).items.length;
		const many = (await large.run()).items.length;
		if (few !== many || few === 0)
			throw new Error(
				`Cannot compare ${small.name}: the small mock returns ${few} items, the large one ${many}.`,
			);
		pairs.push({ name: small.name, small, large });
	}
	return pairs;
}

async function compare(
	{ name, ...sides }: QueryPair,
	rounds: number,
	signal: AbortSignal,
): Promise<ScaleFinding> {
	const times = { small: [] as number[], large: [] as number[] };
	for (let round = -WARM_UPS; round < rounds; round += 1)
		for (const side of shuffle(["small", "large"] as const)) {
			signal.throwIfAborted();
			const each = await measureMs(sides[side]);
			if (round >= 0) times[side].push(each);
		}
	return {
		question: name,
		smallMs: summarize(times.small),
		largeMs: summarize(times.large),
		ratio: summarize(computeRatios(times.large, times.small)),
	};
}

/** Returns the worst ratio of the queries of an operation, by the key of its goal. */
function findSlowest(
	findings: readonly ScaleFinding[],
	operation: string,
): Record<string, Summary> {
	const [slowest] = findings
		.filter(({ question }) => question.startsWith(operation))
		.sort((a, b) => b.ratio.median - a.ratio.median);
	return slowest ? { [`scale ${operation}`]: slowest.ratio } : {};
}

/** Measures the same queries on a small and on a large mock. */
export const scale: Benchmark = {
	async run(signal, { quick }) {
		const rounds = quick ? QUICK_ROUNDS : ROUNDS;
		const largeMock = createLargeMock();
		const pairs = [
			...(await createPairs(
				await createPageQueries(await createMockWithFewZaps(), SMALL),
				await createPageQueries(largeMock, MANY_ZAPS),
			)),
			...(await createPairs(
				await createAuditQueries(await createMockWithFewRecords()),
				await createAuditQueries(largeMock),
			)),
		];
		const findings: ScaleFinding[] = [];
		for (const pair of pairs)
			findings.push(await compare(pair, rounds, signal));
		const rows = findings.map(({ question, smallMs, largeMs, ratio }) => [
			question,
			`${smallMs.median.toFixed(3)} ms`,
			`${largeMs.median.toFixed(3)} ms`,
			ratio.median.toFixed(2),
			`${ratio.q1.toFixed(2)} to ${ratio.q3.toFixed(2)}`,
		]);
		return {
			lines: [
				`Calls of mock.fetch: ${SMALL} zaps against ${MANY_ZAPS}, ${SMALL} audit records against ${MANY_RECORDS}; ${rounds} rounds after ${WARM_UPS} warm-up rounds.`,
				"",
				...formatTable([["", "few", "many", "ratio", "quartiles"], ...rows]),
			],
			data: {
				quick,
				rounds,
				findings,
				measured: {
					...findSlowest(findings, "listZaps"),
					...findSlowest(findings, "searchAudit"),
				},
			},
		};
	},
};
