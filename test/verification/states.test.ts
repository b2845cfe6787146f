import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	type ScratchFolder,
	scratchFolder,
} from "../support/scratch-folder.ts";
import { startStub } from "../support/stub-server.ts";
import {
	interaction,
	startProvider,
	stated,
	verify,
	writePact,
} from "./foreign-pact.ts";

let folder: ScratchFolder;
beforeAll(async () => {
	folder = await scratchFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

describe("a provider state", () => {
	test("that has no handler is told of, though Pact would only warn", async () => {
		await using provider = await startProvider();
		const pact = await writePact(folder, stated("the moon is full"));
		const { code, stderr } = await verify(provider.url, pact);
		expect(code).toBe(2);
		expect(stderr).toContain(
			'The state "the moon is full" has no handler. Give one with --states',
		);
	});

	test("whose handler throws is no success", async () => {
		await using provider = await startProvider();
		const states = await folder.file(
			"throws.mjs",
			'export default { full: () => { throw new Error("clouds"); } };',
		);
		const pact = await writePact(folder, stated("full"));
		const { code, stderr } = await verify(provider.url, pact, [
			"--states",
			states,
		]);
		expect(code).toBe(2);
		expect(stderr).toContain(
			'The handler of the state "full" failed: clouds. Mend it in the module given with --states.',
		);
	});

	test("without a name is nobody's to arrange, though Pact asks for it", async () => {
		const told: unknown[] = [];
		await using hook = await startStub((request, response) => {
			told.push(request.url);
			response.writeHead(500).end();
		});
		await using provider = await startProvider();
		const pact = await writePact(folder, interaction("as it is"));
		const states = ["--states", hook.url];
		const { code, stdout } = await verify(provider.url, pact, states);
		expect({ code, told }).toEqual({ code: 0, told: [] });
		expect(stdout).toMatch(/External +1 hold/);
	});

	test.each([
		["mjs", "export default"],
		["js", "export const states ="],
		["ts", "interface Values { id: string }\nexport default"],
	])(
		"is arranged by a module in .%s, whose values go into the request",
		async (ending, begin) => {
			await using provider = await startProvider();
			const type = ending === "ts" ? ": Values" : "";
			const states = await folder.file(
				`states.${ending}`,
				`${begin} { "one is there": (params) => { const made${type} = { id: params.prefix + "7" }; return made; } };`,
			);
			const pact = await writePact(
				folder,
				stated("", {
					providerStates: [{ name: "one is there", params: { prefix: "a" } }],
					request: {
						method: "GET",
						path: "/v1/health",
						query: { id: ["x"] },
						generators: {
							query: {
								id: { type: "ProviderState", expression: "\u0024{id}" },
							},
						},
					},
				}),
			);
			const { code, stderr } = await verify(provider.url, pact, [
				"--states",
				states,
			]);
			expect({ code, stderr }).toMatchObject({ code: 0 });
			expect(provider.asked[0]?.url).toBe("/v1/health?id=a7");
		},
	);

	test("is arranged by a hook, that is told of its end too", async () => {
		const told: unknown[] = [];
		await using hook = await startStub(async (request, response) => {
			told.push(await json(request));
			response.writeHead(200).end("{}");
		});
		await using provider = await startProvider();
		const pact = await writePact(folder, stated("full"));
		const states = ["--states", `${hook.url}/states`];
		expect((await verify(provider.url, pact, states)).code).toBe(0);
		expect(told).toEqual([
			{ action: "setup", state: "full", params: {} },
			{ action: "teardown", state: "full", params: {} },
		]);
	});

	test("whose hook fails is no success", async () => {
		let asked = 0;
		await using hook = await startStub((_, response) => {
			asked += 1;
			response.writeHead(503).end();
		});
		await using provider = await startProvider();
		const pact = await writePact(folder, stated("full"));
		const { code, stderr } = await verify(provider.url, pact, [
			"--states",
			hook.url,
		]);
		expect(code).toBe(2);
		expect(stderr).toMatch(
			/The state "full" could not be arranged at http:\S+: it answered 503\. See --states\./,
		);
		// Once to set it up and once to clean up; Pact would try again and again.
		expect(asked).toBeLessThanOrEqual(2);
	});
});
