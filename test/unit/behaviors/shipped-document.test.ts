import { expect, test } from "vitest";
import { storePlans } from "../../../contracts/generate/emit-contract.ts";
import { plans } from "../../../contracts/generated/plans.ts";
import { listViolatingRequests } from "../../../src/document/violating-requests.ts";
import { createMock } from "../../../src/entries/index.ts";
import { loadDocument } from "../../../src/service/load-document.ts";

const document = await loadDocument("contracts/openapi.yaml");

const json = { "content-type": "application/json" };
const post = (body: unknown, headers: HeadersInit = json): RequestInit => ({
	method: "POST",
	headers,
	body: typeof body === "string" ? body : JSON.stringify(body),
});

/** Requests in the order in which they are sent, some of which are rejected. */
const REQUESTS: readonly (readonly [path: string, init?: RequestInit])[] = [
	["/v1/health"],
	["/v1/health", { method: "HEAD" }],
	["/v1/command", post({ command: "a.b", args: { x: 1 } })],
	["/v1/command", post({ command: "a.b", extra: 1 })],
	["/v1/pipeline", post({ steps: [{ command: "x" }, { command: "y" }] })],
	["/v1/pipeline", post({ steps: [] })],
	["/v1/zaps", post({ name: "A", enabled: true, owner: { id: 1 } })],
	["/v1/zaps", post({ name: "B", command: "c", __proto__: null })],
	["/v1/zaps", post({ id: "x", name: 5 })],
	["/v1/zaps", post("{")],
	["/v1/zaps", post("{}", {})],
	["/v1/zaps", post({ name: "x".repeat(201) })],
	["/v1/zaps", post("x".repeat(1_100_000))],
	["/v1/zaps"],
	["/v1/zaps?limit=1"],
	["/v1/zaps?limit=0&cursor=x"],
	["/v1/zaps", { method: "DELETE" }],
	["/v1/zaps", { headers: { prefer: "code=429" } }],
	["/v1/audit/search", post({})],
	["/v1/audit/search", post({ action: "zap.created", text: "A" })],
	["/v1/audit/search", post({ subjectType: "pipeline", limit: 1 })],
	["/v1/audit/search", post({ from: "2026-01-01T00:00:00.001Z" })],
	["/v1/audit/search", post({ cursor: "x" })],
	["/metrics"],
	["/nope"],
];

/** A request for each constraint of the document, which violates it. */
const VIOLATIONS = listViolatingRequests(document.parts).map(
	({ operation: id, request }) => {
		const found = document.parts.operations.find((each) => each.id === id);
		const path = String(found?.path);
		return "query" in request
			? ([
					`${path}?${new URLSearchParams(Object.entries(request.query).map(([name, value]) => [name, String(value)]))}`,
				] as const)
			: ([path, post(request.json)] as const);
	},
);

const allOf = async (response: Response): Promise<unknown> => ({
	status: response.status,
	headers: [...response.headers],
	body: await response.text(),
});

test("a mock that loads the shipped document responds with the same bytes as one without", async () => {
	const shipped = createMock({ dataset: "empty" });
	const loaded = createMock({ dataset: "empty", document });
	for (const [path, init] of [...REQUESTS, ...VIOLATIONS]) {
		const create = () => new Request(`http://zaps.test${path}`, init);
		const expected = await allOf(await shipped.fetch(create()));
		expect(await allOf(await loaded.fetch(create())), path).toEqual(expected);
	}
	expect(await loaded.control.state()).toEqual(await shipped.control.state());
});

test("the build and a mock that loads the document find the same behaviors", () => {
	expect(storePlans(document.parts, document.plans)).toEqual(plans);
});

test("the datasets of a document have valid records, and the same for the same seed", async () => {
	const read = async () => {
		const mock = createMock({ document });
		const state = await mock.control.state();
		await mock.control.setState(state);
		return state;
	};
	const state = await read();
	expect(await read()).toEqual(state);
	expect(
		Object.fromEntries(
			Object.entries(state).map(([name, { length }]) => [name, length]),
		),
	).toEqual({ commands: 5, pipelines: 5, zaps: 5, audit: 15 });
});
