import { expect, test } from "vitest";
import type { OutgoingRequest } from "../../../src/verification/contract.ts";
import { judge } from "../../../src/verification/judge.ts";
import { createObserver } from "../../../src/verification/observer.ts";
import { explainFailures } from "../../../src/verification/run/explain-failures.ts";
import { received } from "../../support/received.ts";
import { contract, NOTHING_LEARNT } from "../../support/shipped-contract.ts";

type Response = readonly [status: number, type: string, body: string];

const observe = (...[status, type, body]: Response) =>
	createObserver(contract, async () =>
		received(status, body, { "content-type": type }),
	);

const check = (description: string, status: number) => ({
	...{ description, status, assumptions: [] },
});

/** Returns the differences as `where: expected > actual`, and how many checks they explain. */
async function explain(
	checks: Parameters<typeof explainFailures>[1],
	observer = observe(200, "", ""),
	surface: Parameters<typeof explainFailures>[5] = [],
) {
	const run = { contract, observer, headerNames: [] };
	const { differences } = await explainFailures(
		...([run, checks, NOTHING_LEARNT, observe(200, "", "")] as const),
		...([async () => [], surface] as const),
	);
	return differences.map(({ where, expected, actual, explains }) => [
		`${where}: ${expected} > ${actual}`,
		explains.length,
	]);
}

const pass = (description: string, status: number) =>
	judge({ contract, headerNames: [] }, check(description, status), {
		mismatches: [],
	});

test("the example request of an operation shows differences, unless no check of the operation was run", async () => {
	const probed = observe(200, "application/json", '{"status":"UP"}');
	const surface = check("getHealth: the surface", 200);
	await probed.sendFor(surface)({ method: "GET", path: "/v1/health" });
	const found = (operation: string) =>
		explain([pass(`${operation}: a`, 200)], undefined, probed.observations);
	expect(await found("getHealth")).toEqual([['$.status: "ok" > "UP"', 0]]);
	expect(await found("getMetrics")).toEqual([]);
});

const PLAIN: OutgoingRequest = {
	...{ method: "POST", path: "/v1/zaps", body: "{}" },
	headers: { "content-type": "text/plain" },
};

const FORM = "header content-type: application/problem+json > text/html";

test.each([
	["the expected status", 415, 400, [[FORM, 0]]],
	["the status of valid requests", 400, 400, [[FORM, 0]]],
	["a status of its own", 404, 400, [[FORM, 0]]],
	["a denial of access", 401, 400, []],
])(
	"the response to a check that was not reached shows its form with %s",
	async (_, status, valid, expected) => {
		const rejecting = observe(valid, "application/problem+json", "{}");
		await rejecting.arrangeFor("createZap: a")({
			...{ ...PLAIN, body: '{"name":"a"}' },
			headers: { "content-type": "application/json" },
		});
		const observer = observe(status, "text/html", "<p>No.");
		await observer.sendFor(check("createZap: a", 415))(PLAIN);
		const reached = pass("createZap: a", 415);
		const failed = { ...reached, passed: false, notReached: "it failed" };
		const observations = [...rejecting.observations, ...observer.observations];
		const found = await explain([failed], { ...observer, observations });
		expect(found.filter(([text]) => `${text}`.match(/html|415/))).toEqual(
			expected,
		);
	},
);

test("a check that finds other records because a condition is ignored refutes only what the document says about the condition", async () => {
	const ulid = "01KDVQ2JM0R4T7XKQ5D2V9N8HC";
	const record = {
		...{ id: `aud_${ulid}`, at: "2026-01-01T00:00:00.000Z" },
		...{ action: "zap.created", subject: { type: "zap", id: "a" } },
	};
	const body = JSON.stringify({ items: [record], nextCursor: null });
	const observer = observe(200, "application/json", body);
	const own = {
		...check("searchAudit: an action", 200),
		assumptions: ["audit.query", "audit.trail"],
	};
	await observer.sendFor(own)({
		...{ method: "POST", path: "/v1/audit/search" },
		headers: { "content-type": "application/json" },
		body: '{"action":"understudyunknown"}',
	});
	const items = { where: "$.items", expected: "[]", actual: "[{}]" };
	const mismatches = [{ ...items, message: "" }];
	const run = { contract, observer, headerNames: [] };
	const explanation = await explainFailures(
		run,
		[judge(run, own, { mismatches })],
		...([NOTHING_LEARNT, observe(200, "", ""), async () => []] as const),
	);
	const { differences, checks } = explanation;
	expect(differences).toMatchObject([
		{
			...{ where: "$.items", actual: "ignores action" },
			...{ assumptions: ["audit.query"], explains: [own.description] },
		},
	]);
	expect(checks[0]?.refuted).toEqual(new Map());
});

test("a new name inside an object does not hide the same name beside it", async () => {
	const steps = [{ key: "a", name: "zaps.export", state: "done", at: 1 }];
	const receipt = { key: "b", name: null, state: "done", at: 2, steps };
	const probed = observe(202, "application/json", JSON.stringify(receipt));
	await probed.sendFor(check("submitPipeline: the surface", 202))({
		...{ method: "POST", path: "/v1/pipeline" },
		body: '{"steps":[{"command":"zaps.export"}]}',
	});
	const found = await explain(
		[pass("submitPipeline: a", 202)],
		undefined,
		probed.observations,
	);
	expect(found).toContainEqual(["$.steps[*].command: command > name", 0]);
	expect(found).toContainEqual(["$.name: not documented > null", 0]);
});

test.each([
	["an invalid request that was accepted before is not told", 400, 5, 0],
	["another invalid request is told", 400, 6, 1],
	["a valid request is told", 201, 5, 1],
])("a conflict with %s", async (_, status, first, count) => {
	const statuses = [201, 409];
	const observer = createObserver(contract, async () =>
		received(statuses.shift() ?? 409, "{}"),
	);
	const repeated = check("createZap: a", status);
	for (const name of [first, 5])
		await observer.sendFor(repeated)({
			...{ ...PLAIN, body: JSON.stringify({ name }) },
			headers: { "content-type": "application/json" },
		});
	const mismatch = { where: "status", expected: `${status}`, actual: "409" };
	const failed = judge({ contract, headerNames: [] }, repeated, {
		mismatches: [{ ...mismatch, message: "" }],
	});
	const found = await explain([failed], observer);
	const conflicts = found.filter(([text]) => `${text}`.endsWith("> 409"));
	expect(conflicts).toHaveLength(count);
});
