import { expect, test } from "vitest";
import { describePlans } from "../../../src/behaviors/describe-plans.ts";
import { describeDocument } from "../../../src/cli/describe-document.ts";
import { createMock } from "../../../src/entries/index.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { createServiceEngine } from "../../../src/service/shipped-service.ts";
import { openLending } from "./open-lending.ts";
import { respond, withOperation, write } from "./write-document.ts";

test.each([
	[{ "404": {}, default: {} }, 200],
	[{ "404": {} }, 200],
	[{}, 200],
	[{ "2XX": {} }, 200],
	[{ "202": {}, default: {} }, 202],
])("responses %j have the success %i", async (responses, status) => {
	const file = await write({ "api.json": withOperation({ responses }) });
	const { service } = await loadDocument(file);
	const mock = createServiceEngine({ document: await loadDocument(file) });
	const response = await mock.fetch(new Request("http://a.test/books"));
	expect([response.status, await response.text()]).toEqual([status, ""]);
	expect(service.operations[0]?.spec.success).toBe(status);
	await mock.close();
});

/** The responses of an operation that shows, or lists, a record of the schema. */
const show = (name: string, isList = false) => {
	const one = {
		type: "object",
		properties: { id: { type: "string" }, [name]: { type: "string" } },
		required: ["id", name],
	};
	return respond(isList ? { type: "array", items: one } : one);
};

test("paths with the same last word share a collection if their records are alike", async () => {
	const file = await write({
		"api.json": {
			...withOperation({}),
			paths: {
				"/posts/{postId}/comments": { get: show("text", true) },
				"/posts/{postId}/comments/{commentId}": { get: show("text") },
				"/users/{userId}/comments": { get: show("text", true) },
				"/parts/{partId}/comments": { get: show("rating", true) },
				"/posts": { get: show("title", true), post: show("title") },
				"/posts/recent": { get: show("title", true) },
				"/posts/search": { get: show("title", true) },
				"/me": { get: show("name") },
			},
		},
	});
	const { plans } = await loadDocument(file);
	expect(
		plans.map(({ behavior, resource }) => `${behavior} ${resource}`),
	).toEqual([
		...["list comments", "get comments", "list comments"],
		...["list parts-comments", "list posts", "create posts"],
		...["list posts", "list posts", "example me"],
	]);
});

test("a collection that no operation adds to starts with samples, which can be read", async () => {
	const file = await write({
		"api.json": {
			...withOperation({}),
			paths: {
				"/authors": { get: show("name", true) },
				"/authors/{authorId}/poems": { get: show("text", true) },
				"/authors/{authorId}/poems/{id}": { get: show("text") },
			},
		},
	});
	const mock = createServiceEngine({ document: await loadDocument(file) });
	const read = async (path: string) =>
		(await mock.fetch(new Request(`http://a.test${path}`))).json();
	const authors = await read("/authors?limit=50");
	const lists = await Promise.all(
		authors.map(async ({ id }: { id: string }) => {
			const poems = await read(`/authors/${id}/poems`);
			for (const poem of poems)
				expect(await read(`/authors/${id}/poems/${poem.id}`)).toEqual(poem);
			return poems;
		}),
	);
	expect(authors).toHaveLength(5);
	expect(new Set(lists.flat().map(({ id }) => id)).size).toBe(5);
	await mock.close();
});

test("what was found is shown", async () => {
	await using lending = await openLending();
	const { plans, service } = lending.document;
	const described = describePlans(plans, service.operations);
	const of = (id: string) => described.find((each) => each.id === id);
	expect(of("listBooks")?.roles.query).toEqual([
		...["genre at genre", "limit at limit"],
	]);
	expect(of("giveBack")).toMatchObject({
		...{ behavior: "remove", resource: "loans" },
		roles: {
			path: ["memberId at memberId (of members, not shown)", "id at loanId"],
		},
	});
	expect(of("reserveBook")).toMatchObject({ behavior: "example", roles: {} });
});

test("parameters of a list that change nothing are named", async () => {
	const parameters = ["sort", "genre", "limit"].map((name) => ({
		...{ name, in: "query" },
		schema: { type: name === "limit" ? "integer" : "string" },
	}));
	const book = { id: { type: "string" }, genre: { type: "string" } };
	const schema = { type: "object", properties: book };
	const list = respond({ type: "array", items: schema });
	const operation = withOperation({ parameters, ...list });
	const loaded = await loadDocument(await write({ "api.json": operation }));
	const [described] = describePlans(loaded.plans, loaded.service.operations);
	expect(described?.ignored).toEqual(["sort"]);
	expect(
		await describeDocument(loaded, { json: false, only: undefined }),
	).toContain("\n    checked, but not applied: sort");
});

test("a scenario is offered only if the document has the operation that it changes", async () => {
	const scenariosOf = async (responses: object) => {
		const file = await write({ "api.json": withOperation({ responses }) });
		const { service } = await loadDocument(file);
		return Object.keys(service.scenarios);
	};
	const all = await scenariosOf({ "200": {}, "503": {} });
	expect(all).toEqual([
		...["normal", "empty", "unhealthy", "slow", "flaky"],
		...["unauthorized", "rate-limited", "broken"],
	]);
	expect(await scenariosOf({ "200": {} })).toEqual(
		all.filter((name) => name !== "unhealthy"),
	);
});

test("records that an operation creates without showing them are those that others show", async () => {
	const properties = { id: { type: "integer" }, name: { type: "string" } };
	const schema = { type: "object", properties, required: ["name"] };
	const add = {
		requestBody: { content: { "application/json": { schema } } },
		responses: { "204": { description: "" } },
		"x-behavior": "create",
	};
	const found = respond({ type: "array", items: schema });
	const file = await write({
		"api.json": {
			...withOperation({}),
			paths: {
				"/pets": { post: add },
				"/pets/{petId}": { get: respond(schema), delete: add.responses },
				"/pets/findByName": { get: { ...found, "x-resource": "pets" } },
				"/notes": { post: add },
			},
		},
	});
	const mock = createMock({ document: await loadDocument(file) });
	const send = (path: string, body?: object) =>
		mock.fetch(
			new Request(`http://a.test${path}`, {
				...(body && {
					...{ method: "POST", body: JSON.stringify(body) },
					headers: { "content-type": "application/json" },
				}),
			}),
		);
	expect((await send("/pets", { name: "Rex" })).status).toBe(204);
	expect(await (await send("/pets/6")).json()).toEqual({ id: 6, name: "Rex" });
	await send("/notes", { name: "a" });
	const { notes } = Object(await mock.control.state());
	const ids = notes.map(({ id }: { readonly id: unknown }) => id);
	expect(new Set(ids).size).toBe(6);
});
