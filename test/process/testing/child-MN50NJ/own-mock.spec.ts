
import { afterAll, beforeAll, describe, expect, test as plain } from "vitest";
import { test } from "../../../../src/entries/vitest.ts";
import { createClient } from "../../../../src/entries/client.ts";
import { loadConfig, setupMock } from "../../../../src/entries/node.ts";
const baseUrl = "http://zaps.test";

const refused = "GET http://zaps.test/v1/zaps was rejected: it was sent outside of a test with a mock. Import test from \"zaps-understudy/vitest\" instead of \"vitest\".";
let early;
beforeAll(async () => { early = await fetch("http://zaps.test/v1/zaps").catch(String); });
plain("has no mock in Vitest's own test", async () => {
	expect(early).toContain(refused);
	const error = await fetch("http://zaps.test/v1/zaps").catch((reason) => reason);
	expect(error.message).toContain(refused);
	expect(error.stack).toMatch(/Use beforeEach instead of beforeAll\.\n {4}at .*own-mock\.spec\.ts:\d+:\d+$/i);
	await expect(fetch("http://127.0.0.1:1/")).rejects.toThrow("fetch failed");
});
plain("has the matcher without the fixture", async () => {
	await using mock = setupMock({ baseUrl: "http://first.test" }).listen();
	await fetch("http://first.test/v1/health");
	await expect(mock).toHaveReceived("getHealth");
});
