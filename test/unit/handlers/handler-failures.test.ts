import { expect, test } from "vitest";
import { createMock, defineHandler } from "../../../src/entries/index.ts";
import { openHandlers as open } from "./open-handlers.ts";

const OTHER_ID = "zap_01KDVQ2JM0Z3B5XKQ5D2V9N8HC";

const circular: object[] = [];
circular.push(circular);

const reply = (body: unknown, headers = {}) => ({ status: 200, body, headers });

function throwAny(): never {
	throw new Error("Not this.");
}

test("a handler that fails gets 500, which names it and the reason", async () => {
	const fail = (error: string, run: () => unknown) =>
		[error, defineHandler("GET /v1/own", run as () => never)] as const;
	for (const [reason, handler] of [
		fail("no disk", () => {
			throw new TypeError("no disk");
		}),
		fail(
			"it returned no reply. Return reply(status, body) or",
			() => undefined,
		),
		fail("it returned no reply.", () => Response.json({})),
		[
			"Do not know how to serialize a BigInt",
			defineHandler("GET /v1/own", ({ reply }) => reply(200, { at: 1n })),
		] as const,
		fail("Invalid status 9999. Use", () => ({ status: 9999, body: "" })),
		fail("Converting circular structure", () => reply(circular)),
		fail("it returned a body that JSON does not have: function", () =>
			reply(() => {}),
		),
		fail("it returned a body that JSON does not have: symbol", () =>
			reply(Symbol("a")),
		),
		fail("it set the header content-length. Leave it out", () =>
			reply({}, { "content-length": "3" }),
		),
		fail('it set the header x-a to a value that no header can have: "a', () =>
			reply({}, { "x-a": "a\r\nx-b: c" }),
		),
		fail("it set the header x-a to a value", () =>
			reply({}, { "x-a": undefined }),
		),
		fail("Cannot convert object to primitive value", () =>
			reply({}, { "x-a": Object.create(null) }),
		),
		fail('it set a header whose name is not valid: "x a".', () =>
			reply({}, { "x a": "b" }),
		),
		fail("a value that cannot be shown", () => {
			throw Object.create(null);
		}),
		fail("a value that cannot be shown", () => {
			throw new Proxy(new Error("no"), { get: throwAny });
		}),
		fail("a value that cannot be shown", () => {
			const properties = { stack: { value: 5 }, message: { get: throwAny } };
			throw Object.defineProperties(new Error("no"), properties);
		}),
	]) {
		const { send, errors } = open({ handlers: [handler] });
		const { status, body } = await send("GET", "/v1/own");
		expect(status).toBe(500);
		expect(body.detail).toContain(`The handler GET /v1/own failed: ${reason}`);
		expect(String(errors)).toContain(reason);
	}
});

test("a handler cannot keep an invalid record, or one in an unknown collection", async () => {
	const { send, create } = open({
		handlers: [
			defineHandler("PUT /v1/zaps/{zapId}/{wrong}", async (exchange) => {
				const { path, state, reply } = exchange;
				const { zapId, wrong } = path;
				if (wrong === "name") await state.update("zaps", zapId, { name: "" });
				if (wrong === "id") await state.update("zaps", zapId, { id: OTHER_ID });
				if (wrong === "record")
					await state.append(() => ({ add: { zaps: {} as never }, result: 0 }));
				if (wrong === "collection") await state.get("zap" as "zaps", zapId);
				return reply(200, await state.count("zaps"));
			}),
		],
	});
	const { id } = await create("A");
	const put = async (wrong: string) =>
		(await send("PUT", `/v1/zaps/${id}/${wrong}`)).body.detail;
	expect(await put("name")).toContain("Invalid record of zaps.\n  /name");
	expect(await put("id")).toContain("cannot change the id");
	expect(await put("record")).toContain("/id is required");
	expect(await put("collection")).toContain('Did you mean "zaps"?');
	expect((await send("PUT", `/v1/zaps/${id}/nothing`)).body).toBe(1);
});

test("a handler that does not fit is refused with a remedy", () => {
	const handle = () => ({ status: 200, body: "" });
	const create =
		(...names: string[]) =>
		() =>
			createMock({
				handlers: names.map((name) =>
					defineHandler(name as "getHealth", handle),
				),
			});
	expect(create("createZpa")).toThrow(
		'Unknown operation "createZpa" of a handler. Did you mean "createZap"?',
	);
	expect(create("get /v1/zaps")).toThrow(
		'a method and a path: "GET /things/{id}"',
	);
	expect(create("GET /v1/a/:b/{c}/:d")).toThrow('Use "GET /v1/a/{b}/{c}/{d}".');
	expect(create("GET /v1/{a}:b")).not.toThrow();
	expect(create("GET /v1/a/{b}", "GET /v1/a/{c}")).toThrow(
		'Use "GET /v1/a/{b}".',
	);
	expect(create("createZap", "POST /v1/zaps")).toThrow(
		"Two handlers define POST /v1/zaps. Remove one of them.",
	);
	expect(create("GET /v1/a", "GET /v1/a")).toThrow("Two handlers define");
	for (const path of ["/__mock", "/__mock/state", "/__session/a/v1/zaps"])
		expect(create(`GET ${path}`)).toThrow(
			`No request reaches the handler GET ${path}: the paths below /__mock`,
		);
	expect(() => defineHandler("GET /v1/a", undefined as never)).toThrow(
		"The handler GET /v1/a has no function. Pass one as the second",
	);
});

test("log and journal do not show a credential that a handler repeats", async () => {
	const { mock, send, errors } = open({
		handlers: [
			defineHandler("GET /v1/throw", ({ request }) => {
				throw new Error(
					`${request.header("authorization")} ${Object(request).target}`,
				);
			}),
			defineHandler("GET /v1/reject", ({ request, reject }) =>
				reject(409, `Not with ${request.header("authorization")}.`),
			),
			defineHandler("GET /v1/repeat", ({ request, reply }) =>
				reply(200, {}, { "x-sent": `${request.header("authorization")}` }),
			),
		],
	});
	for (const path of ["throw", "reject", "repeat"])
		await send("GET", `/v1/${path}?access_token=s3cr3t-query`, undefined, {
			authorization: "Bearer s3cr3t-header",
		});
	const { requests } = await mock.control.requests();
	expect(requests).toHaveLength(3);
	expect(JSON.stringify(requests)).not.toContain("s3cr3t");
	expect(requests[0]).not.toHaveProperty("violations");
	const [error] = errors;
	expect(error).toBeInstanceOf(Error);
	expect(`${error} ${(error as Error).stack}`).not.toContain("s3cr3t");
	expect(String(error)).toContain("The handler GET /v1/throw failed: ");
});
