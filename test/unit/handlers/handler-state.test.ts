import { expect, test } from "vitest";
import { createMock, defineHandler } from "../../../src/entries/index.ts";
import { list, object, withPaths } from "../../support/openapi.ts";
import { loadContent } from "../behaviors/write-document.ts";
import { openHandlers } from "./open-handlers.ts";

/** Changes that a handler may make to its copy of a record. */
function spoil(record: { name: string } | undefined): void {
	if (record) record.name = "Spoiled";
}

test.each(["get", "page", "update", "reject", "set", "remove"])(
	"a handler that modifies the record of %s changes nothing by that",
	async (call) => {
		const { mock, send } = openHandlers({
			dataset: "default",
			handlers: [
				defineHandler("GET /v1/spoil/{id}", async ({ path, state, reply }) => {
					const { id } = path;
					if (call === "get") spoil((await state.get("zaps", id))?.record);
					if (call === "page") {
						const page = await state.page("zaps", { limit: 3 });
						page?.items.forEach(spoil);
					}
					if (call === "update")
						spoil((await state.update("zaps", id, (zap) => zap))?.record);
					if (call === "set")
						spoil((await state.update("zaps", id, {}))?.record);
					if (call === "reject")
						await state
							.update("zaps", id, (zap) => {
								spoil(zap);
								throw new Error("No change.");
							})
							.catch(() => {});
					if (call === "remove")
						spoil((await state.remove("zaps", id))?.record);
					return reply(200, {});
				}),
			],
		});
		const before = await mock.control.state();
		const [{ id } = { id: "" }] = before.zaps ?? [];
		const other = { "mock-session": "other" };
		const sent = await send("GET", `/v1/spoil/${id}`, undefined, other);
		expect(sent.status).toBe(200);
		const names = JSON.stringify(await mock.control.session("other").state());
		expect(names).not.toContain("Spoiled");
		expect(await mock.control.state()).toEqual(before);
		await mock.control.reset();
		expect(await mock.control.state()).toEqual(before);
	},
);

test("a handler that modifies its parameters changes no other request", async () => {
	const { send } = openHandlers({
		handlers: [
			defineHandler("getHealth", ({ path, query, reply }) => {
				const sent = Object.assign({}, path, query);
				Object.assign(path, { path: true });
				Object.assign(query, { query: true });
				return reply(200, sent as never);
			}),
		],
	});
	await send("GET", "/v1/health");
	expect((await send("GET", "/v1/health")).body).toEqual({});
});

test("a handler cannot keep a record that is nested too deeply", async () => {
	const { send, mock } = openHandlers({
		handlers: [
			defineHandler("POST /v1/deep", async ({ state, reply }) => {
				await state.append(({ at, id }) => {
					const blob = JSON.parse(`${"[".repeat(200)}${"]".repeat(200)}`);
					const zap = { id: id("zap_"), name: "A", createdAt: at, blob };
					return { add: { zaps: zap }, result: 0 };
				});
				return reply(200, {});
			}),
		],
	});
	expect((await send("POST", "/v1/deep")).body.detail).toContain(
		"is nested too deeply",
	);
	expect(await mock.control.state()).toMatchObject({ zaps: [] });
});

test("a handler cannot add a record with the id of another one", async () => {
	const id = "zap_01KDTQ3T0ZFG5NQB2V9WG94VEE";
	const { send, mock } = openHandlers({
		handlers: [
			defineHandler("POST /v1/zaps/{id}", async ({ path, state, reply }) => {
				await state.append(({ at }) => {
					const zap = { id: path.id, name: "A", createdAt: at };
					return { add: { zaps: zap }, result: 0 };
				});
				return reply(200, {});
			}),
		],
	});
	expect((await send("POST", `/v1/zaps/${id}`)).status).toBe(200);
	expect((await send("POST", `/v1/zaps/${id}`)).body.detail).toContain(
		`Another record of zaps has the id ${id}`,
	);
	expect((await mock.control.state()).zaps).toHaveLength(1);
});

test("a handler that waits for a record lets other requests create it", async () => {
	const { send, create } = openHandlers({
		handlers: [
			defineHandler("GET /v1/wait", async ({ state, reply }) => {
				// In the same way as a request from the network.
				setTimeout(() => create("A"));
				while ((await state.count("zaps")) === 0);
				return reply(200, await state.count("zaps"));
			}),
		],
	});
	expect((await send("GET", "/v1/wait")).body).toBe(1);
});

test("a handler may name a record by a number", async () => {
	const zap = object({ id: { type: "integer" }, name: { type: "string" } });
	const mock = createMock({
		document: await loadContent(withPaths({ "/zaps": { get: list(zap) } })),
		handlers: [
			defineHandler("GET /numbers", async ({ state, reply }) => {
				const found = await state.get("zaps", 5);
				const changed = await state.update("zaps", 5, { name: "B" });
				const removed = await state.remove("zaps", 5);
				const all = [found, changed, removed];
				return reply(
					200,
					all.map((each) => each?.record.name),
				);
			}),
		],
	});
	await mock.control.setState({ zaps: [{ id: 5, name: "A" }] } as never);
	const response = await mock.fetch(new Request("http://a.test/numbers"));
	expect(await response.json()).toEqual(["A", "B", "B"]);
});
