import { json } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { createCall } from "../../../src/verification/operations.ts";
import { startStub } from "../../support/stub-server.ts";
import { testFolder } from "../../support/test-folder.ts";
import { createStateHandler, understudy } from "./built.ts";
import {
	interaction,
	startProvider,
	stated,
	verifyPact,
	writePact,
} from "./external-pact.ts";

const folder = await testFolder();

describe("a provider state", () => {
	test("is an error without a handler, about which Pact only warns, and if its handler fails", async () => {
		await using provider = await startProvider();
		const names = ["the moon is full", "it throws", "BigInt"];
		const pact = await writePact(folder, ...names.map((name) => stated(name)));
		const states = {
			"it throws"() {
				throw new Error("clouds");
			},
			BigInt: () => ({ count: 1n }),
		};
		const { exitCode, notices } = await verifyPact(provider.url, pact, {
			states,
		});
		expect(exitCode).toBe(2);
		expect(notices).toEqual([
			expect.stringContaining(
				'The provider state "the moon is full" has no handler. Pass one with --states',
			),
			'The handler of the provider state "it throws" failed: clouds. Fix it in the module passed with --states.',
			expect.stringMatching(
				/^The handler of the provider state "BigInt" failed: .*BigInt/,
			),
		]);
	});

	test.each([
		["js", "export const states ="],
		["ts", "interface Values { id: string }\nexport default"],
	])("can be set up by a module in .%s", async (ending, begin) => {
		const type = ending === "ts" ? ": Values" : "";
		const states = await folder.file(
			`states.${ending}`,
			`${begin} { full: ({ of }) => { const made${type} = { id: of + "7" }; return made; } };`,
		);
		const call = createCall([], () => Promise.reject(new Error(states)));
		const handle = await createStateHandler(states, {}, () => call, 1_000);
		expect(await handle("setup", "full", { of: "a" })).toEqual({ id: "a7" });
	});

	test("is set up by the module in --states, whose values are inserted into the request", async () => {
		await using provider = await startProvider();
		const states = await folder.file(
			"states.mjs",
			'export default { full: ({ of }) => ({ id: of + "7" }) };',
		);
		const generated = { type: "ProviderState", expression: "\u0024{id}" };
		const request = {
			...{ method: "GET", path: "/v1/health", query: { id: ["x"] } },
			generators: { query: { id: generated } },
		};
		const providerStates = [{ name: "full", params: { of: "a" } }];
		const pact = await writePact(
			folder,
			stated("full", { providerStates, request }),
		);
		const { code, stderr } = await understudy(
			...["verify", provider.url, "--only", "getHealth"],
			...["--pact", pact, "--states", states],
		);
		expect({ code, stderr }).toMatchObject({ code: 0 });
		expect(provider.received[0]?.url).toBe("/v1/health?id=a7");
	});

	test("is set up by a hook, which also receives the teardown, and not the state without a name that Pact requests", async () => {
		const received: unknown[] = [];
		await using hook = await startStub(async (request, response) => {
			const { state, ...change } = Object(await json(request));
			received.push({ state, ...change });
			response.writeHead(state === "broken" ? 503 : 200).end("{}");
		});
		await using provider = await startProvider();
		const interactions = [
			interaction("as it is"),
			stated("full"),
			stated("broken"),
		];
		const pact = await writePact(folder, ...interactions);
		const states = `${hook.url}/states`;
		const verification = await verifyPact(provider.url, pact, {
			states: `${states}?key=s3cret`,
		});
		const { exitCode, report, notices } = verification;
		expect({ exitCode, notices }).toEqual({
			exitCode: 2,
			notices: [
				`The provider state "broken" could not be set up at ${states}?…: it responded with 503. Check the hook, or pass another --states.`,
			],
		});
		expect(report.summary.external).toEqual({ passed: 2, failed: 1 });
		// Pact would retry a failed setup.
		expect(received).toEqual([
			{ action: "setup", state: "full", params: {} },
			{ action: "teardown", state: "full", params: {} },
			{ action: "setup", state: "broken", params: {} },
		]);
	});
});
