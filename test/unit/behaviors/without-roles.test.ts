import { expect, test } from "vitest";
import { describePlans } from "../../../src/behaviors/describe-plans.ts";
import { describeDocument } from "../../../src/cli/describe-document.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { createServiceEngine } from "../../../src/service/shipped-service.ts";
import {
	array,
	inQuery,
	list,
	may,
	NUMBER,
	respond,
	TEXT,
	takes,
	withOperation,
	withPaths,
} from "../../support/openapi.ts";
import { openLending } from "./open-lending.ts";
import { openPaths } from "./open-paths.ts";
import { loadContent, write } from "./write-document.ts";

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
		properties: { id: TEXT, [name]: TEXT },
		required: ["id", name],
	};
	return respond(isList ? array(one) : one);
};

test("paths with the same last word share a collection if their records are alike", async () => {
	const { plans } = await loadContent(
		withPaths({
			"/posts/{postId}/comments": { get: show("text", true) },
			"/posts/{postId}/comments/{commentId}": { get: show("text") },
			"/users/{userId}/comments": { get: show("text", true) },
			"/parts/{partId}/comments": { get: show("rating", true) },
			"/posts": { get: show("title", true), post: show("title") },
			"/posts/recent": { get: show("title", true) },
			"/posts/search": { get: show("title", true) },
			"/me": { get: show("name") },
		}),
	);
	expect(
		plans.map(({ behavior, resource }) => `${behavior} ${resource}`),
	).toEqual([
		...["list comments", "get comments", "list comments"],
		...["list parts-comments", "list posts", "create posts"],
		...["list posts", "list posts", "example me"],
	]);
});

test("a collection that no operation adds to starts with samples, which can be read", async () => {
	await using mock = await openPaths({
		"/authors": { get: show("name", true) },
		"/authors/{authorId}/poems": { get: show("text", true) },
		"/authors/{authorId}/poems/{id}": { get: show("text") },
	});
	const { read } = mock;
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
	const parameters = [
		...[
			inQuery("sort", TEXT),
			inQuery("genre", TEXT),
			inQuery("limit", NUMBER),
		],
	];
	const books = list(may({ id: TEXT, genre: TEXT }));
	const loaded = await loadContent(withOperation({ parameters, ...books }));
	const [described] = describePlans(loaded.plans, loaded.service.operations);
	expect(described?.ignored).toEqual(["sort"]);
	expect(
		await describeDocument(loaded, { json: false, only: undefined }),
	).toContain("\n    checked, but not applied: sort");
});

test("a scenario is offered only if the document has the operation that it changes", async () => {
	const scenariosOf = async (responses: object) => {
		const { service } = await loadContent(withOperation({ responses }));
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
	const pet = { ...may({ id: NUMBER, name: TEXT }), required: ["name"] };
	const responses = { "204": { description: "" } };
	const add = { ...takes(pet), responses, "x-behavior": "create" };
	await using mock = await openPaths({
		"/pets": { post: add },
		"/pets/{petId}": { get: respond(pet), delete: responses },
		"/pets/findByName": { get: { ...list(pet), "x-resource": "pets" } },
		"/notes": { post: add },
	});
	const rex = { name: "Rex" };
	expect((await mock.send("POST", "/pets", rex)).status).toBe(204);
	expect(await mock.read("/pets/6")).toEqual({ id: 6, ...rex });
	await mock.send("POST", "/notes", { name: "a" });
	const { notes } = Object(await mock.control.state());
	const ids = notes.map(({ id }: { readonly id: unknown }) => id);
	expect(new Set(ids).size).toBe(6);
});
