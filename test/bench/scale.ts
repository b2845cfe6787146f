import { createMock, type Mock } from "zaps-understudy";
import { compare, type Group } from "./comparison.ts";
import type { Benchmark } from "./report.ts";
import {
	callMock,
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

const COMMAND = { command: "zap.run", args: { zapId: "zap_0" } };
const command = ["/v1/command", COMMAND] as const;
const pipeline = ["/v1/pipeline", { steps: [COMMAND, COMMAND] }] as const;
const name = "Post to Google Sheets when a form is submitted";
const owner = "kylie_wiegand@example.com";
const zap = ["/v1/zaps", { name, enabled: true, owner }] as const;

/** The order of writes in the dataset `large`, so that the small mock differs only in size. */
const WRITE_ORDER = [
	...[zap, command, command, command, command],
	...[pipeline, command, command, command, command],
];

/** Creates a small mock by repeating the writes. */
async function createSmallMock(
	writes: readonly (readonly [string, object])[],
): Promise<Mock> {
	const mock = createMock({ dataset: "empty" });
	for (let done = 0; done < SMALL; done += writes.length)
		for (const [path, body] of writes) await callMock(mock, path, body);
	return mock;
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
	const largeMock = createMock({ dataset: "large" });
	const small = {
		...(await createPageQueries(await createSmallMock([zap]), SMALL)),
		...(await createAuditQueries(await createSmallMock(WRITE_ORDER))),
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
