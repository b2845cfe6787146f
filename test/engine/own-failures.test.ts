import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { service } from "../../handlers/index.ts";
import { createStage } from "./stage.ts";

test("says that it failed itself where a dataset cannot be made, and makes it at the next request", async () => {
	const errors: unknown[] = [];
	let failures = 1;
	const datasets = {
		...service.datasets,
		async default() {
			if (failures-- > 0) throw new Error("no disk");
			return { zaps: [], commands: [], pipelines: [], audit: [] };
		},
	};
	await using stage = createStage(
		{ onError: (error) => errors.push(error) },
		{ datasets },
	);
	const { status, headers, body } = await stage.get("/v1/zaps");
	expect(status).toBe(500);
	expect(headers.get("mock-assumptions")).toBeNull();
	expect(body).toMatchObject({
		title: "Internal Server Error",
		detail: expect.stringContaining("The mock itself failed"),
	});
	expect(errors).toEqual([new Error("no disk")]);
	expect(await stage.names()).toEqual([]);
	const { requests } = await stage.control.requests();
	expect(requests.map((request) => request.status)).toEqual([200, 500]);
});

test("says that it failed itself where its answer cannot be written", async () => {
	const errors: unknown[] = [];
	const operations = service.operations.map((operation) => ({
		...operation,
		handle: async () => ({ status: 200, body: { count: 1n } }),
	}));
	await using stage = createStage(
		{ onError: (error) => errors.push(error) },
		{ operations },
	);
	expect((await stage.get("/v1/zaps")).status).toBe(500);
	expect(errors).toEqual([expect.any(TypeError)]);
	const { requests } = await stage.control.requests();
	expect(requests.map(({ status }) => status)).toEqual([500]);
});

test("is in the scenario that was asked for last, when several are asked for at once", async () => {
	await using stage = createStage();
	const { control } = stage;
	await Promise.all([
		control.setScenario("empty"),
		control.setScenario("unhealthy"),
		control.setScenario("normal"),
	]);
	expect(await control.scenarios()).toMatchObject({ active: "normal" });
	expect(await stage.names()).toHaveLength(20);
	await control.setScenario("empty");
	expect(await stage.names()).toEqual([]);
});

test("lets a request that is under way end in the scenario that it began in", async () => {
	await using stage = createStage({ dataset: "empty", scenario: "empty" });
	const late = stage.post("/v1/zaps", { name: "Late" }, { prefer: "delay=50" });
	await setTimeout(5);
	await stage.control.setScenario("normal");
	expect((await late).status).toBe(201);
	expect(await stage.names()).toEqual([]);
	await stage.control.setScenario("empty");
	expect(await stage.names()).toEqual([]);
});
