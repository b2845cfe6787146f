import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createStage, inSession } from "./stage.ts";

const context = new AsyncLocalStorage<string>();
const currentSession = (): string | undefined => context.getStore();

const zap = (name: string) => ({ name });

test("takes what the running code does for that of its session", async () => {
	await using stage = createStage({ currentSession, dataset: "empty" });
	const play = async (id: string): Promise<unknown[]> => {
		await stage.post("/v1/zaps", zap(`of ${id}`));
		await setImmediate();
		await stage.control.setScenario(id === "a" ? "unhealthy" : "normal");
		const { status } = await stage.get("/v1/health");
		const { body } = await stage.get("/v1/zaps");
		const { total } = await stage.control.requests();
		return [body, status, total];
	};
	const [a, b] = await Promise.all([
		context.run("a", play, "a"),
		context.run("b", play, "b"),
	]);
	expect(a).toMatchObject([{ items: [{ name: "of a" }] }, 503, 3]);
	expect(b).toMatchObject([{ items: [{ name: "of b" }] }, 200, 3]);
	expect((await stage.control.requests()).total).toBe(6);
	expect(await stage.names()).toEqual([]);
});

test("lets a request that names its session win over the running code", async () => {
	await using stage = createStage({ currentSession, dataset: "empty" });
	await context.run("a", () =>
		stage.post("/v1/zaps", zap("of b"), inSession("b")),
	);
	await context.run("a", () => stage.post("/__session/c/v1/zaps", zap("of c")));
	expect(await stage.names("a")).toEqual([]);
	expect(await stage.names("b")).toEqual(["of b"]);
	expect(await stage.names("c")).toEqual(["of c"]);
});

test("lets a control that names its session win over the running code", async () => {
	await using stage = createStage({ currentSession });
	await context.run("a", () =>
		stage.control.session("b").setScenario("unhealthy"),
	);
	expect((await stage.get("/v1/health", inSession("a"))).status).toBe(200);
	expect((await stage.get("/v1/health", inSession("b"))).status).toBe(503);
});
