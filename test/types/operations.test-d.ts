// `tsc` compiles this file in `npm run check`. Each line after `@ts-expect-error` must not compile.

import { defineOperation } from "../../handlers/define-operation.ts";
import { createClient } from "../../src/entries/client.ts";
import { createFixtures } from "../../src/entries/fixtures.ts";

const zap = createFixtures().zap();

defineOperation("createZap", async ({ reply }) => reply(201, zap));

// @ts-expect-error a status that the OpenAPI document does not list for the operation
defineOperation("createZap", async ({ reply }) => reply(200, zap));

defineOperation("createZap", async ({ reply }) =>
	// @ts-expect-error a required property is missing
	reply(201, { id: zap.id, name: zap.name }),
);

defineOperation("getHealth", async ({ reply }) =>
	// @ts-expect-error a value that the OpenAPI document does not allow for this status
	reply(503, { status: "ok" }),
);

defineOperation("listZaps", async ({ query, reply, state }) => {
	const limit: number = query.limit;
	const cursor: string | undefined = query.cursor;
	// @ts-expect-error an unknown query parameter
	query.page;
	const page = await state.page("zaps", { limit, cursor });
	return reply(200, page ?? { items: [], nextCursor: null });
});

defineOperation("submitCommand", async ({ body, reply, state }) => {
	const command: string = body.command;
	// @ts-expect-error an unknown property
	body.name;
	// @ts-expect-error an unknown collection
	await state.count("jobs");
	await state.append((mint) => ({
		// @ts-expect-error a record of another collection
		add: { commands: zap },
		result: mint.at,
	}));
	return reply(202, {
		id: "",
		command,
		status: "accepted",
		acceptedAt: "",
	});
});

// @ts-expect-error an unknown operation
defineOperation("deleteZap", async ({ reply }) => reply(204, undefined));

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
