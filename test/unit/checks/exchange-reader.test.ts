import { expect, test } from "vitest";
import { received } from "../../support/received.ts";
import { pantry } from "./pantry.ts";

const { findInExchanges, probes } = pantry;

const respond = (
	target: string,
	body: unknown,
	sent: unknown,
	path = "/log",
) => {
	const shown = typeof body === "string" ? body : JSON.stringify(body);
	return {
		target,
		request: {
			...{ method: "POST", path, body: JSON.stringify(sent) },
			headers: { "content-type": "application/json" },
		},
		response: received(200, shown),
	};
};

let count = 0;
const row = (values: object = {}) => ({
	...{ id: `${++count}`, at: "2026-03-01T00:00:00Z", event: "jar.added" },
	...{ kind: "jar", what: "jar-00000001", ...values },
});
const search = (sent: object, ...rows: object[]) =>
	respond("searchLog", { rows }, sent);
const add = (id: string) =>
	respond("addJar", { id, label: "Plums" }, { label: "Plums" }, "/jars");

const find = (...exchanges: ReturnType<typeof respond>[]) =>
	findInExchanges?.(exchanges).map(
		({ where, expected, actual }) => `${where} ${expected} > ${actual}`,
	);
const ignores = (...names: string[]) =>
	names.map(
		(each) => `$.rows only records that ${each} allows > ignores ${each}`,
	);

const WORD = "understudyabcdefgh";
const another = row({ event: "jar.opened", what: "jar-00000002" });

test.each<[string, ReturnType<typeof respond>[], string[]]>([
	[
		"records for a word that nothing contains",
		[search({ words: WORD }, row())],
		ignores("words"),
	],
	[
		"records for a word of another request, which they need not show",
		[add(WORD), search({ words: WORD }, row())],
		[],
	],
	[
		"records of several actions for one of them",
		[search({ event: "jar.added" }, row(), another)],
		ignores("event"),
	],
	[
		"records of several actions, although the first of all has it by chance",
		[
			search({}, row(), another),
			search({ event: "jar.added", size: 1 }, row()),
			search({ event: "jar.added" }, row(), another),
		],
		ignores("event"),
	],
	[
		"the only action that there is for another spelling of it",
		[search({ event: "jar-added" }, row(), row())],
		[],
	],
	[
		"records for an unknown action, although it selects others",
		[
			search({}, row(), another),
			search({ event: "jar.added" }, row()),
			search({ event: WORD }, row()),
		],
		[],
	],
	[
		"records outside the times",
		[
			search({ since: "2026-04-01T00:00:00Z" }, row()),
			search({ until: "2026-02-01T00:00:00Z" }, row()),
		],
		ignores("since", "until"),
	],
	[
		"records outside one time, and none outside another",
		[
			search({}, row()),
			search({ since: "2026-05-01T00:00:00Z" }),
			search({ since: "2026-04-01T00:00:00Z" }, row()),
		],
		[],
	],
	[
		"more records than the limit",
		[search({ size: 1 }, row(), another)],
		ignores("size"),
	],
	[
		"more records than one limit, but not than another",
		[
			search({}, row(), another, row()),
			search({ size: 2 }, row(), another),
			search({ size: 1 }, row(), another),
		],
		[],
	],
	[
		"records for conditions that are not valid",
		[search({ size: 0 }, row(), another), search({ words: 5 }, row())],
		[],
	],
])("finds the ignored condition in %s", (_, exchanges, expected) => {
	expect(find(...exchanges)).toEqual(expected);
});

test.each<[string, ReturnType<typeof respond>[], string[]]>([
	[
		"another action and another kind of the record of what was written",
		[
			add("jar-00000001"),
			search({}, row({ event: "filled", kind: "Jar" }), another),
		],
		['$.rows[*].event "jar.added" > "filled"', '$.rows[*].kind "jar" > "Jar"'],
	],
	[
		"another action if the record of a part names the whole",
		[
			add("jar-00000001"),
			search({}, row({ event: "filled" }), {
				...row({ what: "lid-00000001" }),
				about: { jar: "jar-00000001" },
			}),
		],
		['$.rows[*].event "jar.added" > "filled"'],
	],
	[
		"other values of another record",
		[
			add("jar-00000003"),
			search({}, row({ event: "filled", what: "shelf-00000001" }), another),
		],
		[],
	],
	[
		"other values beside the documented ones",
		[add("jar-00000001"), search({}, row({ event: "filled" }), row())],
		[],
	],
	[
		"similar values of a record with a short id",
		[add("1"), search({}, row({ event: "JAR_ADDED", what: "1" }))],
		['$.rows[*].event "jar.added" > "JAR_ADDED"'],
	],
	[
		"the place of what was written in an object beside the record",
		[
			add("jar-00000001"),
			search(
				{},
				{
					...row({ what: undefined }),
					about: { key: "jar-00000001", of: "shelf-00000001" },
				},
			),
		],
		["$.rows[*].what what > about.key"],
	],
	[
		"no place if several have the value",
		[
			add("jar-00000001"),
			search(
				{},
				{
					...row({ what: undefined }),
					about: { key: "jar-00000001", copy: "jar-00000001" },
				},
			),
		],
		[],
	],
	[
		"values without anything that was written",
		[search({}, row({ event: "JAR_ADDED", kind: "Jar" }))],
		[],
	],
])("finds %s", (_, exchanges, expected) => {
	expect(find(...exchanges)).toEqual(expected);
});

test("another action refutes the assumption about the records of the operation", () => {
	const exchanges = [add("1"), search({}, row({ event: "JAR_ADDED" }))];
	const [found] = findInExchanges?.(exchanges) ?? [];
	expect(found?.assumptions).toEqual(["log.written"]);
});

const scrape = (metrics: string) => {
	const { response } = respond("readStats", metrics, undefined);
	return {
		...{ target: "readStats", response },
		request: { method: "GET", path: "/stats" },
	};
};

test("finds the families and labels that the last metrics lack", () => {
	const renamed =
		'# TYPE pantry_requests_total counter\npantry_requests_total{method="GET"} 1\n';
	const list = (
		...exchanges: (ReturnType<typeof scrape> | ReturnType<typeof add>)[]
	) =>
		findInExchanges?.(exchanges).map(({ expected, actual }) => [
			...[expected, actual],
		]);
	const missing = ["# TYPE pantry_jars gauge", "missing"];
	// A service may add a family with its first event.
	expect(list(scrape(""), scrape(renamed))).not.toContainEqual(missing);
	expect(list(add("1"), scrape(renamed))).toEqual([
		["# TYPE pantry_requests counter", "# TYPE pantry_requests_total counter"],
		missing,
		[
			"pantry_requests has the labels operation, status",
			"pantry_requests_total has the labels method",
		],
		[
			"no label method of pantry_requests",
			'the label method of pantry_requests_total with values such as "GET"',
		],
		["# HELP lines", "no # HELP lines"],
	]);
	const good =
		'# TYPE pantry_requests counter\npantry_requests{operation="a",status="200"} 1\n# TYPE pantry_jars gauge\n';
	expect(findInExchanges?.([scrape(renamed), scrape(good)])).toEqual([]);
	expect(findInExchanges?.([scrape("no metrics")])).toEqual([]);
});

test("a search up to a time long ago, or from one in the future on, finds no record", () => {
	const descriptions = probes.map(({ description }) => description);
	expect(descriptions).toContain("searchLog: no record up to a time long ago");
	expect(descriptions).toContain(
		"searchLog: no record from a time in the future on",
	);
});
