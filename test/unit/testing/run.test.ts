import { AssertionError } from "node:assert";
import { HttpResponse, http } from "msw";
import { describe, expect, test, vi } from "vitest";
import { createMock, defineHandler } from "../../../src/entries/index.ts";
import { setupMock } from "../../../src/entries/node.ts";
import {
	BASE,
	createZap,
	listNames,
	sessionsOf,
	statusOf,
	testMock,
} from "./zaps.ts";

const mock = testMock();
const health = () => statusOf(`${BASE}/v1/health`);
const begun = { dataset: "default", seed: 7, scenario: "unhealthy" };
const teapot = http.get(
	"*/v1/health",
	() => new HttpResponse(null, { status: 418 }),
);

describe("a run", () => {
	test("resets everything to its options", async () => {
		await mock.run(begun, async ({ resetAll }) => {
			const first = await listNames();
			for (const reset of [mock.resetAll, resetAll]) {
				await createZap("A");
				await mock.setScenario("normal");
				await mock.answer("listZaps", 503);
				mock.use(teapot);
				await reset();
				expect(await mock.countRequests()).toBe(0);
				expect(await health()).toBe(503);
				expect(await listNames()).toEqual(first);
			}
			await createZap("A");
			await mock.reset();
			expect(await listNames()).toEqual(first);
		});
	});

	test("leaves resetAll outside of runs to reset everything to the options of the mock", async () => {
		await createZap("A");
		await mock.setScenario("unhealthy");
		mock.use(teapot);
		expect(await health()).toBe(418);
		mock.resetHandlers();
		expect(await health()).toBe(503);
		mock.use(teapot);
		await mock.resetAll();
		expect(await listNames()).toEqual([]);
		expect(await health()).toBe(200);
	});

	test.each<[object, string]>([
		[{ dataset: "huge" }, 'Unknown dataset "huge"'],
		[{ seed: 1.5 }, "/seed must be a whole number"],
		[{ scenario: "sunny" }, 'Unknown scenario "sunny"'],
		[{ onUnhandled: "ignore" }, 'Unknown onUnhandled "ignore"'],
	])(
		"rejects %j with a reason, and leaves no session",
		async (options, reason) => {
			await expect(mock.run(options, () => {})).rejects.toThrow(reason);
			expect(await sessionsOf(mock.control)).toEqual(["default"]);
		},
	);

	test("requires a function", async () => {
		// @ts-expect-error
		await expect(mock.run({ dataset: "empty" })).rejects.toThrow(
			"run requires a function: run(async () => { … }), or",
		);
	});

	test("knows its session, URL and headers", async () => {
		const own = await mock.run({ name: "shows a zap" }, (given) => given);
		expect(own).toMatchObject({
			session: expect.stringMatching(/^shows-a-zap\.[0-9a-f-]{36}$/),
			url: BASE,
			headers: { "Mock-Session": own.session },
		});
	});

	test("describes its last exchanges, and deletes its session, even if it fails", async () => {
		let described = "";
		const failing = mock.run(async () => {
			for (const name of "ABCDEF") await createZap(name);
			await fetch(`${BASE}/v1/zaps?limit=x`);
			described = await mock.describe();
			expect(await sessionsOf(mock.control)).toHaveLength(2);
			throw new Error("failed");
		});
		await expect(failing).rejects.toThrow("failed");
		expect(await sessionsOf(mock.control)).toEqual(["default"]);
		await mock.run(() => createZap("G"));
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

	test("that fails is described by its error, or by the context of its test, whichever run failed last", async () => {
		const fail = (name: string) =>
			mock
				.run(async () => {
					await createZap(name);
					throw new Error(name);
				})
				.catch((error: unknown) => error);
		const [a, b] = await Promise.all([fail("A"), fail("B")]);
		expect(await mock.describe(a)).toContain('POST /api/v1/zaps {"name":"A"}');
		// As node:test wraps it. Another run is open, to which the call does not belong.
		const context = { passed: false, error: new Error("B", { cause: b }) };
		let open: Promise<void> | undefined;
		const end = await new Promise<() => void>((opened) => {
			open = mock.run(() => new Promise<void>((resolve) => opened(resolve)));
		});
		expect(await mock.describe(context)).toContain('{"name":"B"}');
		end();
		await open;
		const other = await mock.describe(new Error("of no run"));
		expect(other).not.toContain('{"name":"B"}');
	});

	test("appends its last exchanges to the message of its error, once, and keeps the error", async () => {
		const error = new AssertionError({ message: "It failed.\nTwice." });
		const [head = "", ...frames] = `${error.stack}`.split(/(?=\n {4}at )/);
		const thrown = await mock
			.run(async () => {
				await createZap("outer");
				await mock.run(async () => {
					await createZap("inner");
					throw error;
				});
			})
			.catch((reason: unknown) => reason);
		expect(thrown).toBe(error);
		expect(error).toBeInstanceOf(AssertionError);
		const exchanges = `

The last exchanges with the mock, newest first:
  POST /api/v1/zaps {"name":"inner"} → 201
    assumptions: zap.fields, zap.request, zaps.created`;
		expect(error.message).toBe(`It failed.\nTwice.${exchanges}`);
		expect(error.stack).toBe(head + exchanges + frames.join(""));
		await expect(mock.run(() => Promise.reject(error))).rejects.toBe(error);
		expect(error.message).toBe(`It failed.\nTwice.${exchanges}`);
	});

	test("appends only exchanges that the message of its error does not have", async () => {
		const failing = mock.run(async () => {
			await createZap("A");
			throw new Error(await mock.describe());
		});
		const described = mock.run(async () => {
			await createZap("A");
			return mock.describe();
		});
		await expect(failing).rejects.toThrow(new Error(await described));
	});

	test.each([
		["a text", "failed"],
		["nothing", undefined],
		["an object without a stack", { message: "failed" }],
		["an error that cannot be changed", Object.freeze(new Error("failed"))],
		["an error whose message is computed", new DOMException("failed")],
		[
			"an object that throws when it is read",
			Object.defineProperty({}, "message", {
				get() {
					throw new Error("read");
				},
			}),
		],
	])("passes on %s that its code has thrown", async (_, thrown) => {
		const before = Object(thrown).stack;
		const failing = mock.run(() => Promise.reject(thrown));
		expect(await failing.catch((reason: unknown) => reason)).toBe(thrown);
		if (Object.isFrozen(thrown)) expect(Object(thrown).stack).toBe(before);
	});

	test("can be nested in another run", async () => {
		await mock.run(async (outer) => {
			await createZap("outer");
			await mock.run(async (inner) => {
				expect(await listNames()).toEqual([]);
				await createZap("inner");
				expect(await outer.countRequests({ operation: "createZap" })).toBe(1);
				expect(inner.session).not.toBe(outer.session);
			});
			expect(await listNames()).toEqual(["outer"]);
		});
	});

	test("takes the latest response from answer, as often as given", async () => {
		await mock.run({ scenario: "broken" }, async () => {
			await mock.answer("createZap", 400);
			await Promise.all([
				mock.answer("createZap", { status: 201, times: 2 }),
				mock.answer("listZaps", 503),
			]);
			for (const status of [201, 201, 400])
				expect(await createZap("A")).toBe(status);
			expect(await statusOf(`${BASE}/v1/zaps`)).toBe(503);
			expect((await mock.state()).zaps).toEqual([]);
			expect(await mock.countRequests({ operation: "createZap" })).toBe(3);
			await mock.clearFaults();
			expect(await createZap("A")).toBe(500);
			await mock.setFaults([{ operation: "createZap", kind: "reset" }]);
			await expect(createZap("A")).rejects.toThrow();
		});
	});
});

describe("a body of an answer that violates the document", () => {
	const valid = {
		...{ id: "zap_01KDTQ3T0ZFG5NQB2V9WG94VEE", name: "A" },
		createdAt: "2026-01-01T00:00:00Z",
	};
	const list = (zap: typeof valid, times = 1) => ({
		items: Array.from({ length: times }, () => zap),
		nextCursor: null,
	});
	const get = () => fetch(`${BASE}/v1/zaps`);
	const violationsOf = async () => {
		const [entry] = (await mock.requests()).requests;
		return entry?.violations?.map(({ message }) => message);
	};

	test("is sent as it is, and the journal and the description show where", async () => {
		await mock.run(async () => {
			const body = list({ ...valid, createdAt: "today" }, 9);
			await mock.answer("listZaps", { body });
			const response = await get();
			expect(await response.json()).toEqual(body);
			expect(response.headers.get("mock-violations")).toBeNull();
			const time = "must be an RFC 3339 time, like 2026-01-01T00:00:00Z";
			expect(await violationsOf()).toHaveLength(9);
			expect(await mock.describe()).toContain(
				`→ 200 (fault: status)
    violates $.items[0].createdAt ${time}`,
			);
			expect(await mock.describe()).toMatch(
				/items\[4\].*\n {4}violates the OpenAPI document in 4 other places$/m,
			);
			await mock.answer("listZaps", {
				...{ body: list(valid), headers: { "content-type": "text/html" } },
			});
			await get();
			expect(await violationsOf()).toEqual([
				"header content-type: expected application/json, but found text/html",
			]);
			expect(await mock.countRequests({ violations: true })).toBe(2);
		});
	});

	test.each<[string, Parameters<typeof mock.answer<"listZaps", 200>>[1]]>([
		["it conforms", { body: list(valid) }],
		["it is forced", { status: 200, force: true, body: "gone" }],
		["its status is forced", { status: 418, force: true, body: "gone" }],
		["its status is a server error", 503],
	])("is not looked for if %s", async (_, stub) => {
		await mock.run(async () => {
			await mock.answer("listZaps", stub);
			await get();
			expect(await violationsOf()).toBeUndefined();
		});
	});

	test("is not looked for if only a handler defines the operation", async () => {
		const handler = defineHandler("GET /v1/names", ({ reply }) =>
			reply(200, []),
		);
		const own = createMock({ handlers: [handler] });
		await own.control.setFaults([
			{ operation: "GET /v1/names", kind: "status", status: 200, body: [1] },
		]);
		await own.fetch(new Request("http://own.test/v1/names"));
		const [entry] = (await own.control.requests()).requests;
		expect(entry).toMatchObject({ status: 200, response: { body: [1] } });
		expect(entry).not.toHaveProperty("violations");
	});
});

describe("MSW handlers that a run adds", () => {
	test("take precedence in this run and its nested runs only", async () => {
		const inBoth = async () => [await health(), await mock.run(health)];
		const [using, other] = await Promise.all([
			mock.run(() => {
				mock.use(teapot);
				return inBoth();
			}),
			mock.run(inBoth),
		]);
		expect(using).toEqual([418, 418]);
		expect(other).toEqual([200, 200]);
		expect(await health()).toBe(200);
	});

	test("may have a relative path", async () => {
		const path = `${new URL(BASE).pathname}/v1/health`;
		const gone = http.get(path, () => new HttpResponse(null, { status: 410 }));
		await mock.run(async () => {
			mock.use(gone);
			expect(await health()).toBe(410);
		});
	});

	test("also take precedence if added with MSW's own server", async () => {
		await mock.run(async () => {
			mock.server.use(teapot);
			expect(await health()).toBe(418);
			mock.resetHandlers();
			expect(await health()).toBe(200);
		});
	});
});

test("only one mock can listen at a time, and others cannot run", async () => {
	const other = setupMock({ baseUrl: "http://other.test" });
	expect(() => other.listen()).toThrow(
		"Cannot listen: another mock of this process is listening",
	);
	const act = vi.fn();
	await expect(other.run(act)).rejects.toThrow(
		"This mock is not listening. Call mock.listen() first",
	);
	expect(act).not.toHaveBeenCalled();
	expect(await other.describe()).toBe(
		"This mock is not listening. Call mock.listen() first.",
	);
	expect(mock.listen()).toBe(mock);
	await other.close();
	expect(await health()).toBe(200);
});
