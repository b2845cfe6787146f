import { readFile } from "node:fs/promises";
import { afterAll, describe, expect, test } from "vitest";
import { createMock } from "zaps-understudy";
import { loadDocument, type MockDocument } from "zaps-understudy/node";
import { verify } from "zaps-understudy/verify";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { serveMock } from "../../support/serve-mock.ts";

const TEAM = "test/unit/behaviors/team.yaml";
const text = await readFile(TEAM, "utf8");
const folder = await scratchFolder();
afterAll(() => folder[Symbol.asyncDispose]());

const team = await loadDocument(TEAM);

/** Returns the document with other words. */
async function change(
	...edits: readonly (readonly [string | RegExp, string])[]
) {
	let changed = text;
	for (const [from, to] of edits) {
		const next = changed.replaceAll(from, to);
		expect(next, String(from)).not.toBe(changed);
		changed = next;
	}
	const file = await folder.file(`${crypto.randomUUID()}.yaml`, changed);
	return loadDocument(file);
}

/** Serves the mock of a document, and verifies it, or some of its operations, by another. */
async function verifyMock(
	served: MockDocument,
	document: MockDocument = team,
	only?: readonly string[],
) {
	const mock = createMock({ document: served, clock: "system" });
	await using server = await serveMock(mock);
	return await verify(server.url, { document, ...(only && { only }) });
}

const failed = ({ report }: Awaited<ReturnType<typeof verifyMock>>): string[] =>
	report.interactions
		.filter(({ passed }) => !passed)
		.map(({ description }) => description);

test("a mock passes the checks of its own document, which bind without --strict", async () => {
	const found = await verifyMock(team);
	expect(failed(found)).toEqual([]);
	expect(found.exitCode).toBe(0);
	expect(found.unchecked).toEqual([]);
	expect(found.report.summary.confirmed.passed).toBeGreaterThanOrEqual(15);
	const checks = found.report.interactions.map(
		({ description }) => description,
	);
	expect(checks).toEqual(
		expect.arrayContaining([
			"createZap: /zap violates required display_name",
			"createZap: /zap/display_name violates maxLength 80",
			"createZap: with a body that is no JSON",
			"listZaps: page violates minimum 1",
			"listZaps: a record of createZap comes first",
			"listZaps: the page after the second",
		]),
	);
});

const OF_ZAPS = ["createZap", "listZaps"];
const OTHER_ENVELOPE = [
	[
		"data: { type: array, x-role: page.items",
		"rows: { type: array, x-role: page.items",
	],
	["required: [data, meta]", "required: [rows, meta]"],
] as const;

describe("a service that differs fails, and the report says where", () => {
	test.each([
		[
			"another name, another status and another form of ids",
			[
				["display_name", "title"],
				['"201":', '"200":'],
				[
					"id: { type: integer, x-role: zap.id }",
					"id: { type: string, format: uuid, x-role: zap.id }",
				],
			],
			[
				["$.data[*].display_name", "title"],
				["status", "200"],
				["$.data[*].id", "a UUID"],
			],
		],
		[
			"another envelope, a longer name and unknown properties",
			[
				...OTHER_ENVELOPE,
				["maxLength: 80", "maxLength: 90"],
				["additionalProperties: false", "additionalProperties: {}"],
			],
			[
				["$.data", "rows"],
				["status", "201"],
			],
			"createZap: /zap/display_name violates maxLength 80",
			"createZap: /zap violates additionalProperties false",
		],
	] as const)("%s", async (_, edits, expected, ...checks) => {
		const found = await verifyMock(await change(...edits), team, OF_ZAPS);
		expect(found.exitCode).toBe(1);
		const places = found.report.differences.map((each) => [
			each.where,
			each.actual,
		]);
		for (const [where, actual] of expected)
			expect(places).toContainEqual([where, expect.stringContaining(actual)]);
		expect(failed(found)).toEqual(expect.arrayContaining(checks));
	});

	/** Verifies operations of the mock of the document with other responses. */
	async function verifyChanged(
		only: readonly string[],
		respond: (request: Request, body: unknown) => object | undefined,
		headers: Record<string, string> = {},
	): Promise<string[]> {
		const mock = createMock({ document: team, clock: "system" });
		await using server = await serveMock(mock, {
			override: () => async (request) => {
				const response = await mock.fetch(request.clone());
				if (response.status >= 300) return response;
				const changed = respond(request, await response.clone().json());
				if (!changed) return response;
				const { status } = response;
				const kept = { ...Object.fromEntries(response.headers), ...headers };
				return Response.json(changed, { status, headers: kept });
			},
		});
		return failed(await verify(server.url, { document: team, only }));
	}

	test("a page that begins with the oldest record", async () => {
		const found = await verifyChanged(["listZaps"], ({ method, url }, body) => {
			const { data, ...page } = Object(body);
			const isList = method === "GET" && url.includes("/zaps");
			return isList ? { ...page, data: data.toReversed() } : undefined;
		});
		expect(found).toEqual([
			"listZaps: a record of createZap comes first",
			"listZaps: the first page, newest first",
			"listZaps: the page after the first",
			"listZaps: the page after the second",
		]);
	});

	test("a record with another value than was sent, and another Location", async () => {
		const change = ({ method, url }: Request, body: unknown) =>
			method === "POST" && url.includes("/zaps")
				? {
						data: { ...Object(body).data, is_enabled: true, display_name: "x" },
					}
				: undefined;
		expect(await verifyChanged(["createZap"], change)).toEqual([
			"createZap: with only what it requires",
			"createZap: as the document shows it",
			"createZap: with display_name between spaces, which are kept",
		]);
		const same = ({ method, url }: Request, body: unknown) =>
			method === "POST" && url.includes("/zaps") ? Object(body) : undefined;
		expect(
			await verifyChanged(["createZap"], same, { location: "/elsewhere" }),
		).toEqual(["createZap: the example of the document"]);
	});

	test("a search that ignores its conditions", async () => {
		const all = [
			{ id: crypto.randomUUID(), occurred_at: 1, event: "a", subject_id: 1 },
		];
		const found = await verifyChanged(["searchAudit"], ({ url }) =>
			url.includes("/search") ? all : undefined,
		);
		expect(found).toContain("searchAudit: no record with an unknown action");
	});
});

test("what a document declares as an assumption does not bind, and is reported as refuted", async () => {
	const declared = await change([
		"data: { type: array, x-role: page.items",
		"data: { x-assumption: own.page, type: array, x-role: page.items",
	]);
	for (const [served, verdict] of [
		[await change(...OTHER_ENVELOPE), "refuted"],
		[declared, "held"],
	] as const) {
		const { report } = await verifyMock(served, declared, ["listZaps"]);
		expect(report.assumptions).toMatchObject([{ id: "own.page", verdict }]);
	}
});

test("operations that no check covers are named", async () => {
	const lending = await loadDocument("test/unit/behaviors/lending.yaml");
	const found = await verifyMock(lending, lending);
	expect(found.unchecked).toEqual(["getCover"]);
	expect(failed(found)).toEqual([]);
});

test("once the document says what the service does, it passes", async () => {
	const changed = await change(
		["display_name", "title"],
		["per_page", "size"],
		['"422":', '"409":'],
	);
	const found = await verifyMock(changed, changed, OF_ZAPS);
	expect([failed(found), found.exitCode]).toEqual([[], 0]);
});
