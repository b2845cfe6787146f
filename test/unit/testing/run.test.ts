import { HttpResponse, http } from "msw";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient, type ZapsClient } from "../../../contracts/client.ts";
import { setupMock } from "../../../src/node.ts";

const BASE = "http://zaps.test/api";
const mock = setupMock({ baseUrl: BASE, dataset: "empty" });
let client: ZapsClient;
beforeAll(() => {
	mock.listen();
	client = createClient({ baseUrl: BASE });
});
afterAll(() => mock.close());

const create = (name: string) => client.POST("/v1/zaps", { body: { name } });
async function names(): Promise<string[] | undefined> {
	const { data } = await client.GET("/v1/zaps");
	return data?.items.map(({ name }) => name);
}

describe("a run", () => {
	test("sees only its own requests and records", async () => {
		const seen = await Promise.all(
			["A", "B", "C"].map((name) =>
				mock.run(async () => {
					await create(name);
					const counted = mock.countRequests({ operation: "createZap" });
					return [await names(), await counted];
				}),
			),
		);
		expect(seen).toEqual([
			[["A"], 1],
			[["B"], 1],
			[["C"], 1],
		]);
		expect(await names()).toEqual([]);
	});

	test("starts with its options", async () => {
		const begun = { dataset: "default", seed: 7, scenario: "unhealthy" };
		const first = await mock.run(begun, names);
		expect(first).toHaveLength(20);
		expect(await mock.run(begun, names)).toEqual(first);
		expect(await mock.run({ ...begun, seed: 8 }, names)).not.toEqual(first);
		await mock.run({ dataset: "default", seed: 7 }, async () => {
			await create("A");
			await mock.reset();
			expect(await names()).toEqual(first);
		});
	});

	test("resets everything to its options", async () => {
		const begun = { dataset: "default", seed: 7, scenario: "unhealthy" };
		await mock.run(begun, async ({ resetAll }) => {
			const first = await names();
			for (const reset of [mock.resetAll, resetAll]) {
				await create("A");
				await mock.setScenario("normal");
				await mock.answer("listZaps", 503);
				mock.use(http.get("*/v1/health", () => HttpResponse.json({})));
				await reset();
				expect(await mock.countRequests()).toBe(0);
				expect((await client.GET("/v1/health")).response.status).toBe(503);
				expect(await names()).toEqual(first);
			}
		});
	});

	test("leaves resetAll outside of runs to reset everything to the options of the mock", async () => {
		await create("A");
		await mock.setScenario("broken");
		mock.use(http.get("*/v1/health", () => HttpResponse.json({})));
		await mock.resetAll();
		expect(await names()).toEqual([]);
		const { data } = await client.GET("/v1/health");
		expect(data).toEqual({ status: "ok" });
	});

	test.each([
		[{ dataset: "huge" }, 'Unknown dataset "huge"'],
		[{ seed: 1.5 }, "/seed must be a whole number"],
		[{ scenario: "sunny" }, 'Unknown scenario "sunny"'],
		[{ onUnhandled: "ignore" }, 'Unknown onUnhandled "ignore"'],
	])(
		"rejects %j with a reason, and leaves no session",
		async (options: object, reason) => {
			await expect(mock.run(options, () => {})).rejects.toThrow(reason);
			const sessions = await mock.control.sessions();
			expect(sessions.map(({ id }) => id)).toEqual(["default"]);
		},
	);

	test("requires a function", async () => {
		// @ts-expect-error
		await expect(mock.run({ dataset: "empty" })).rejects.toThrow(
			"run requires a function: run(async () => { … }), or",
		);
	});

	test("knows its session, URL and headers", async () => {
		const { session, url, headers } = await mock.run(
			{ name: "shows a zap" },
			(own) => own,
		);
		expect(session).toMatch(/^shows-a-zap\.[0-9a-f-]{36}$/);
		expect(url).toBe(BASE);
		expect(headers).toEqual({ "Mock-Session": session });
	});

	test("deletes its session at the end, even if it fails", async () => {
		const failing = mock.run(async () => {
			await create("A");
			expect(await mock.control.sessions()).toHaveLength(2);
			throw new Error("failed");
		});
		await expect(failing).rejects.toThrow("failed");
		expect(await mock.control.sessions()).toHaveLength(1);
	});

	test("describes its last exchanges, even after it has failed", async () => {
		let described = "";
		const failing = mock.run(async () => {
			for (const name of "ABCDEF") await create(name);
			await fetch(`${BASE}/v1/zaps?limit=x`);
			described = await mock.describe();
			throw new Error("failed");
		});
		await expect(failing).rejects.toThrow("failed");
		await mock.run(() => create("G"));
		expect(await mock.describe()).toBe(described);
		expect(described.replace(/\n {4}assumptions: .*/g, "")).toBe(
			`The last exchanges with the mock, newest first:
  GET /api/v1/zaps?limit=x → 400 (limit must be a whole number)
  POST /api/v1/zaps {"name":"F"} → 201
  POST /api/v1/zaps {"name":"E"} → 201
  POST /api/v1/zaps {"name":"D"} → 201
  POST /api/v1/zaps {"name":"C"} → 201
  and 2 more before`,
		);
	});

	test("can be nested in another run", async () => {
		await mock.run(async (outer) => {
			await create("outer");
			await mock.run(async (inner) => {
				expect(await names()).toEqual([]);
				await create("inner");
				expect(await outer.countRequests({ operation: "createZap" })).toBe(1);
				expect(inner.session).not.toBe(outer.session);
			});
			expect(await names()).toEqual(["outer"]);
		});
	});

	test("takes the latest response from answer, as often as given", async () => {
		await mock.run({ scenario: "broken" }, async () => {
			await mock.answer("createZap", 400);
			await Promise.all([
				mock.answer("createZap", { status: 201, times: 2 }),
				mock.answer("listZaps", 503),
			]);
			const statuses = [];
			for (const _ of [1, 2, 3])
				statuses.push((await create("A")).response.status);
			expect(statuses).toEqual([201, 201, 400]);
			expect((await client.GET("/v1/zaps")).response.status).toBe(503);
			expect((await mock.state()).zaps).toEqual([]);
			expect(await mock.countRequests({ operation: "createZap" })).toBe(3);
			await mock.clearFaults();
			expect((await create("A")).response.status).toBe(500);
			await mock.setFaults([{ operation: "createZap", kind: "reset" }]);
			await expect(create("A")).rejects.toThrow();
		});
	});
});

