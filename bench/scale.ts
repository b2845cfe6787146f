import { createMock, type Mock } from "zaps-understudy";
import { createHistory } from "../fixtures/history.ts";
import type { DatasetContext } from "../src/store/store.ts";
import { compare, type Group } from "./comparison.ts";
import type { Benchmark } from "./report.ts";
import {
	createAuditQueries,
	createPageQueries,
	type Queries,
	type Query,
} from "./scale/queries.ts";

const SMALL = 1_000;
const MANY_ZAPS = 10_000;
const MANY_RECORDS = 100_000;
const CALLS = 50;
/** The time after which a round makes no more calls, so that slow searches do not take minutes. */
const ROUND_MS = 100;

/** The order of events in the dataset `large`, so that the other mocks differ only in size. */
const FOUR = Array<"command">(4).fill("command");
const CYCLE = ["zap", ...FOUR, "pipeline", ...FOUR] as const;

/** Creates a mock with this many zaps, and ten times as many audit records. */
function createMockOf(zaps: number): Mock {
	const plan = { cycle: CYCLE, cycles: zaps, days: 60 };
	const sized = async (context: DatasetContext) => createHistory(plan, context);
	const scenarios = { normal: { description: "No faults." } };
	const presets = { datasets: { sized }, scenarios };
	return createMock({ dataset: "sized", presets });
}

async function measureMs(query: Query): Promise<number> {
	const startedAt = performance.now();
	let calls = 0;
	while (calls < CALLS && performance.now() - startedAt < ROUND_MS) {
		await query();
		calls += 1;
	}
	return (performance.now() - startedAt) / calls;
}

/** Measures the same queries on a small and on a large mock. */
export const measure: Benchmark = async ({ quick }) => {
	const largeMock = createMockOf(MANY_ZAPS);
	const small = {
		...(await createPageQueries(createMockOf(SMALL), SMALL)),
		...(await createAuditQueries(createMockOf(SMALL / CYCLE.length))),
	};
	const large: Queries = {
		...(await createPageQueries(largeMock, MANY_ZAPS)),
		...(await createAuditQueries(largeMock)),
	};
	const groups: Group[] = [];
	for (const [title, few] of Object.entries(small)) {
		const many = large[title] ?? few;
		const [{ items }, { items: others }] = [await few(), await many()];
		if (items.length !== others.length || items.length === 0)
			throw new Error(
				`Cannot compare ${title}: the small mock returns ${items.length} items, the large one ${others.length}.`,
			);
		const subjects = { few: () => measureMs(few), many: () => measureMs(many) };
		groups.push({ title, subjects });
	}
	const report = await compare(
		`Calls of mock.fetch: ${SMALL} zaps against ${MANY_ZAPS}, ${SMALL} audit records against ${MANY_RECORDS}`,
		{ rounds: quick ? 10 : 30, warmUps: 15, digits: 3, unit: "ms" },
		groups,
	);
	// The slowest query of each operation counts.
	const ratios = report.findings
		.toSorted((a, b) => a.ratio.median - b.ratio.median)
		.map(({ name, ratio }) => [`scale ${/^\w+/.exec(name)}`, ratio]);
	return { ...report, measured: Object.fromEntries(ratios) };
};
