import { expect, test } from "vitest";
import {
	also,
	array,
	collection,
	inPath,
	list,
	may,
	NUMBER,
	object,
	respond,
	response,
	saves,
	TEXT,
	takes,
} from "../../support/openapi.ts";
import { openEmpty, openPaths } from "./open-paths.ts";

const CODE = { ...TEXT, pattern: "^[a-z]{3}$" };

/** Opens a mock whose clients send other books than it shows. */
const openBooks = (sent: object, shown: object, rules: object = {}) => {
	const book = { ...object({ id: TEXT, ...shown }), ...rules };
	const request = may(sent);
	return openPaths({
		"/books": collection(book, request),
		"/books/{id}": {
			...inPath("id"),
			get: respond(book),
			patch: saves(book, request),
		},
	});
};

test("a value of a request that the record cannot have is replaced by a valid one, in samples, new and changed records", async () => {
	const line = (properties: object) => ({ ...array(object(properties)) });
	await using mock = await openBooks(
		{ code: TEXT, title: TEXT, lines: line({ text: TEXT }) },
		{ code: CODE, title: TEXT, lines: line({ text: TEXT, mark: CODE }) },
	);
	const { body: samples } = await mock.send("GET", "/books");
	for (const { code } of samples) expect(code).toMatch(/^[a-z]{3}$/);

	const lines = [{ text: "one" }, { text: "two" }];
	const sent = { code: "A long code", title: "Emma", lines };
	const { body: created } = await mock.send("POST", "/books", sent);
	const shown = {
		code: expect.stringMatching(/^[a-z]{3}$/),
		title: "Emma",
		lines: lines.map((each) => ({
			...{ ...each, mark: expect.stringMatching(/^[a-z]{3}$/) },
		})),
	};
	expect(created).toEqual({ id: created.id, ...shown });
	expect(await mock.read(`/books/${created.id}`)).toEqual(created);

	const change = { code: "X", title: "Persuasion" };
	const path = `/books/${created.id}`;
	expect((await mock.send("PATCH", path, change)).body).toEqual({
		...{ id: created.id, ...shown, title: "Persuasion" },
	});
});

test("records inside of a record get what a request must not have, however deep they are", async () => {
	const id = { type: "integer", readOnly: true };
	const node = object({ id, name: TEXT });
	const items = { $ref: "#/components/schemas/Node" };
	Object.assign(node.properties, { children: array(items) });
	const paths = {
		"/nodes": {
			get: list(items),
			post: also(saves(items), { 400: response() }),
		},
	};
	const components = { schemas: { Node: node } };
	await using mock = await openPaths(paths, components);
	const leaf = { name: "leaf" };
	const tree = { name: "a", children: [{ name: "b", children: [leaf] }] };
	const { status, body } = await mock.send("POST", "/nodes", tree);
	expect(status).toBe(200);
	expect(body).toMatchObject(tree);
	expect(body.children[0].children[0].id).toEqual(expect.any(Number));
});

test("a required value that may be null as a whole stays null", async () => {
	const owner = { $ref: "#/components/schemas/Owner" };
	const forms = {
		reference: { ...owner, nullable: true },
		composed: { type: "object", allOf: [owner], nullable: true },
		chosen: { oneOf: [owner, NUMBER], nullable: true },
		listed: { oneOf: [{ type: "string", enum: ["a"] }, { enum: [null] }] },
	};
	const thing = object({ id: TEXT, ...forms });
	const request = { ...thing, required: [] };
	const components = { schemas: { Owner: object({ name: TEXT }) } };
	const paths = { "/things": collection(thing, request) };
	await using mock = await openPaths(paths, components);
	const none = { reference: null, composed: null, chosen: null, listed: null };
	const { body } = await mock.send("POST", "/things", none);
	expect(body).toEqual({ id: body.id, ...none });
});

