import { expect, test } from "vitest";
import { createContract } from "../../../src/checks/create-contract.ts";
import {
	list,
	may,
	NUMBER,
	object,
	role,
	TEXT,
	takes,
	withPaths,
} from "../../support/openapi.ts";
import { postJson } from "../../support/post-json.ts";
import { receivedJson } from "../../support/received.ts";
import { openContent } from "./open-document.ts";
import { openPaths } from "./open-paths.ts";
import { loadContent } from "./write-document.ts";

const READ_ONLY = { ...TEXT, readOnly: true };
const TO_FRIEND = { $ref: "#/components/schemas/Friend" };
const USER = {
	...may({
		id: role("user.id", { ...NUMBER, readOnly: true }),
		name: TEXT,
		password: { ...TEXT, writeOnly: true, minLength: 8 },
		created: READ_ONLY,
		friend: { allOf: [TO_FRIEND] },
	}),
	required: ["id", "name", "password", "friend"],
};
const FRIEND = {
	allOf: [{ required: ["since"] }, { properties: { since: READ_ONLY } }],
	properties: { friend: TO_FRIEND },
};

/** The operation that creates what a schema describes. */
function creates(schema: object) {
	const content = { "application/json": { schema } };
	return {
		requestBody: { required: true, content },
		responses: { 201: { description: "", content }, 400: { description: "" } },
	};
}

function describeUsers() {
	const schema = { $ref: "#/components/schemas/User" };
	const post = { operationId: "createUser", ...creates(schema) };
	const get = { operationId: "listUsers", ...list(schema) };
	const components = { schemas: { User: USER, Friend: FRIEND } };
	return withPaths({ "/users": { post, get } }, { components });
}

const VALID = { name: "Ann", password: "long enough", friend: { friend: {} } };

test("requests need not have what is read-only, and responses omit what is write-only", async () => {
	await using mock = await openContent(describeUsers());
	const post = (body: unknown) => mock.send("POST", "/users", body);
	const created = await post({ ...VALID, id: 99, created: "by the client" });
	// The mock starts with five.
	const user = { id: 6, name: "Ann", friend: { friend: {} } };
	expect([created.status, created.body]).toEqual([201, user]);
	expect((await post({ name: "Ann", friend: {} })).status).toBe(400);
	const users = await mock.read("/users");
	expect(users).toContainEqual(user);
	expect(JSON.stringify(users)).not.toContain("password");
});

test("a service may omit what is write-only, but not what is read-only", async () => {
	const { describe, service } = await loadContent(describeUsers());
	const request = { path: "/users", ...postJson(VALID) };
	const find = (body: unknown) =>
		describe().findViolation("createUser", request, receivedJson(body, 201));
	const since = "2026";
	const friend = { since, friend: { since } };
	expect(find({ id: 1, name: "Ann", friend })).toBeUndefined();
	expect(find({ id: 1, name: "Ann", friend: { since, friend: {} } })).toContain(
		"/friend/friend/since is required",
	);
	const [user] = [await service.readExample("listUsers", 200)].flat();
	const text = expect.any(String);
	const common = { name: text, friend: { since: text } };
	const example = { id: expect.any(Number), created: text, ...common };
	expect(user).toEqual(example);
	expect(await service.readExample("createUser", 201)).toEqual(example);
});

test("checks send what is write-only, and nothing that is read-only", async () => {
	const contract = createContract(await loadContent(describeUsers()));
	expect(contract.createValidRequest("createUser", []).body).toEqual({
		...{ name: expect.any(String), password: expect.any(String) },
		friend: {},
	});
});

const TO_ID = { $ref: "#/components/schemas/Id" };

test.each([
	["allOf", { allOf: [TO_ID] }],
	["a choice", { anyOf: [TO_ID, { type: "null" }] }],
	["a $ref", { ...TO_ID, maximum: 9 }],
])(
	"a request may omit a required property that is read-only by %s",
	async (_, id) => {
		const components = { schemas: { Id: { ...NUMBER, readOnly: true } } };
		const post = creates(object({ id }));
		await using mock = await openPaths({ "/users": { post } }, components);
		expect((await mock.send("POST", "/users", {})).status).toBe(201);
	},
);

test("below a property whose name is a keyword, a request need not have what is read-only", async () => {
	const inner = object({ id: { ...NUMBER, readOnly: true } });
	const post = {
		...takes(may({ default: inner })),
		responses: { 200: { description: "" }, 400: { description: "" } },
	};
	await using mock = await openPaths({ "/settings": { post } });
	const send = async (inner: object) =>
		(await mock.send("POST", "/settings", { default: inner })).status;
	expect(await send({})).toBe(200);
	expect(await send({ id: "a" })).toBe(400);
});
