import { expect, test } from "vitest";
import { defineHandler } from "../../../src/entries/index.ts";
import { openHandlers } from "./open-handlers.ts";

const readZap = defineHandler(
	"GET /v1/zaps/{zapId}",
	async ({ path, state, reply, reject }) => {
		const found = await state.get("zaps", path.zapId);
		return found
			? reply(200, found.record, { ETag: `"${found.version}"` })
			: reject(404, `No zap has the id ${path.zapId}.`);
	},
);
const changeZap = defineHandler(
	"PATCH /v1/zaps/{zapId}",
	async ({ path, body, state, request, reply, reject }) => {
		const { name } = body as { name?: string };
		if (!name)
			return reject(422, "The zap has no name.", [
				{ pointer: "/name", detail: "is required" },
			]);
		const version = Number(request.header("if-match")?.replaceAll('"', ""));
		const changed = await state.update(
			"zaps",
			path.zapId,
			(zap) => ({ ...zap, name }),
			version || undefined,
		);
		return changed
			? reply(200, changed.record)
			: reject(412, "The zap has another version.");
	},
);
const removeZap = defineHandler(
	"DELETE /v1/zaps/{zapId}",
	async ({ path, state, reply, reject }) =>
		(await state.remove("zaps", path.zapId))
			? reply(204)
			: reject(404, "It is gone."),
);

const HANDLERS = [readZap, changeZap, removeZap];

const open: typeof openHandlers = (options) =>
	openHandlers({ handlers: HANDLERS, ...options });

test("a handler adds an operation that reads, changes and removes the records of the mock", async () => {
	const { mock, send, create } = open();
	const zap = await create("A");
	const path = `/v1/zaps/${zap.id}`;
	expect(await send("GET", path)).toMatchObject({
		...{ status: 200, body: zap },
		headers: { "content-type": "application/json", etag: '"1"' },
	});
	expect((await send("HEAD", path)).status).toBe(200);
	const renamed = { ...zap, name: "B" };
	const change = (etag: string) =>
		send("PATCH", path, { name: "B" }, { "if-match": etag });
	expect(await change('"1"')).toMatchObject({ status: 200, body: renamed });
	expect(await change('"1"')).toMatchObject({
		...{ status: 412, body: { detail: "The zap has another version." } },
	});
	expect((await send("GET", "/v1/zaps")).body.items).toEqual([renamed]);
	expect((await send("DELETE", path)).status).toBe(204);
	expect(await mock.control.state()).toMatchObject({ zaps: [] });
	expect(await send("GET", path)).toMatchObject({
		status: 404,
		body: {
			...{ type: "about:blank", title: "Not Found", status: 404 },
			detail: `No zap has the id ${zap.id}.`,
		},
	});
});

test("an added operation has sessions, faults, scenarios, Prefer, credentials, journal and near misses", async () => {
	const operation = "GET /v1/zaps/{zapId}";
	const { mock, send, create } = open({
		scenarios: {
			down: {
				description: "No zap can be read.",
				faults: [{ operation, kind: "status", status: 503, force: true }],
			},
		},
	});
	const { control } = mock;
	const { id } = await create("A");
	const path = `/v1/zaps/${id}`;
	const get = async (headers?: Record<string, string>) =>
		(await send("GET", path, undefined, headers)).status;
	expect(await get({ "mock-session": "other" })).toBe(404);
	expect(await get({ prefer: "code=404" })).toBe(404);
	expect(await get({ prefer: "scenario=down" })).toBe(503);
	await control.addFaults([{ operation, kind: "status", status: 429 }]);
	expect(await get()).toBe(429);
	await control.clearFaults();
	expect(await send("PUT", path)).toMatchObject({
		status: 405,
		headers: { allow: "GET, HEAD, PATCH, DELETE" },
	});
	const { nearest } = (await send("GET", `/v1/zap/${id}`)).body;
	expect(nearest[0]).toMatchObject({ operation });
	expect(await control.countRequests({ operation, status: 503 })).toBe(1);
	const locked = open({ auth: "bearer" });
	expect((await locked.send("GET", "/v1/zaps/x")).status).toBe(401);
	const sent = { authorization: "Bearer x" };
	const { status } = await locked.send("GET", "/v1/zaps/x", undefined, sent);
	expect(status).toBe(404);
});

