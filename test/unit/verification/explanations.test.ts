import { expect, test } from "vitest";
import type { Mismatch } from "../../../src/verification/contract.ts";
import { judge } from "../../../src/verification/judge.ts";
import { createObserver } from "../../../src/verification/observer.ts";
import { findTarget } from "../../../src/verification/operations.ts";
import { summarizeDifferences } from "../../../src/verification/reports/summarize-differences.ts";
import { explainFailures } from "../../../src/verification/run/explain-failures.ts";
import { createVerification } from "../../contracts/verification/create-verification.ts";
import { received } from "../../support/received.ts";
import { contract, NOTHING_LEARNT } from "../../support/shipped-contract.ts";

const at = "2026-01-01T00:00:00.000Z";
const ulid = "01KDVQ2JM0R4T7XKQ5D2V9N8HC";
const subject = { type: "zap", id: `zap_${ulid}` };
const record = { id: `aud_${ulid}`, at, action: "zap.created", subject };
const page = { items: [record], nextCursor: null };

const SEARCH = "POST /v1/audit/search {}";
const PIPELINE = 'POST /v1/pipeline {"steps":[]}';

interface Given {
	readonly request: string;
	/** The documented status. */
	readonly status: number;
	readonly actual: number;
	readonly type: string;
	readonly description: string;
	readonly mismatches: readonly Mismatch[];
}

/** Returns the differences that one response shows, as the report prints them. */
async function explain(response: unknown, given: Partial<Given> = {}) {
	const { request = SEARCH, status = 200, mismatches = [] } = given;
	const problem =
		status < 400 ? "application/json" : "application/problem+json";
	const { actual = status, type = problem, description = "a" } = given;
	const [method = "", path = "", body = ""] = request.split(" ");
	const text =
		typeof response === "string" ? response : JSON.stringify(response);
	const observer = createObserver(contract, async () =>
		received(actual, text, { "content-type": type }),
	);
	const target = findTarget({ method, path }, contract.operations);
	const check = {
		...{ description: `${target}: ${description}`, status },
		assumptions: ["audit.query"],
	};
	const headers = { "content-type": "application/json" };
	await observer.sendFor(check)({ method, path, headers, body });
	const run = { contract, observer, headerNames: [] };
	const checks = [judge(run, check, { mismatches })];
	const explanation = await explainFailures(
		...([run, checks, NOTHING_LEARNT, observer, async () => checks] as const),
	);
	const report = createVerification({ report: explanation });
	return {
		titles: summarizeDifferences(report).map(({ title }) => title),
		refuted: explanation.differences.flatMap(({ assumptions }) => assumptions),
		checks: explanation.checks,
	};
}

const NAIVE = at.slice(0, -1);
const NOT_AT = `at is a time without a zone, such as "${NAIVE}", instead of a value like "${at}"`;

const graph = (after?: string) => ({
	...{ data: [record], paging: { cursors: { after }, hasMore: true } },
});
const errors = (...errors: object[]) => ({
	...{ type: "about:blank", title: "No", status: 400, detail: "No.", errors },
});
const mismatch = (where: string, expected: string, actual: string) => ({
	...{ where, expected, actual, message: "" },
});
const METRICS =
	"http_requests_total counter,http_request_duration_seconds histogram,commands_total counter,pipelines_total counter,zaps gauge,audit_records gauge"
		.split(",")
		.map((each) => `# TYPE ${each}\n`)
		.join("");
const FAMILIES = "each family has its type and counts events";
const IN_FAMILIES = `in the check "${FAMILIES}"`;
const spring = { field: "steps[0].command", message: "must not be blank" };
const jsonApi = { status: "400", title: "Bad Request", detail: "is required" };

