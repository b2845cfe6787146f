import { expect, test } from "vitest";
import { verify } from "zaps-understudy/verify";
import { startChangedZaps } from "../../provider/semantic-mutants/start-mutant.ts";

const PAGE = "readZaps(ordered, request)";

/** Changes the properties of each zap in a list. */
const inLists = (change: string): readonly [string, string] => [
	PAGE,
	`((page) => ({ ...page, items: page.items.map((zap) => Object.fromEntries(Object.entries(zap).flatMap(([name, value]) => ${change}))) }))(${PAGE})`,
];

const AUDIT_ID = 'formats.nextId("aud")';
const SEARCHED = "[action, id, ...Object.values(detail)]";

/** The sentence, the changes of the ordinary service, and where the report tells them. */
const DEFECTS: readonly (readonly [
	name: string,
	changes: readonly (readonly [from: string, to: string])[],
	places: readonly string[],
])[] = [
	[
		"lists cut names, nested values and times, and drop null",
		[
			inLists('[[name, name === "name" ? value.slice(0, 50) : value]]'),
			inLists("value === null ? [] : [[name, value]]"),
			inLists('[[name, typeof value === "object" && value ? {} : value]]'),
			inLists(
				'[[name, name === "createdAt" ? value.replace("Z", "1Z") : value]]',
			),
		],
		["name", "nothing", "nested", "createdAt"].map(
			(name) => `listZaps $.items[*].${name}`,
		),
	],
	[
		"null is dropped, ids are shared, and a search ignores actions and ids",
		[
			["undefined : args", "undefined : (args ?? undefined)"],
			[
				"steps.map(accept)",
				"steps.map(accept).map((step, _, [first]) => ({ ...step, id: first.id }))",
			],
			[AUDIT_ID, `Object(entries[0]?.record).id ?? ${AUDIT_ID}`],
			[SEARCHED, "Object.values(detail)"],
		],
		[
			...["submitCommand $.args", "submitPipeline $.steps[*].args"],
			...["submitPipeline $.steps[*].id"],
			...["searchAudit $.items", "searchAudit $.items[*].id"],
		],
	],
	[
		"zaps are created in 2099",
		[
			[
				"formatTime(at),\n\t\t\t};\n\t\t\tzaps",
				'formatTime(Date.parse("2099-01-01T00:00:00Z")),\n\t\t\t};\n\t\t\tzaps',
			],
		],
		["createZap $.createdAt"],
	],
];

test.each(DEFECTS)(
	"%s",
	async (_, changes, places) => {
		await using service = await startChangedZaps(changes);
		const { exitCode, report } = await verify(service.url, { strict: true });
		expect(exitCode).toBe(1);
		const told = report.differences.map(
			({ operation, where }) => `${operation} ${where}`,
		);
		expect([...new Set(told)].sort()).toEqual([...places].sort());
	},
	60_000,
);
