import { expect, test } from "vitest";
import { inPath, list, openPaths, TEXT, takes } from "./open-paths.ts";
import { respond } from "./write-document.ts";

/** The schema of an object that may have the properties. */
const object = (properties: object) => ({ type: "object", properties });

const NUMBER = { type: "integer" };
const boat = object({ id: TEXT, name: TEXT, length: NUMBER });

test("a request may wrap the values of a record, as its response does or not", async () => {
	const sent = object({ boat: object({ name: TEXT, length: NUMBER }) });
	await using mock = await openPaths({
		"/boats": {
			get: list(boat),
			post: { ...takes(sent), ...respond(object({ data: boat })) },
		},
		"/boats/{id}": {
			...inPath("id"),
			get: respond(boat),
			put: { ...takes(sent), ...respond(boat) },
		},
	});
	const made = await mock.send("POST", "/boats", {
		boat: { name: "Aran", length: 7 },
	});
	const { data } = made.body;
	expect(data).toEqual({ id: data.id, name: "Aran", length: 7 });
	const path = `/boats/${data.id}`;
	expect((await mock.send("GET", path)).body).toEqual(data);
	await mock.send("PUT", path, { boat: { name: "Beara" } });
	expect((await mock.send("GET", path)).body).toEqual({
		...{ id: data.id, name: "Beara" },
	});
});

test("a request may spell the properties of a record in another way", async () => {
	const ship = object({ id: TEXT, friendly_name: TEXT, home_port: TEXT });
	await using mock = await openPaths({
		"/ships": {
			get: list(ship),
			post: {
				...takes(object({ FriendlyName: TEXT, homePort: TEXT })),
				...respond(ship),
			},
		},
		"/ships/{id}": {
			...inPath("id"),
			put: { ...takes(object({ FriendlyName: TEXT })), ...respond(ship) },
		},
	});
	const sent = { FriendlyName: "Aran", homePort: "Cork" };
	const { body } = await mock.send("POST", "/ships", sent);
	expect(body).toMatchObject({ friendly_name: "Aran", home_port: "Cork" });
	const renamed = await mock.send("PUT", `/ships/${body.id}`, {
		FriendlyName: "Beara",
	});
	expect(renamed.body).toEqual({
		...{ id: body.id, friendly_name: "Beara", home_port: "Cork" },
	});
});

test("objects in a record do not take the values of the record", async () => {
	const port = {
		...object({
			...{
				id: NUMBER,
				name: TEXT,
				country: { ...object({ name: TEXT }), required: ["name"] },
			},
			labels: { type: "object", additionalProperties: TEXT },
		}),
		required: ["id", "name", "country", "labels"],
	};
	const sent = object({ name: TEXT, labels: { type: "object" } });
	await using mock = await openPaths({
		"/ports": { get: list(port), post: { ...takes(sent), ...respond(port) } },
	});
	const { body } = await mock.send("POST", "/ports", { name: "Cork" });
	expect(body.name).toBe("Cork");
	expect(body.country.name).not.toBe("Cork");
	expect(body.labels).toEqual({});
});

test("what the response cannot show is left to the service", async () => {
	const kind = { ...TEXT, enum: ["sail", "motor"] };
	const shown = {
		...object({ id: TEXT, kind, tags: { type: "array", items: TEXT } }),
		required: ["id", "kind"],
	};
	const sent = object({ kind: TEXT, tags: { type: "array", items: {} } });
	await using mock = await openPaths({
		"/boats": { get: list(shown), post: { ...takes(sent), ...respond(shown) } },
	});
	const { body } = await mock.send("POST", "/boats", {
		...{ kind: "oar", tags: [{ name: "a" }] },
	});
	expect(body).toEqual({ id: body.id, kind: "sail" });
	const { body: other } = await mock.send("POST", "/boats", {
		...{ kind: "motor", tags: ["a"] },
	});
	expect(other).toEqual({ id: other.id, kind: "motor", tags: ["a"] });
});

test("of several objects with ids, a response shows the one with the name of its path as the record", async () => {
	const action = object({ id: NUMBER, status: TEXT });
	await using mock = await openPaths({
		"/boats": {
			get: list(boat),
			post: { ...takes(boat), ...respond(object({ action, boat })) },
		},
		"/boats/{id}": { ...inPath("id"), get: respond(object({ boat })) },
	});
	const made = await mock.send("POST", "/boats", { name: "Aran" });
	const { id } = made.body.boat;
	expect((await mock.send("GET", `/boats/${id}`)).body.boat).toEqual({
		...{ id, name: "Aran" },
	});
});

test("records of one form below a record and at the top are not those of the record", async () => {
	const named = object({ id: TEXT, name: TEXT });
	await using mock = await openPaths({
		"/boats": {
			get: list(named),
			post: { ...takes(named), ...respond(named) },
		},
		"/boats/{boatId}/crews": {
			...inPath("boatId"),
			get: list(named),
			post: { ...takes(named), ...respond(named) },
		},
	});
	const { body: made } = await mock.send("POST", "/boats", { name: "Aran" });
	const path = `/boats/${made.id}/crews`;
	const { body: crew } = await mock.send("POST", path, { name: "Cork" });
	expect((await mock.send("GET", "/boats")).body).not.toContainEqual(crew);
	expect((await mock.send("GET", path)).body).toContainEqual(crew);
});