test("a value that the record cannot have is rejected where 422 is documented, and otherwise the old one stays", async () => {
	const thing = (minimum: number) => ({
		...object({ id: TEXT, size: { type: "integer", minimum } }),
	});
	const size = may({ size: NUMBER });
	const listed = { 422: response() };
	const saving = saves(thing(5), size);
	const open = (errors: object) =>
		openPaths({
			"/things": { get: list(thing(5)), post: also(saving, errors) },
			"/things/{id}": { ...inPath("id"), patch: also(saving, errors) },
		});
	for (const errors of [listed, {}]) {
		await using mock = await open(errors);
		const [{ id, size }] = await mock.read("/things");
		const status = errors === listed ? 422 : 200;
		const changed = await mock.send("PATCH", `/things/${id}`, { size: 1 });
		expect(changed.status).toBe(status);
		const created = await mock.send("POST", "/things", { size: 1 });
		expect(created.status).toBe(status);
		const { body } = await mock.send("GET", "/things");
		expect(body.at(errors === listed ? 0 : 1)).toEqual({ id, size });
	}
});

test("an object that the record shows in another form is left to the service, whatever rejections are documented", async () => {
	const shown = may({ id: TEXT, rights: may({ edit: { const: "given" } }) });
	const sent = may({ rights: may({ edit: { type: "boolean" } }) });
	await using mock = await openPaths({
		"/things": { post: also(saves(shown, sent), { 422: response() }) },
	});
	const { status, body } = await mock.send("POST", "/things", {
		rights: { edit: true },
	});
	expect([status, body]).toEqual([200, { id: body.id }]);
});

const alternative = (name: string) => ({
	...object({ id: TEXT, kind: { const: name }, [name]: NUMBER }),
	additionalProperties: false,
});

test("a record becomes another alternative as a whole", async () => {
	const pet = { oneOf: [alternative("cat"), alternative("dog")] };
	const box = object({ id: TEXT, pet });
	const patch = takes(may({ pet: {} }));
	await using mock = await openEmpty({
		"/pets": collection(pet),
		"/pets/{id}": { ...inPath("id"), put: saves(pet) },
		"/boxes": collection(box),
		"/boxes/{id}": { ...inPath("id"), patch: { ...patch, ...respond(box) } },
	});
	const cat = { id: "a", kind: "cat", cat: 9 };
	const dog = { id: "a", kind: "dog", dog: 2 };
	await mock.send("POST", "/pets", cat);
	expect((await mock.send("PUT", "/pets/a", dog)).body).toEqual(dog);
	await mock.send("POST", "/boxes", { id: "b", pet: cat });
	const { body } = await mock.send("PATCH", "/boxes/b", { pet: dog });
	expect(body).toEqual({ id: "b", pet: dog });
});

test("a replaced record keeps no additional property that a request may have", async () => {
	const rule = { additionalProperties: TEXT };
	const book = { ...object({ id: TEXT, title: TEXT }), ...rule };
	const sent = { ...object({ title: TEXT }), ...rule };
	await using mock = await openPaths({
		"/books": collection(book, sent),
		"/books/{id}": { ...inPath("id"), put: saves(book, sent) },
	});
	const { body } = await mock.send("POST", "/books", { title: "a", x: "y" });
	const replaced = { title: "b", z: "z" };
	expect((await mock.send("PUT", `/books/${body.id}`, replaced)).body).toEqual({
		...{ id: body.id, ...replaced },
	});
});

test("a record has no property that its schema forbids", async () => {
	const size = may({ size: { maximum: 1 } });
	await using mock = await openBooks(
		{ size: { type: "integer", minimum: 2 }, title: TEXT },
		{ title: TEXT },
		{
			allOf: [{ properties: { size: { type: "integer", minimum: 2 } } }, size],
		},
	);
	const sent = { size: 3, title: "Emma" };
	const { body } = await mock.send("POST", "/books", sent);
	expect(body).toEqual({ id: body.id, title: "Emma" });
});

