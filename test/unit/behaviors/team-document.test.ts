import { expect, test } from "vitest";
import { createMock } from "../../../src/entries/index.ts";
import { loadDocument } from "../../../src/service/load-document.ts";

/** Names in snake case, numbers as ids, pages by number, envelopes, 422 beside 400, plain text, and `Location`. */
const document = await loadDocument("test/unit/behaviors/team.yaml");

function createClient(dataset = "empty") {
	const mock = createMock({ document, dataset });
	async function send(path: string, init?: RequestInit) {
		const response = await mock.fetch(
			new Request(`http://team.test${path}`, init),
		);
		const text = await response.text();
		const isJson = response.headers.get("content-type")?.includes("json");
		return {
			status: response.status,
			location: response.headers.get("location"),
			type: response.headers.get("content-type"),
			body: isJson ? JSON.parse(text) : text,
		};
	}
	const post = (path: string, body: unknown) =>
		send(path, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: typeof body === "string" ? body : JSON.stringify(body),
		});
	return { mock, send, post };
}

const zap = (display_name: string, others = {}) => ({
	zap: { display_name, ...others },
});

test("a record has the names, the id, the time and the envelope of the document", async () => {
	const { post } = createClient();
	expect(await post("/api/zaps", zap("A", { is_enabled: false }))).toEqual({
		status: 201,
		type: "application/json",
		location: "/api/zaps/1",
		body: {
			data: {
				id: 1,
				display_name: "A",
				is_enabled: false,
				created_at: "2026-01-01T00:00:00Z",
			},
		},
	});
	const { body } = await post("/api/zaps", zap("B"));
	expect(body.data).toMatchObject({ id: 2, is_enabled: true });
});

test("pages are counted by number, newest first, with a total", async () => {
	const { send, post } = createClient();
	for (const name of ["A", "B", "C"]) await post("/api/zaps", zap(name));
	const namesOf = async (query: string) => {
		const { body } = await send(`/api/zaps?${query}`);
		const names = body.data.map(
			(each: { display_name: string }) => each.display_name,
		);
		return [names, body.meta];
	};
	expect(await namesOf("per_page=2")).toEqual([
		["C", "B"],
		{ page: 1, total: 3 },
	]);
	expect(await namesOf("per_page=2&page=2")).toEqual([
		["A"],
		{ page: 2, total: 3 },
	]);
	expect(await namesOf("per_page=2&page=3")).toEqual([
		[],
		{ page: 3, total: 3 },
	]);
});

test.each([
	["a missing property", zap, {}, "zap/display_name", "is required"],
	["an unknown property", zap, { x: 1 }, "zap/x", "is an unknown property"],
] as const)(
	"%s is a problem in the form of the document",
	async (_, __, others, field, message) => {
		const { post } = createClient();
		const sent = "x" in others ? zap("A", others) : { zap: others };
		const { status, body } = await post("/api/zaps", sent);
		expect(status).toBe(422);
		expect(body).toMatchObject({
			error: {
				code: "invalid",
				message: expect.stringContaining("invalid in one place"),
			},
		});
		const [error] = body.error.errors;
		expect(error).toEqual({ field, message: expect.stringContaining(message) });
	},
);

test("a body that is no JSON has the status and the text of the document", async () => {
	const { post } = createClient();
	expect(await post("/api/zaps", "{")).toEqual({
		status: 400,
		type: "text/plain",
		location: null,
		body: "The body is not valid JSON at position 1",
	});
});

test("each write is in the audit trail, which a search finds by the names of the document", async () => {
	const { post } = createClient();
	await post("/api/zaps", zap("A"));
	await post("/api/zaps", zap("B"));
	const all = await post("/api/audit/search", {});
	expect(all.body).toEqual([
		{
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			occurred_at: Date.parse("2026-01-01T00:00:00Z") / 1000,
			event: "zap_created",
			subject_type: "zap",
			subject_id: 2,
		},
		expect.objectContaining({ subject_id: 1 }),
	]);
	const none = await post("/api/audit/search", { event: "zap_removed" });
	expect(none.body).toEqual([]);
	const later = await post("/api/audit/search", { after: 1_800_000_000 });
	expect(later.body).toEqual([]);
});

test("the control interface reads, adds, changes and removes records by the id of the document", async () => {
	const { mock, send } = createClient();
	const added = await mock.control.addRecord("zaps", { display_name: "A" });
	expect(added).toMatchObject({ id: 1, display_name: "A" });
	await mock.control.updateRecord("zaps", "1", { ...added, display_name: "B" });
	expect((await send("/api/zaps")).body.data).toMatchObject([
		{ id: 1, display_name: "B" },
	]);
	await mock.control.removeRecord("zaps", "1");
	expect((await send("/api/zaps")).body.data).toEqual([]);
});

test("a dataset is made of the requests that the document accepts", async () => {
	const { mock, send } = createClient("default");
	const { body } = await send("/api/zaps?per_page=50");
	expect(body.meta.total).toBe(5);
	expect(body.data.map(({ id }: { id: number }) => id)).toEqual(
		Array.from({ length: 5 }, (_, index) => 5 - index),
	);
	await mock.control.setState(await mock.control.state());
});

test("a dataset with another record than the document describes is refused", async () => {
	const { mock } = createClient();
	await expect(
		mock.control.setState({
			zaps: [{ id: "one", display_name: "A" }],
		} as never),
	).rejects.toThrow(/\/zaps\/0/);
});