test.each<[string, unknown, string[], Partial<Given>?]>([
	[
		"a list beside an object with the cursor",
		graph("abc"),
		["items is named data", "nextCursor is at paging.cursors.after"],
	],
	[
		"the last of such pages",
		graph(),
		["items is named data", "nextCursor is missing"],
	],
	[
		"an error in the body by field",
		errors(spring),
		[
			"in errors, errors[*].pointer is named field",
			'in errors, errors[*].pointer is "steps[0].command" instead of a value like "/name"',
			"in errors, errors[*].detail is named message",
		],
		{ request: PIPELINE, status: 400 },
	],
	[
		"an error in the query by field",
		errors({ ...spring, field: "limit" }),
		[
			"in errors, errors[*].parameter is named field",
			"in errors, errors[*].detail is named message",
		],
		{ request: "GET /v1/zaps?limit=0", status: 400 },
	],
	[
		"an error of JSON:API",
		errors({ ...jsonApi, source: { parameter: "limit" } }),
		["in errors, errors[*].parameter is at source.parameter"],
		{ request: "GET /v1/zaps?limit=0", status: 400 },
	],
	[
		"an object as JSON text",
		page,
		[
			'detail is a string of JSON, such as {"a":1}, instead of an object in the check "a"',
		],
		{
			mismatches: [
				{
					...mismatch("$.items[0].detail", '{"a":1}', '{"a":1}'),
					message: `Expected '{"a":1}' (String) to be the same type as {"a":1} (Object)`,
				},
			],
		},
	],
	[
		"a value that the service rejects",
		errors({ pointer: "/action", detail: "No." }),
		[
			'rejects action "zap.created" with 400 instead of 200; the error says: No.',
		],
		{
			request: SEARCH.replace("{}", '{"action":"zap.created"}'),
			actual: 400,
			type: "application/problem+json",
			mismatches: [mismatch("status", "200", "400")],
		},
	],
	[
		"the reason of a rejection with words that contain a value",
		errors({ pointer: "/limit", detail: "required" }),
		[
			"rejects a valid request with 400 instead of 200; the error says: required",
		],
		{
			request: SEARCH.replace("{}", '{"action":"red","text":"uire"}'),
			...{ actual: 400, type: "application/problem+json" },
			mismatches: [mismatch("status", "200", "400")],
		},
	],
	[
		"the form of a success also if a rejection was expected",
		{ id: subject.id, name: "", created_at: at },
		[
			"accepts a request with 201 instead of 400, although name in the body must have at least 1 character",
			"createdAt is named created_at",
		],
		{
			...{ request: 'POST /v1/zaps {"name":""}', status: 400, actual: 201 },
			...{ type: "application/json" },
			mismatches: [mismatch("status", "400", "201")],
		},
	],
	[
		"a list with other records in the words of the check",
		page,
		['returns 2 records instead of 1 in the check "up to a time"'],
		{
			description: "up to a time",
			mismatches: [
				mismatch("$.items[0].action", '"a"', '"b"'),
				mismatch(
					"$.items",
					'[{"action":"a"}]',
					'[{"id":1,"action":"b"},{"id":2,"action":"a"}]',
				),
			],
		},
	],
	[
		"each other word of a record",
		page,
		[
			'action is "b" instead of "a" in the check "a"',
			'subject.type is "d" instead of "c" in the check "a"',
		],
		{
			mismatches: [
				mismatch("$.items[0].action", '"a"', '"b"'),
				mismatch("$.items[0].subject.type", '"c"', '"d"'),
			],
		},
	],
	[
		"the number of records also if their values deviate",
		{ ...page, items: [{ ...record, at: NAIVE }] },
		[NOT_AT, 'returns 2 records instead of 1 in the check "a"'],
		{
			mismatches: [
				mismatch("$.items[0].at", `"${at}"`, `"${NAIVE}"`),
				mismatch(
					"$.items",
					'[{"action":"a"}]',
					'[{"action":"b"},{"action":"a"}]',
				),
			],
		},
	],
	[
		"every family of metrics with another name or other labels, whatever the media type is",
		METRICS,
		[
			"sends text/plain instead of text/plain; version=0.0.4; charset=utf-8",
			...["a", "b"].map(
				(name) => `the metric ${name}_total is named ${name} ${IN_FAMILIES}`,
			),
			`the metric c_total is counted by c{d="e|f"} ${IN_FAMILIES}`,
			`the metric c has no labels instead of d and e ${IN_FAMILIES}`,
			`the metric c has the labels d, e instead of none ${IN_FAMILIES}`,
		],
		{
			request: "GET /metrics",
			type: "text/plain",
			description: FAMILIES,
			mismatches: [
				...["a", "b"].map((name) =>
					mismatch(
						"$",
						`# TYPE ${name}_total counter`,
						`# TYPE ${name} counter`,
					),
				),
				mismatch("$", "# TYPE c_total counter", '# TYPE c{d="e|f"} counter'),
				mismatch("$", "c has the labels d, e", "c has no labels"),
				mismatch("$", "c has no labels", "c has the labels d, e"),
			],
		},
	],
])("tells %s", async (_, response, expected, options) => {
	const { titles } = await explain(response, options);
	expect(titles).toEqual(expected);
});

