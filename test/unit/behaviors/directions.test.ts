import { expect, test } from "vitest";
import { createContract } from "../../../src/checks/create-contract.ts";
import { createMock } from "../../../src/entries/index.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { postJson } from "../../support/post-json.ts";
import { openDocument } from "./open-document.ts";
import { withOperation, write } from "./write-document.ts";

const USER = {
	type: "object",
	required: ["id", "name", "password", "friend"],
	properties: {
		id: { type: "integer", readOnly: true, "x-role": "user.id" },
		name: { type: "string" },
		password: { type: "string", writeOnly: true, minLength: 8 },
		created: { type: "string", readOnly: true },
		friend: { allOf: [{ $ref: "#/components/schemas/Friend" }] },
	},
};
const FRIEND = {
	allOf: [
		{ required: ["since"] },
		{ properties: { since: { type: "string", readOnly: true } } },
	],
	properties: { friend: { $ref: "#/components/schemas/Friend" } },
};

async function load() {
	const schema = { $ref: "#/components/schemas/User" };
	const content = { "application/json": { schema } };
	const list = {
		"application/json": { schema: { type: "array", items: schema } },
	};
	const file = await write({
		"api.json": {
			openapi: "3.1.0",
			info: { title: "Users", version: "1" },
			components: { schemas: { User: USER, Friend: FRIEND } },
			paths: {
				"/users": {
					post: {
						operationId: "createUser",
						requestBody: { required: true, content },
						responses: {
							"201": { description: "", content },
							"400": { description: "" },
						},
					},
					get: {
						operationId: "listUsers",
						responses: { "200": { description: "", content: list } },
					},
				},
			},
		},
	});
	return loadDocument(file);
}

const VALID = { name: "Ann", password: "long enough", friend: { friend: {} } };

test("requests need not have what is read-only, and responses omit what is write-only", async () => {
	const { fetch } = createMock({ document: await load() });
	const url = "http://users.test/users";
	const post = async (body: unknown) => fetch(new Request(url, postJson(body)));
	const created = await post({ ...VALID, id: 99, created: "by the client" });
	// The mock starts with twenty.
	const user = { id: 6, name: "Ann", friend: { friend: {} } };
	expect([created.status, await created.json()]).toEqual([201, user]);
	expect((await post({ name: "Ann", friend: {} })).status).toBe(400);
	const listed = await fetch(new Request(url));
	const users: unknown[] = await listed.json();
	expect(users).toContainEqual(user);
	expect(JSON.stringify(users)).not.toContain("password");
});

test("a service may omit what is write-only, but not what is read-only", async () => {
	const { describe, service } = await load();
	const request = {
		method: "POST",
		path: "/users",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(VALID),
	};
	const find = (body: unknown) =>
		describe().findViolation("createUser", request, {
			status: 201,
			headers: { "content-type": "application/json" },
			body: Buffer.from(JSON.stringify(body)),
		});
	const since = "2026";
	const friend = { since, friend: { since } };
	expect(find({ id: 1, name: "Ann", friend })).toBeUndefined();
	expect(find({ id: 1, name: "Ann", friend: { since, friend: {} } })).toContain(
		"/friend/friend/since is required",
	);
	const [user] = [await service.readExample("listUsers", 200)].flat();
	const text = expect.any(String);
	const shown = {
		...{ id: expect.any(Number), created: text, name: text },
		friend: { since: text },
	};
	expect(user).toEqual(shown);
	expect(await service.readExample("createUser", 201)).toEqual(shown);
});

test("checks send what is write-only, and nothing that is read-only", async () => {
	const contract = createContract(await load());
	expect(contract.createValidRequest("createUser", []).body).toEqual({
		...{ name: expect.any(String), password: expect.any(String) },
		friend: {},
	});
});

test.each([
	["allOf", { allOf: [{ $ref: "#/components/schemas/Id" }] }],
	[
		"a choice",
		{ anyOf: [{ $ref: "#/components/schemas/Id" }, { type: "null" }] },
	],
	["a $ref", { $ref: "#/components/schemas/Id", maximum: 9 }],
])(
	"a request may omit a required property that is read-only by %s",
	async (_, id) => {
		const user = { required: ["id"], properties: { id }, type: "object" };
		const content = { "application/json": { schema: user } };
		const file = await write({
			"api.json": {
				...{ openapi: "3.1.0", info: { title: "Users", version: "1" } },
				components: { schemas: { Id: { type: "integer", readOnly: true } } },
				paths: {
					"/users": {
						post: {
							requestBody: { required: true, content },
							responses: { 201: { description: "", content } },
						},
					},
				},
			},
		});
		const mock = createMock({ document: await loadDocument(file) });
		const request = new Request("http://a.test/users", postJson({}));
		expect((await mock.fetch(request)).status).toBe(201);
		await mock.close();
	},
);

test("below a property whose name is a keyword, a request need not have what is read-only", async () => {
	const inner = {
		...{ type: "object", required: ["id"] },
		properties: { id: { type: "integer", readOnly: true } },
	};
	const schema = { type: "object", properties: { default: inner } };
	const operation = {
		requestBody: { content: { "application/json": { schema } } },
		responses: { 200: { description: "" }, 400: { description: "" } },
	};
	const paths = { "/settings": { post: operation } };
	await using mock = await openDocument(
		await write({ "api.json": { ...withOperation({}), paths } }),
	);
	const send = async (inner: object) =>
		(await mock.send("POST", "/settings", { default: inner })).status;
	expect(await send({})).toBe(200);
	expect(await send({ id: "a" })).toBe(400);
});
