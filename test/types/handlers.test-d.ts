// `tsc` compiles this file in `npm run check`. Each line after `@ts-expect-error` must not compile.
import { expect } from "vitest";
import {
	defineConfig,
	defineHandler,
	type ServiceOf,
} from "../../src/entries/index.ts";
import { setupMock } from "../../src/entries/node.ts";

defineHandler("createZap", async ({ body, reply, reject, state }) => {
	if (body.name === "Taken") return reject(409, "It exists.");
	const [zap] = (await state.page("zaps", { limit: 1 }))?.items ?? [];
	// @ts-expect-error an unknown collection
	await state.get("jobs", "1");
	// @ts-expect-error a value that the schema of the record does not allow
	await state.update("zaps", "1", { name: 1 });
	return zap ? reply(201, zap, { "x-own": "yes" }) : reply(429, {} as never);
});

// The same operation by its route.
defineHandler("GET /v1/zaps", ({ query, reply }) => {
	const limit: number | undefined = query.limit;
	// @ts-expect-error an unknown parameter
	query.page;
	// @ts-expect-error a status that the OpenAPI document does not list
	if (limit === 1) return reply(418, {});
	return reply(200, { items: [], nextCursor: null });
});

defineHandler("GET /v1/health", ({ reply }) =>
	// @ts-expect-error a value that the OpenAPI document does not allow
	reply(200, { status: "fine" }),
);

// One that the document does not describe.
defineHandler("PATCH /v1/zaps/{zapId}/tags/{tag}", async (exchange) => {
	const { path, query, body, reply, state } = exchange;
	const { zapId, tag }: { zapId: string; tag: string } = path;
	// @ts-expect-error a parameter that the path does not have
	path.name;
	// @ts-expect-error a body without a description can be anything
	body.name;
	const one: string | readonly string[] | undefined = query.one;
	const found = await state.get("zaps", zapId);
	const version: number | undefined = found?.version;
	return version ? reply(200, { tag, one, ...found?.record }) : reply(204);
});

// @ts-expect-error neither an operation nor a route
defineHandler("deleteZap", ({ reply }) => reply(204));

type Library = ServiceOf<{
	paths: {
		"/books/{bookId}": { get: Operations["getBook"]; put?: never };
	};
	operations: Operations;
	success: { getBook: 200 };
	collections: { books: { isbn: string } };
	datasets: "empty";
	scenarios: "normal";
}>;
interface Operations {
	getBook: {
		parameters: { path: { bookId: number } };
		responses: {
			200: { content: { "application/json": { isbn: string } } };
			204: { content?: never };
		};
	};
}
defineHandler<Library, "getBook">("getBook", ({ path, reply }) => {
	const id: number = path.bookId;
	return id === 1 ? reply(204) : reply(200, { isbn: "1" });
});
defineHandler<Library, "GET /books/{bookId}">(
	"GET /books/{bookId}",
	async ({ path, reply, state }) => {
		const id: number = path.bookId;
		const found = await state.get("books", `${id}`);
		return reply(200, { isbn: found?.record.isbn ?? "1" });
	},
);

const own = "GET /v1/zaps/{zapId}";
const config = defineConfig({
	scenarios: {
		down: {
			description: "No zap can be read.",
			faults: [{ operation: own, kind: "reset" }],
		},
	},
	handlers: [defineHandler(own, ({ reply }) => reply(200))],
});
const mock = setupMock({ config, handlers: [] });
await expect(mock).toHaveReceived(own, { body: { any: 1 }, times: 1 });
await mock.answer(own, { status: 404 });
await mock.requests({ operation: own });
