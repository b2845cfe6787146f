import {
	type Comparison,
	compareWithFirst,
	formatComparisons,
	measureRounds,
} from "./comparison.ts";
import type { Benchmark } from "./report.ts";
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
import type { Summary } from "./statistics.ts";

const WARM_UPS = 15;
const ROUNDS = 30;
const QUICK_ROUNDS = 10;
const CALLS = 50;
/** The time after which a round makes no more calls, so that slow searches do not take minutes. */
const ROUND_MS = 100;

async function measureMs({ run }: ScaleQuery): Promise<number> {
	const startedAt = performance.now();
	let calls = 0;
	while (calls < CALLS && performance.now() - startedAt < ROUND_MS) {
		await run();
		calls += 1;
	}
	return (performance.now() - startedAt) / calls;
}

/** Compares each query on the small mock with the same query on the large one. */
async function compare(
	smallQueries: readonly ScaleQuery[],
	largeQueries: readonly ScaleQuery[],
	rounds: number,
	signal: AbortSignal,
): Promise<Comparison[]> {
	const findings: Comparison[] = [];
	for (const [index, small] of smallQueries.entries()) {
		const large = largeQueries[index];
		if (!large) continue;
		const few = (await small.run()).items.length;
		const many = (await large.run()).items.length;
		if (few !== many || few === 0)
			throw new Error(
				`Cannot compare ${small.name}: the small mock returns ${few} items, the large one ${many}.`,
			);
		const pair = [
			{ ...small, name: `${small.name}, few` },
			{ ...large, name: `${large.name}, many` },
		];
		findings.push(
			...compareWithFirst(
				await measureRounds(pair, rounds, WARM_UPS, signal, measureMs),
			),
		);
	}
	return findings;
}

/** Returns the worst ratio. */
const findSlowest = (findings: readonly Comparison[]): Summary =>
	findings
		.map(({ ratio }) => ratio)
		.reduce((worst, each) => (each.median > worst.median ? each : worst));

/** Measures the same queries on a small and on a large mock. */
export const scale: Benchmark = {
	async run(signal, { quick }) {
		const rounds = quick ? QUICK_ROUNDS : ROUNDS;
		const largeMock = createLargeMock();
		const pages = await compare(
			await createPageQueries(await createMockWithFewZaps(), SMALL),
			await createPageQueries(largeMock, MANY_ZAPS),
			rounds,
			signal,
		);
		const searches = await compare(
			await createAuditQueries(await createMockWithFewRecords()),
			await createAuditQueries(largeMock),
			rounds,
			signal,
		);
		const findings = [...pages, ...searches];
		return {
			lines: [
				`Calls of mock.fetch: ${SMALL} zaps against ${MANY_ZAPS}, ${SMALL} audit records against ${MANY_RECORDS}; ${rounds} rounds after ${WARM_UPS} warm-up rounds.`,
				"",
				...formatComparisons(findings, 3, "ms"),
			],
			data: {
				quick,
				rounds,
				findings,
				measured: {
					"scale listZaps": findSlowest(pages),
					"scale searchAudit": findSlowest(searches),
				},
			},
		};
	},
};
