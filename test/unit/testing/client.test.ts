import { afterEach, expect, test, vi } from "vitest";
import { createClient } from "../../../src/entries/client.ts";

afterEach(() => {
	vi.unstubAllGlobals();
});

test("a client uses a fetch that was installed after its creation", async () => {
	const client = createClient({ baseUrl: "http://zaps.test" });
	vi.stubGlobal("fetch", async ({ url }: Request) => Response.json({ url }));
	const { data } = await client.GET("/v1/health");
	expect(data).toEqual({ url: "http://zaps.test/v1/health" });
});