test("what most paths call ids identifies records that no path names", async () => {
	const thing = object({ gid: TEXT, name: TEXT });
	const collection = (name: string) => ({
		[`/${name}s`]: {
			get: list(thing),
			post: { ...takes(thing), ...respond(thing) },
		},
		[`/${name}s/{${name}_gid}`]: {
			...inPath(`${name}_gid`),
			get: respond(thing),
		},
	});
	await using mock = await openPaths({
		...collection("boat"),
		...collection("port"),
		"/crews": {
			get: list(thing),
			post: { ...takes(thing), ...respond(thing) },
		},
	});
	const { body } = await mock.send("POST", "/crews", { name: "Aran" });
	expect(body.gid).toMatch(/^\w{26}$/);
	expect((await mock.send("GET", "/crews")).body).toContainEqual(body);
});

test("the path of a thing with {thing} identifies it by its name", async () => {
	const pool = object({ name: TEXT, size: NUMBER });
	await using mock = await openPaths({
		"/pools": { get: list(pool), post: { ...takes(pool), ...respond(pool) } },
		"/pools/{pool}": { ...inPath("pool"), get: respond(pool) },
	});
	await mock.send("POST", "/pools", { name: "blue", size: 5 });
	expect((await mock.send("GET", "/pools/blue")).body).toEqual({
		...{ name: "blue", size: 5 },
	});
});

/** A response whose schema says no more than its type. */
const show = (example: unknown, type = "object") => ({
	responses: {
		"200": {
			description: "",
			content: { "application/json": { schema: { type }, example } },
		},
	},
});

test("an example shows the form of a response where the schema does not", async () => {
	const example = { id: 7, name: "Aran", crew: 3 };
	await using mock = await openPaths({
		"/boats": {
			get: show([example], "array"),
			post: { ...takes(object({ name: TEXT })), ...show(example) },
		},
		"/boats/{id}": {
			...inPath("id", NUMBER),
			get: show(example),
			delete: { responses: { "204": { description: "" } } },
		},
	});
	const { body } = await mock.send("POST", "/boats", { name: "Beara" });
	expect(body).toEqual({ id: expect.any(Number), name: "Beara", crew: 3 });
	expect((await mock.send("GET", "/boats")).body[0]).toEqual(body);
	const path = `/boats/${body.id}`;
	expect((await mock.send("GET", path)).body).toEqual(body);
	await mock.send("DELETE", path);
	expect((await mock.send("GET", path)).status).toBe(404);
});

test("a document that describes one record where a list is gets the newest", async () => {
	await using mock = await openPaths({
		"/boats": {
			get: respond(boat),
			post: { ...takes(boat), ...respond(boat) },
		},
		"/boats/{id}": { ...inPath("id"), get: respond(boat) },
	});
	expect((await mock.send("GET", "/boats")).status).toBe(200);
	for (const name of ["Aran", "Beara"]) {
		const { body } = await mock.send("POST", "/boats", { name });
		expect((await mock.send("GET", "/boats")).body).toEqual(body);
	}
});

test.each(["created_at", "dateCreated", "creationDate", "created"])(
	"%s is the time of creation, unless the client sends it",
	async (name) => {
		const time = { ...TEXT, format: "date-time" };
		const dated = object({ id: TEXT, [name]: time });
		await using mock = await openPaths({
			"/boats": {
				get: list(dated),
				post: { ...takes(dated), ...respond(dated) },
			},
		});
		const { body } = await mock.send("POST", "/boats", {});
		expect(body[name]).toMatch(/^2026-01-01T00:00:00/);
		const sent = { [name]: "2020-02-02T00:00:00.000Z" };
		expect((await mock.send("POST", "/boats", sent)).body).toMatchObject(sent);
	},
);

test("a role that says nothing of records leaves the rest to inference", async () => {
	const named = object({
		...{ id: TEXT, title: { ...TEXT, "x-role": "boat.name" } },
	});
	await using mock = await openPaths({
		"/boats": {
			get: list(named),
			post: { ...takes(named), ...respond(named) },
		},
	});
	const { body } = await mock.send("POST", "/boats", { title: "Aran" });
	expect((await mock.send("GET", "/boats")).body[0]).toEqual(body);
});

test.each([
	["$skip", "$top"],
	["offset", "count"],
	["startAt", "maxResults"],
	["skip", "take"],
])("%s and %s select a part of a list", async (offset, limit) => {
	const parameters = [offset, limit].map((name) => ({
		...{ name, in: "query", schema: { type: "integer" } },
	}));
	const pool = object({ id: { type: "integer" }, name: TEXT });
	const paths = { "/pools": { get: { ...list(pool), parameters } } };
	await using mock = await openPaths(paths);
	const { body: all } = await mock.send("GET", "/pools");
	const { body: part } = await mock.send(
		"GET",
		`/pools?${offset}=1&${limit}=2`,
	);
	expect(part).toEqual(all.slice(1, 3));
});