test("a handler replaces a behavior, by the id or the route, and its requests stay validated", async () => {
	for (const name of ["createZap", "POST /v1/zaps"] as const) {
		const { mock, send } = open({
			handlers: [
				defineHandler(name, async ({ body, state, reply, reject }) => {
					if (body.name === "Taken") return reject(409, "It exists.");
					const zap = await state.append(({ at, id }) => {
						const added = { id: id("zap_"), name: body.name, createdAt: at };
						return { add: { zaps: added }, result: added };
					});
					return reply(201, zap);
				}),
			],
		});
		expect((await send("POST", "/v1/zaps", { name: 1 })).status).toBe(400);
		const { status, body } = await send("POST", "/v1/zaps", { name: "A" });
		expect({ status, body }).toEqual({
			status: 201,
			body: {
				...{ id: expect.stringMatching(/^zap_[0-9A-Z]{26}$/), name: "A" },
				createdAt: "2026-01-01T00:00:00.000Z",
			},
		});
		expect(await mock.control.state()).toMatchObject({ zaps: [body] });
		const operation = "createZap";
		expect(await mock.control.countRequests({ operation })).toBe(2);
		expect((await send("POST", "/v1/zaps", { name: "Taken" })).status).toBe(
			409,
		);
	}
});

test("a reply that violates the document is sent, and the journal shows where", async () => {
	const { mock, send } = open({
		handlers: [
			defineHandler("GET /v1/zaps", ({ query, reply }) => {
				if (query.cursor === "status") return reply(418 as 200, {} as never);
				if (query.cursor === "type")
					return reply(
						200,
						{ items: [], nextCursor: null },
						{ "content-type": "text/plain" },
					);
				if (query.cursor === "none") return reply(200, undefined as never);
				// @ts-expect-error a record without its properties
				return reply(200, { items: [{ name: 1 }], nextCursor: null });
			}),
		],
	});
	const seen = async (query = "") => {
		const { headers } = await send("GET", `/v1/zaps${query}`);
		const [entry] = (await mock.control.requests()).requests;
		expect(headers["mock-violations"]).toBe(`${entry?.violations?.length}`);
		expect(entry?.forwarded).toBeUndefined();
		return entry?.violations?.map(({ message }) => message);
	};
	expect(await seen()).toEqual([
		"$.items[0].id is required",
		"$.items[0].createdAt is required",
		"$.items[0].name must be a string",
	]);
	expect(await seen("?cursor=status")).toEqual([
		expect.stringMatching(/^status: expected 200 or .*, but found 418$/),
	]);
	expect(await seen("?cursor=type")).toEqual([
		"header content-type: expected application/json, but found text/plain",
	]);
	expect(await seen("?cursor=none")).toEqual(["$ must be an object"]);
	expect(await mock.control.countRequests({ violations: true })).toBe(4);
});

test("an added operation reads any query and body", async () => {
	const { mock, send } = open({
		handlers: [
			defineHandler("POST /v1/echo", ({ query, body, reply }) =>
				reply(200, { query, body: body ?? "none" }),
			),
			defineHandler("GET /v1/text", ({ reply }) => reply(202, "done")),
		],
	});
	expect((await send("POST", "/v1/echo?a=1&b=2&b=3", [1])).body).toEqual({
		...{ query: { a: "1", b: ["2", "3"] }, body: [1] },
	});
	expect((await send("POST", "/v1/echo")).body).toEqual({
		...{ query: {}, body: "none" },
	});
	const text = { "content-type": "text/plain" };
	expect((await send("POST", "/v1/echo", "x", text)).body.body).toBe('"x"');
	const malformed = await mock.fetch(
		new Request("http://a.test/v1/echo", {
			...{ method: "POST", body: "{" },
			headers: { "content-type": "application/json" },
		}),
	);
	expect(malformed.status).toBe(400);
	const large = "x".repeat(2_000_000);
	expect((await send("POST", "/v1/echo", large)).status).toBe(413);
	const done = await mock.fetch(new Request("http://a.test/v1/text"));
	expect([done.status, done.headers.get("content-type")]).toEqual([
		202,
		"text/plain",
	]);
	expect(await done.text()).toBe("done");
});
