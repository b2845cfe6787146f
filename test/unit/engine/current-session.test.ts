import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTestMock, inSession } from "./test-mock.ts";

const context = new AsyncLocalStorage<string>();
const currentSession = (): string | undefined => context.getStore();

const zap = (name: string) => ({ name });

test("assigns requests and control calls to the session of the running code", async () => {
	await using mock = createTestMock({ currentSession, dataset: "empty" });
	const useMock = async (id: string): Promise<unknown[]> => {
		await mock.post("/v1/zaps", zap(`of ${id}`));
		await setImmediate();
		await mock.control.setScenario(id === "a" ? "unhealthy" : "normal");
		const { status } = await mock.get("/v1/health");
		const { body } = await mock.get("/v1/zaps");
		const { total } = await mock.control.requests();
		return [body, status, total];
	};
	const [a, b] = await Promise.all([
		context.run("a", useMock, "a"),
		context.run("b", useMock, "b"),
	]);
	expect(a).toMatchObject([{ items: [{ name: "of a" }] }, 503, 3]);
	expect(b).toMatchObject([{ items: [{ name: "of b" }] }, 200, 3]);
	expect((await mock.control.requests()).total).toBe(6);
	expect(await mock.names()).toEqual([]);
});

test("prefers the session named by a request or a control over the session of the running code", async () => {
	await using mock = createTestMock({ currentSession, dataset: "empty" });
	const { control } = mock;
	await context.run("a", async () => {
		await mock.post("/v1/zaps", zap("of b"), inSession("b"));
		await mock.post("/__session/c/v1/zaps", zap("of c"));
		await control.session("b").setScenario("unhealthy");
	});
	expect(await mock.names("a")).toEqual([]);
	expect(await mock.names("b")).toEqual(["of b"]);
	expect(await mock.names("c")).toEqual(["of c"]);
	expect((await mock.get("/v1/health", inSession("a"))).status).toBe(200);
	expect((await mock.get("/v1/health", inSession("b"))).status).toBe(503);
});