test("a record keeps its values if its counted id is larger than its schema allows", async () => {
	const few = { type: "integer", maximum: 5 };
	const book = may({ id: few, title: TEXT });
	await using mock = await openPaths({
		"/books": collection(book, object({ title: TEXT })),
	});
	const { body } = await mock.send("POST", "/books", { title: "Emma" });
	expect(body).toEqual({ id: 6, title: "Emma" });
});

const BOOK = object({ id: TEXT, title: TEXT });

test.each<[string, object]>([
	["a boolean", { type: "boolean" }],
	["anything", {}],
	["a list", array(TEXT)],
])(
	"records are changed and removed by operations whose response is %s",
	async (_, schema) => {
		await using mock = await openPaths({
			"/books": collection(BOOK, object({ title: TEXT })),
			"/books/{id}": {
				...inPath("id"),
				get: respond(BOOK),
				put: { ...saves(schema, object({ title: TEXT })) },
				delete: respond(schema),
			},
		});
		const { body: book } = await mock.send("POST", "/books", { title: "a" });
		const path = `/books/${book.id}`;
		expect(await mock.send("PUT", path, { title: "b" })).toMatchObject({
			status: 200,
		});
		expect(await mock.read(path)).toEqual({ ...{ id: book.id, title: "b" } });
		expect((await mock.send("DELETE", path)).status).toBe(200);
		expect((await mock.send("GET", path)).status).toBe(404);
	},
);

test("the list that one record has among many properties is no page", async () => {
	const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
	const many = Object.fromEntries(names.map((name) => [name, TEXT]));
	const parts = array(object({ id: TEXT }));
	const shelf = object({ ...many, parts });
	await using mock = await openPaths({
		"/shelves": { post: saves(shelf, object(many)) },
		"/rooms": { get: respond(object({ ...many, rooms: parts })) },
	});
	expect(mock.document.plans).toMatchObject([
		{ behavior: "example" },
		{ behavior: "list" },
	]);
});

test("a list is not restricted to the default of a parameter that no record has as its id", async () => {
	const id = { name: "id", in: "query", schema: { ...TEXT, default: "7" } };
	await using mock = await openPaths({
		"/books": { get: { parameters: [id], ...list(BOOK) } },
	});
	expect(await mock.read("/books")).toHaveLength(5);
});

test("of a record with very many properties, those that it cannot have are left out", async () => {
	const rules = { additionalProperties: { type: ["string", "number"] } };
	await using mock = await openBooks({ code: TEXT }, { code: TEXT }, rules);
	const count = 9_000;
	const sent = Object.fromEntries(
		Array.from({ length: count }, (_, index) => [`p${index}`, index]),
	);
	const { body } = await mock.send("POST", "/books", { ...sent, bad: {} });
	expect(Object.keys(body)).toHaveLength(count + 2);
	expect(body).toMatchObject({ p0: 0, [`p${count - 1}`]: count - 1 });
	expect(body).not.toHaveProperty("bad");
});

test("a record with more than 10,000 values is kept as it was sent", async () => {
	const line = (properties: object) => ({ lines: array(object(properties)) });
	const shown = line({ text: TEXT, id: TEXT });
	await using mock = await openBooks(line({ text: TEXT }), shown);
	const create = async (length: number) => {
		const lines = Array.from({ length }, () => ({ text: "one" }));
		return (await mock.send("POST", "/books", { lines })).body.lines;
	};
	for (const { id } of await create(100))
		expect(id).toEqual(expect.any(String));
	expect((await create(10_000))[0]).toEqual({ text: "one" });
});

test("a long list of a record is kept whose items must differ", async () => {
	const lists = { things: { type: "array", uniqueItems: true } };
	await using mock = await openBooks({ things: {} }, lists);
	const things = Array.from({ length: 50_000 }, (_, a) => ({ a }));
	const { status, body } = await mock.send("POST", "/books", { things });
	expect(status).toBe(200);
	expect(body).toMatchObject({ things });
});
