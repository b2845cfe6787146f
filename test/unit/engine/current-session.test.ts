import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { MockOptions } from "../../../src/engine/context.ts";
import { createTestMock, inSession } from "./test-mock.ts";

const context = new AsyncLocalStorage<string>();
const currentSession = (): string | undefined => context.getStore();

const OPTIONS: MockOptions = { currentSession, dataset: "empty" };

test("assigns requests and control calls to the session of the running code", async () => {
	await using mock = createTestMock(OPTIONS);
	const { control } = mock;
	const useMock = async (id: string): Promise<unknown[]> => {
		await mock.post("/v1/zaps", { name: `of ${id}` });
		await setImmediate();
		await control.setScenario(id === "a" ? "unhealthy" : "normal");
		const status = await mock.status("/v1/health");
		const { body } = await mock.get("/v1/zaps");
		return [body, status, await control.countRequests()];
	};
	const [a, b] = await Promise.all(
		["a", "b"].map((id) => context.run(id, useMock, id)),
	);
	expect(a).toMatchObject([{ items: [{ name: "of a" }] }, 503, 3]);
	expect(b).toMatchObject([{ items: [{ name: "of b" }] }, 200, 3]);
});

test("prefers the session named by a request or a control over the session of the running code", async () => {
	await using mock = createTestMock(OPTIONS);
	const { control } = mock;
	await context.run("a", async () => {
		await mock.create("of b", "b");
		await mock.post("/__session/c/v1/zaps", { name: "of c" });
		await control.session("b").setScenario("unhealthy");
	});
	expect(await mock.names("a")).toEqual([]);
	expect(await mock.names("b")).toEqual(["of b"]);
	expect(await mock.names("c")).toEqual(["of c"]);
	expect(await mock.status("/v1/health", inSession("a"))).toBe(200);
	expect(await mock.status("/v1/health", inSession("b"))).toBe(503);
});
