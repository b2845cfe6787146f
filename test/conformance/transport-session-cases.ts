import { expect, test } from "vitest";
import { capabilities, type TransportName } from "./capabilities.ts";
import { postJson, readProblem, zapNames } from "./requests.ts";
import type { Open } from "./transports.ts";

const inSession = (id: string) => ({ "mock-session": id });
const LONGEST = "Session-1_of.".repeat(8).slice(0, 100);

/** Whoever names a session has it alone. */
export function addSessionCases(name: TransportName, open: Open): void {
	test("keeps sessions apart that a header names", async () => {
		await using staged = await open({ dataset: "empty" });
		await postJson(staged, "/v1/zaps", { name: "of a" }, inSession("a"));
		await postJson(staged, "/v1/zaps", { name: "of b" }, inSession("b"));
		await postJson(staged, "/v1/zaps", { name: "of nobody" });
		expect(await zapNames(staged, inSession("a"))).toEqual(["of a"]);
		expect(await zapNames(staged, inSession("b"))).toEqual(["of b"]);
		expect(await zapNames(staged, inSession("c"))).toEqual([]);
		expect(await zapNames(staged)).toEqual(["of nobody"]);
		expect(await zapNames(staged, inSession("default"))).toEqual(["of nobody"]);
	});

	test("keeps many sessions apart that are busy at once", async () => {
		await using staged = await open({ dataset: "empty" });
		const sessions = Array.from({ length: 40 }, (_, index) => `s${index}`);
		await Promise.all(
			sessions.map(async (id) => {
				for (const name of ["1", "2", "3"]) {
					const body = { name: `${id} ${name}` };
					await postJson(staged, `/__session/${id}/v1/zaps`, body);
				}
			}),
		);
		for (const id of sessions)
			expect(await zapNames(staged, inSession(id))).toEqual([
				`${id} 3`,
				`${id} 2`,
				`${id} 1`,
			]);
	});

	test("gives each session its own ids, clock and metrics", async () => {
		await using staged = await open({ dataset: "empty" });
		const create = async (id: string): Promise<unknown> => {
			const headers = inSession(id);
			const body = { name: "Same" };
			return (await postJson(staged, "/v1/zaps", body, headers)).json();
		};
		const metrics = async (id: string): Promise<string> =>
			(
				await staged.fetch(`${staged.baseUrl}/metrics`, {
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

	test("takes a session that the path names for the one that a header names", async () => {
		await using staged = await open({ dataset: "empty" });
		const inPath = "/__session/a";
		await postJson(staged, `${inPath}/v1/zaps`, { name: "by path" });
		await postJson(staged, "/v1/zaps", { name: "by header" }, inSession("a"));
		await postJson(staged, `${inPath}/v1/zaps`, { name: "x" }, inSession("a"));
		const names = ["x", "by header", "by path"];
		expect(await zapNames(staged, {}, inPath)).toEqual(names);
		expect(await zapNames(staged, inSession("a"))).toEqual(names);
		expect(await zapNames(staged)).toEqual([]);
	});

	test("answers below a session's path as it does elsewhere", async () => {
		await using staged = await open();
		const url = `${staged.baseUrl}/__session/a`;
		const page = await staged.fetch(`${url}/v1/zaps?limit=1`);
		const { nextCursor } = await page.json();
		const next = await staged.fetch(
			`${url}/v1/zaps?limit=1&cursor=${nextCursor}`,
		);
		expect(next.status).toBe(200);
		const head = await staged.fetch(`${url}/metrics`, { method: "HEAD" });
		expect(head.status).toBe(200);
		const removed = await staged.fetch(`${url}/v1/zaps`, { method: "DELETE" });
		expect(await readProblem(removed)).toMatchObject({
			status: 405,
			detail: expect.stringContaining(" /v1/zaps"),
		});
		if (capabilities[name].unknownPath === "passed on") return;
		for (const path of ["/v1/Zaps", "", "/"])
			expect(
				await readProblem(await staged.fetch(`${url}${path}`)),
			).toMatchObject({ status: 404 });
	});

	test.each([LONGEST, "...", ".a", "-", "a.b_C-9", "default"])(
		"takes %j for the name of a session",
		async (id) => {
			await using staged = await open();
			const response = await staged.fetch(`${staged.baseUrl}/v1/health`, {
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
	])("refuses %j as the name of a session, and does nothing", async (id) => {
		await using staged = await open({ dataset: "empty" });
		const body = { name: "No" };
		const refused = await postJson(staged, "/v1/zaps", body, inSession(id));
		expect(refused.headers.get("mock-assumptions")).toBeNull();
		expect(await readProblem(refused)).toMatchObject({
			status: 400,
			detail: expect.stringContaining(
				'Name it with 1 to 100 of the characters A-Z, a-z, 0-9, ".", "_" and "-", but not "." or "..".',
			),
		});
		expect(await zapNames(staged)).toEqual([]);
	});

	test.each(["", "a%20b", "a:b", `${LONGEST}x`])(
		"refuses %j as the name of a session in the path",
		async (id) => {
			await using staged = await open({ dataset: "empty" });
			const path = `/__session/${id}/v1/zaps`;
			const refused = await postJson(staged, path, { name: "No" });
			expect(await readProblem(refused)).toMatchObject({
				status: 400,
				detail: expect.stringContaining(`"${id}"`),
			});
			expect(await zapNames(staged)).toEqual([]);
		},
	);

	test("refuses a request that names two sessions, and does nothing in either", async () => {
		await using staged = await open({ dataset: "empty" });
		const refused = await postJson(
			staged,
			"/__session/a/v1/zaps",
			{ name: "No" },
			inSession("b"),
		);
		expect(await readProblem(refused)).toMatchObject({
			status: 400,
			detail: expect.stringContaining('both "b" and "a"'),
		});
		for (const id of ["a", "b", "default"])
			expect(await zapNames(staged, inSession(id))).toEqual([]);
	});
}
