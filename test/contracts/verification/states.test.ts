import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	type ScratchFolder,
	scratchFolder,
} from "../../support/scratch-folder.ts";
import { startStub } from "../../support/stub-server.ts";
import {
	interaction,
	startProvider,
	stated,
	verify,
	writePact,
} from "./external-pact.ts";

let folder: ScratchFolder;
beforeAll(async () => {
	folder = await scratchFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

describe("a provider state", () => {
	test("without a handler is an error, although Pact only warns", async () => {
		await using provider = await startProvider();
		const pact = await writePact(folder, stated("the moon is full"));
		const { code, stderr } = await verify(provider.url, pact);
		expect(code).toBe(2);
		expect(stderr).toContain(
			'The provider state "the moon is full" has no handler. Pass one with --states',
		);
	});

	test("whose handler throws is an error", async () => {
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
			'The handler of the provider state "full" failed: clouds. Fix it in the module passed with --states.',
		);
	});

	test.each([
		["a BigInt", "({ count: 1n })", "BigInt"],
		["a circular value", "{ const a = {}; a.a = a; return a; }", "circular"],
	])("whose handler returns %s is an error", async (_, body, reason) => {
		await using provider = await startProvider();
		const states = await folder.file(
			`unserializable-${reason}.mjs`,
			`export default { full: () => ${body} };`,
		);
		const pact = await writePact(folder, stated("full"));
		const { code, stderr } = await verify(provider.url, pact, [
			"--states",
			states,
		]);
		expect(code).toBe(2);
		expect(stderr).toMatch(
			new RegExp(
				`The handler of the provider state "full" failed: .*${reason}`,
			),
		);
	});

	test("without a name is not sent to the hook, although Pact requests it", async () => {
		const received: unknown[] = [];
		await using hook = await startStub((request, response) => {
			received.push(request.url);
			response.writeHead(500).end();
		});
		await using provider = await startProvider();
		const pact = await writePact(folder, interaction("as it is"));
		const states = ["--states", hook.url];
		const { code, stdout } = await verify(provider.url, pact, states);
		expect({ code, received }).toEqual({ code: 0, received: [] });
		expect(stdout).toMatch(/External +1 passed/);
	});

	test.each([
		["mjs", "export default"],
		["js", "export const states ="],
		["ts", "interface Values { id: string }\nexport default"],
	])(
		"is set up by a module in .%s, whose values are inserted into the request",
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
			expect(provider.received[0]?.url).toBe("/v1/health?id=a7");
		},
	);

	test("is set up by a hook, which also receives the teardown", async () => {
		const received: unknown[] = [];
		await using hook = await startStub(async (request, response) => {
			received.push(await json(request));
			response.writeHead(200).end("{}");
		});
		await using provider = await startProvider();
		const pact = await writePact(folder, stated("full"));
		const states = ["--states", `${hook.url}/states`];
		expect((await verify(provider.url, pact, states)).code).toBe(0);
		expect(received).toEqual([
			{ action: "setup", state: "full", params: {} },
			{ action: "teardown", state: "full", params: {} },
		]);
	});

	test("whose hook fails is an error", async () => {
		let calls = 0;
		await using hook = await startStub((_, response) => {
			calls += 1;
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
			/The provider state "full" could not be set up at http:\S+: it responded with 503\. Check the hook, or pass another --states\./,
		);
		// Once for setup and once for teardown. Pact would retry.
		expect(calls).toBeLessThanOrEqual(2);
	});
});