describe("MSW handlers that a run adds", () => {
	const teapot = http.get(
		"*/v1/health",
		() => new HttpResponse(null, { status: 418 }),
	);
	const status = async () => (await client.GET("/v1/health")).response.status;

	test("take precedence in this run and its nested runs only", async () => {
		const both = await Promise.all([
			mock.run(async () => {
				mock.use(teapot);
				return [await status(), await mock.run(status)];
			}),
			mock.run(async () => [await status(), await mock.run(status)]),
		]);
		expect(both).toEqual([
			[418, 418],
			[200, 200],
		]);
		expect(await status()).toBe(200);
	});

	test("must have a whole URL", () => {
		const relative = http.get("/v1/health", () => HttpResponse.json({}));
		expect(() => mock.use(teapot, relative)).toThrow(
			'The handler GET /v1/health cannot match, because its path is relative. Write "*/v1/health" or a whole URL.',
		);
	});

	test("also take precedence if added with MSW's own server", async () => {
		await mock.run(async () => {
			mock.server.use(teapot);
			expect(await status()).toBe(418);
			mock.resetHandlers();
			expect(await status()).toBe(200);
		});
	});
});

test("only one mock can listen at a time, and others cannot run", async () => {
	const other = setupMock({ baseUrl: "http://other.test" });
	expect(() => other.listen()).toThrow(
		"Cannot listen: another mock of this process is listening",
	);
	let ran = false;
	const run = other.run(() => {
		ran = true;
	});
	await expect(run).rejects.toThrow(
		"This mock is not listening. Call mock.listen() first",
	);
	expect(ran).toBe(false);
	expect(mock.listen()).toBe(mock);
	await other.close();
	expect((await client.GET("/v1/health")).response.status).toBe(200);
});
