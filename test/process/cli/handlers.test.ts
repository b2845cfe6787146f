import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createControlClient } from "../../../src/control/client/client.ts";
import { defineHandler } from "../../../src/entries/index.ts";
import { connectMock } from "../../../src/entries/node.ts";
import { postJson } from "../../support/post-json.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startCli } from "../../support/understudy.ts";

const FILE = "understudy.config.ts";

const config = (path: string, word: string): string => `
import { http, HttpResponse } from "msw";
import { defineConfig, defineHandler } from "zaps-understudy";
export default defineConfig({
	scenarios: { down: { description: "Down.", faults: [{ operation: "GET ${path}", kind: "status", status: 503 }] } },
	handlers: [
		http.get("/v1/plain", () => HttpResponse.json("plain")),
		http.post("/v1/tick", () => {
			process.nextTick(() => { throw new Error("It failed later."); });
			return HttpResponse.json("tick");
		}),
		defineHandler("getHealth", ({ reply }) => reply(200, { status: "${word}" } as never)),
		defineHandler("POST /v1/loop", async ({ request }) => {
			const sent = await fetch(\`http://\${request.header("host")}/v1/loop\`, { method: "POST", body: "{}" });
			return { status: sent.status, body: await sent.json() };
		}),
		defineHandler("GET ${path}", async ({ path, state, reply }) =>
			reply(200, { word: "${word}", path, count: await state.count("zaps") })),
		defineHandler("DELETE /v1/zaps/{zapId}", async ({ path, state, reply, reject }) =>
			(await state.remove("zaps", path.zapId)) ? reply(204) : reject(404, "It is gone.")),
	],
});
`;

test("serve runs the handlers of its configuration, logs violations, and follows the changes of the file", async () => {
	await using folder = await scratchFolder();
	const modules = join(import.meta.dirname, "../../../node_modules");
	await symlink(modules, join(folder.path, "node_modules"), "dir");
	await folder.file(FILE, config("/v1/words/{word}", "one"));
	await using cli = await startCli(["--dataset", "empty"], folder.path);
	const get = (path: string) => fetch(cli.url + path);
	const readJson = async (path: string) => (await get(path)).json();
	async function nextEvent(event: string) {
		for (;;) {
			const found = await cli.nextEvent();
			if (found.event === event) return found;
		}
	}
	const created = await fetch(`${cli.url}/v1/zaps`, postJson({ name: "A" }));
	const { id } = await created.json();
	expect(await readJson("/v1/words/a")).toEqual({
		...{ word: "one", path: { word: "a" }, count: 1 },
	});
	expect(await readJson("/v1/plain")).toBe("plain");
	expect(await readJson("/v1/health")).toEqual({ status: "one" });
	const tick = await fetch(`${cli.url}/v1/tick`, {
		method: "POST",
		body: "{}",
	});
	expect(await tick.json()).toBe("tick");
	const logged = ["createZap", "GET /v1/words/{word}", null];
	for (const operation of logged)
		expect((await nextEvent("request")).operation).toBe(operation);
	expect(await nextEvent("request")).toMatchObject({
		operation: "getHealth",
		violations: [{ where: "$.status", actual: '"one"' }],
	});

	const loop = await fetch(`${cli.url}/v1/loop`, { method: "POST" });
	expect(loop.status).toBe(508);

	await folder.file(FILE, config("/v1/terms/{term}", "two"));
	expect(await nextEvent("config")).toMatchObject({ needsRestart: false });
	expect(await readJson("/v1/terms/b")).toEqual({
		...{ word: "two", path: { term: "b" }, count: 1 },
	});
	expect((await get("/v1/words/a")).status).toBe(404);
	const control = createControlClient({ url: cli.url });
	await control.setScenario("down");
	expect((await get("/v1/terms/b")).status).toBe(503);
	await control.setScenario("normal");
	const remove = () => fetch(`${cli.url}/v1/zaps/${id}`, { method: "DELETE" });
	expect((await remove()).status).toBe(204);
	expect((await remove()).status).toBe(404);

	await folder.file(FILE, config("no path", "three"));
	expect(await nextEvent("error")).toMatchObject({
		message: expect.stringContaining(
			'Unknown operation "GET no path" of a handler.',
		),
	});
	expect((await get("/v1/terms/b")).status).toBe(200);
	const term = "GET /v1/terms/{term}";
	const handlers = [defineHandler(term, ({ reply }) => reply(200))];
	const mock = await connectMock({ url: cli.url, handlers });
	await mock.answer(term, 503);
	expect((await fetch(`${mock.url}/v1/terms/c`)).status).toBe(503);
	await mock.close();
});
