import { expect, test } from "vitest";
import { capabilities, type TransportName } from "./capabilities.ts";
import { listZapNames, postJson, readProblem } from "./requests.ts";
import type { OpenTransport } from "./transports.ts";

const inSession = (id: string) => ({ "mock-session": id });
const LONGEST = "Session-1_of.".repeat(8).slice(0, 100);

/** Adds cases for sessions. */
export function addSessionCases(
	name: TransportName,
	open: OpenTransport,
): void {
	test("isolates sessions named by the header", async () => {
		await using mock = await open({ dataset: "empty" });
		await postJson(mock, "/v1/zaps", { name: "of a" }, inSession("a"));
		await postJson(mock, "/v1/zaps", { name: "of b" }, inSession("b"));
		await postJson(mock, "/v1/zaps", { name: "of default" });
		expect(await listZapNames(mock, inSession("a"))).toEqual(["of a"]);
		expect(await listZapNames(mock, inSession("b"))).toEqual(["of b"]);
		expect(await listZapNames(mock, inSession("c"))).toEqual([]);
		expect(await listZapNames(mock)).toEqual(["of default"]);
		expect(await listZapNames(mock, inSession("default"))).toEqual([
			"of default",
		]);
	});

	test("isolates many concurrent sessions", async () => {
		await using mock = await open({ dataset: "empty" });
		const sessions = Array.from({ length: 40 }, (_, index) => `s${index}`);
		await Promise.all(
			sessions.map(async (id) => {
				for (const name of ["1", "2", "3"]) {
					const body = { name: `${id} ${name}` };
					await postJson(mock, `/__session/${id}/v1/zaps`, body);
				}
			}),
		);
		for (const id of sessions)
			expect(await listZapNames(mock, inSession(id))).toEqual([
				`${id} 3`,
				`${id} 2`,
				`${id} 1`,
			]);
	});

	test("keeps separate ids, clocks and metrics per session", async () => {
		await using mock = await open({ dataset: "empty" });
		const create = async (id: string): Promise<unknown> => {
			const headers = inSession(id);
			const body = { name: "Same" };
			return (await postJson(mock, "/v1/zaps", body, headers)).json();
		};
		const metrics = async (id: string): Promise<string> =>
			(
				await mock.fetch(`${mock.baseUrl}/metrics`, {
					headers: inSession(id),
				})
			).text();
		const first = await create("a");
		const second = await create("a");
		expect(first).toMatchObject({ createdAt: "2026-01-01T00:00:00.000Z" });
		expect(second).toMatchObject({ createdAt: "2026-01-01T00:00:00.001Z" });
		expect(await create("b")).toEqual(first);
		expect(await metrics("a")).toContain("\nzaps 2\n");
		expect(await metrics("b")).toContain("\nzaps 1\n");
		expect(await metrics("b")).not.toContain("listZaps");
	});

	test("uses the same session for its name in the path and in the header", async () => {
		await using mock = await open({ dataset: "empty" });
		const inPath = "/__session/a";
		await postJson(mock, `${inPath}/v1/zaps`, { name: "by path" });
		await postJson(mock, "/v1/zaps", { name: "by header" }, inSession("a"));
		await postJson(mock, `${inPath}/v1/zaps`, { name: "x" }, inSession("a"));
		const names = ["x", "by header", "by path"];
		expect(await listZapNames(mock, {}, inPath)).toEqual(names);
		expect(await listZapNames(mock, inSession("a"))).toEqual(names);
		expect(await listZapNames(mock)).toEqual([]);
	});

	test("responds the same way below the path of a session", async () => {
		await using mock = await open();
		const url = `${mock.baseUrl}/__session/a`;
		const page = await mock.fetch(`${url}/v1/zaps?limit=1`);
		const { nextCursor } = await page.json();
		const next = await mock.fetch(
			`${url}/v1/zaps?limit=1&cursor=${nextCursor}`,
		);
		expect(next.status).toBe(200);
		const head = await mock.fetch(`${url}/metrics`, { method: "HEAD" });
		expect(head.status).toBe(200);
		const removed = await mock.fetch(`${url}/v1/zaps`, { method: "DELETE" });
		expect(await readProblem(removed)).toMatchObject({
			status: 405,
			detail: expect.stringContaining(" /v1/zaps"),
		});
		if (capabilities[name].unknownPath === "passed on") return;
		for (const path of ["/v1/Zaps", "", "/"])
			expect(
				await readProblem(await mock.fetch(`${url}${path}`)),
			).toMatchObject({ status: 404 });
	});

	test.each([LONGEST, "...", ".a", "-", "a.b_C-9", "default"])(
		"accepts the session name %j",
		async (id) => {
			await using mock = await open();
			const response = await mock.fetch(`${mock.baseUrl}/v1/health`, {
				headers: inSession(id),
			});
			expect(response.status).toBe(200);
		},
	);

	test.each([
		"",
		".",
		"..",
		"a b",
		"a/b",
		"a,b",
		"a%20b",
		"a:b",
		"é",
		`${LONGEST}x`,
	])("rejects the session name %j", async (id) => {
		await using mock = await open({ dataset: "empty" });
		const body = { name: "No" };
		const rejected = await postJson(mock, "/v1/zaps", body, inSession(id));
		expect(rejected.headers.get("mock-assumptions")).toBeNull();
		expect(await readProblem(rejected)).toMatchObject({
			status: 400,
			detail: expect.stringContaining(
				'Use 1 to 100 of the characters A-Z, a-z, 0-9, ".", "_" and "-", but not "." or "..".',
			),
		});
		expect(await listZapNames(mock)).toEqual([]);
	});

	test.each(["", "a%20b", "a:b", `${LONGEST}x`])(
		"rejects the session name %j in the path",
		async (id) => {
			await using mock = await open({ dataset: "empty" });
			const path = `/__session/${id}/v1/zaps`;
			const rejected = await postJson(mock, path, { name: "No" });
			expect(await readProblem(rejected)).toMatchObject({
				status: 400,
				detail: expect.stringContaining(`"${id}"`),
			});
			expect(await listZapNames(mock)).toEqual([]);
		},
	);

	test("rejects a request that names two sessions", async () => {
		await using mock = await open({ dataset: "empty" });
		const rejected = await postJson(
			mock,
			"/__session/a/v1/zaps",
			{ name: "No" },
			inSession("b"),
		);
		expect(await readProblem(rejected)).toMatchObject({
			status: 400,
			detail: expect.stringContaining(
				'names session "b", but the path names "a"',
			),
		});
		for (const id of ["a", "b", "default"])
			expect(await listZapNames(mock, inSession(id))).toEqual([]);
	});
}
