// `tsc` compiles this file in `npm run check`. Each line after `@ts-expect-error` must not compile.

import { createClient } from "../../src/entries/client.ts";
import { createFixtures } from "../../src/entries/fixtures.ts";

const client: ReturnType<typeof createClient> = createClient({
	baseUrl: "http://127.0.0.1:4010",
});

await client.POST("/v1/zaps", { body: { name: "A", colour: "red" } });
// @ts-expect-error the service assigns the id
await client.POST("/v1/zaps", { body: { name: "A", id: "zap_1" } });
// @ts-expect-error an unknown path
await client.GET("/v1/zap");
// @ts-expect-error an undefined method of the path
await client.POST("/v1/health");

const listed = await client.GET("/v1/zaps", {
	params: { query: { limit: 5 } },
});
if (listed.data) {
	const next: string | null = listed.data.nextCursor;
	// @ts-expect-error the last page has no cursor
	const always: string = listed.data.nextCursor;
	void [next, always];
}

createFixtures().zap({ name: "A" });
// @ts-expect-error a name that is not a string
createFixtures().zap({ name: 1 });