test("a missing cursor refutes paging, and not the search that the check is about", async () => {
	const mismatches = [mismatch("$.nextCursor", "null", "missing")];
	const found = await explain({ items: [record] }, { mismatches });
	expect(found.refuted).toEqual(["audit.page"]);
	expect(found.checks).toMatchObject([{ refuted: new Map(), held: true }]);
});

test("a check that passes does not hide that the response violates the document", async () => {
	const detail = { name: null, steps: 1 };
	const { titles, refuted } = await explain({
		...page,
		items: [{ ...record, detail }],
	});
	expect(titles).toEqual([expect.stringMatching(/^detail\.name is null/)]);
	expect(refuted).toEqual(["audit.record"]);
});

test("the form of an error for an unknown path does not explain what a check finds in metrics", async () => {
	const observer = createObserver(contract, async ({ path }) =>
		received(
			path === "/metrics" ? 200 : 404,
			path === "/metrics" ? METRICS : '{"error":"No"}',
		),
	);
	const check = {
		...{ description: `getMetrics: ${FAMILIES}`, status: 200 },
		assumptions: [],
	};
	const send = observer.sendFor(check);
	await send({ method: "GET", path: "/understudy", expects: 404 });
	await send({ method: "GET", path: "/metrics" });
	const run = { contract, observer, headerNames: [] };
	const told = mismatch("$", "with labels", "with other labels");
	const checks = [judge(run, check, { mismatches: [told] })];
	const { differences } = await explainFailures(
		...([run, checks, NOTHING_LEARNT, observer, async () => checks] as const),
	);
	expect(differences.map(({ actual }) => actual)).toContain(told.actual);
});

test("the checks of an operation that needs another media type run again", async () => {
	const exchange = {
		request: { method: "POST", path: "/v1/zaps" },
		response: received(201, "{}"),
	};
	const mediaTypes = new Map([
		[
			"searchAudit",
			{
				documented: "application/json",
				mediaType: "application/vnd.a+json",
				example: exchange,
			},
		],
	]);
	const observer = createObserver(contract, async () => received(415));
	const check = {
		...{ description: "searchAudit: a", status: 200, assumptions: [] },
	};
	await observer.sendFor(check)({ method: "POST", path: "/v1/audit/search" });
	const run = { contract, observer, headerNames: [] };
	const checks = [judge(run, check, { mismatches: [mismatch("$", "a", "b")] })];
	const again: string[] = [];
	await explainFailures(
		...([run, checks, { ...NOTHING_LEARNT, mediaTypes }, observer] as const),
		async (names) => {
			again.push(...names);
			return [];
		},
	);
	expect(again).toEqual(["searchAudit: a"]);
});

test("a page without records is no evidence of what records have", async () => {
	const unseen = async (items: readonly object[]) =>
		(await explain({ items, nextCursor: null })).checks[0]?.unseen;
	expect(await unseen([])).toEqual(["audit.record"]);
	expect(await unseen([record])).toEqual([]);
});
