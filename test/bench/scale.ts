import { type Bench, table } from "./report.ts";
import {
	large,
	MANY_RECORDS,
	MANY_ZAPS,
	SMALL,
	withFewRecords,
	withFewZaps,
} from "./scale/mocks.ts";
import {
	auditQuestions,
	pageQuestions,
	type Question,
} from "./scale/scale-queries.ts";
import { ratios, type Summary, shuffled, summarise } from "./statistics.ts";

const WARM_UPS = 15;
const ROUNDS = 30;
const QUICK_ROUNDS = 10;
const CALLS = 50;
/** A round that takes longer than this makes fewer calls, lest a search of everything take minutes. */
const ROUND_MS = 100;

interface Pair {
	readonly name: string;
	readonly small: Question;
	readonly large: Question;
}

export interface ScaleFinding {
	readonly question: string;
	readonly smallMs: Summary;
	readonly largeMs: Summary;
	/** Round by round. */
	readonly ratio: Summary;
}

async function msEach({ ask }: Question): Promise<number> {
	const begun = performance.now();
	let calls = 0;
	while (calls < CALLS && performance.now() - begun < ROUND_MS) {
		await ask();
		calls += 1;
	}
	return (performance.now() - begun) / calls;
}

async function pairsOf(
	smallQuestions: readonly Question[],
	largeQuestions: readonly Question[],
): Promise<Pair[]> {
	const pairs: Pair[] = [];
	for (const [index, small] of smallQuestions.entries()) {
		const large = largeQuestions[index];
		if (!large) continue;
		const few = (await small.ask()).items.length;
		const many = (await large.ask()).items.length;
		if (few !== many || few === 0)
			throw new Error(
				`Cannot compare ${small.name}: ${few} items of the small one, ${many} of the large one.`,
			);
		pairs.push({ name: small.name, small, large });
	}
	return pairs;
}

async function compare(
	{ name, ...sides }: Pair,
	rounds: number,
	signal: AbortSignal,
): Promise<ScaleFinding> {
	const times = { small: [] as number[], large: [] as number[] };
	for (let round = -WARM_UPS; round < rounds; round += 1)
		for (const side of shuffled(["small", "large"] as const)) {
			signal.throwIfAborted();
			const each = await msEach(sides[side]);
			if (round >= 0) times[side].push(each);
		}
	return {
		question: name,
		smallMs: summarise(times.small),
		largeMs: summarise(times.large),
		ratio: summarise(ratios(times.large, times.small)),
	};
}

/** The worst of them stands for all. */
function worst(
	findings: readonly ScaleFinding[],
	operation: string,
): Record<string, Summary> {
	const [slowest] = findings
		.filter(({ question }) => question.startsWith(operation))
		.sort((a, b) => b.ratio.median - a.ratio.median);
	return slowest ? { [`scale ${operation}`]: slowest.ratio } : {};
}

/** What the same question costs where there is much more to look through. */
export const scale: Bench = {
	async run(signal, { quick }) {
		const rounds = quick ? QUICK_ROUNDS : ROUNDS;
		const big = large();
		const pairs = [
			...(await pairsOf(
				await pageQuestions(await withFewZaps(), SMALL),
				await pageQuestions(big, MANY_ZAPS),
			)),
			...(await pairsOf(
				await auditQuestions(await withFewRecords()),
				await auditQuestions(big),
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
				`Through mock.fetch: ${SMALL} zaps against ${MANY_ZAPS}, ${SMALL} audit records against ${MANY_RECORDS}; ${rounds} rounds after ${WARM_UPS} to warm up.`,
				"",
				...table([["", "few", "many", "ratio", "quartiles"], ...rows]),
			],
			data: {
				quick,
				rounds,
				findings,
				measured: {
					...worst(findings, "listZaps"),
					...worst(findings, "searchAudit"),
				},
			},
		};
	},
};
