import { expect, test } from "vitest";
import {
	array,
	collection,
	inPath,
	list,
	may,
	NUMBER,
	respond,
	saves,
	TEXT,
	takes,
} from "../../support/openapi.ts";
import { openPaths } from "./open-paths.ts";

const boat = may({ id: TEXT, name: TEXT, length: NUMBER });

test("a request may wrap the values of a record, as its response does or not", async () => {
	const sent = may({ boat: may({ name: TEXT, length: NUMBER }) });
	await using mock = await openPaths({
		"/boats": { get: list(boat), post: saves(may({ data: boat }), sent) },
		"/boats/{id}": {
			...inPath("id"),
			get: respond(boat),
			put: saves(boat, sent),
		},
	});
	const made = await mock.send("POST", "/boats", {
		boat: { name: "Aran", length: 7 },
	});
	const { data } = made.body;
	expect(data).toEqual({ id: data.id, name: "Aran", length: 7 });
	const path = `/boats/${data.id}`;
	expect(await mock.read(path)).toEqual(data);
	await mock.send("PUT", path, { boat: { name: "Beara" } });
	expect(await mock.read(path)).toEqual({ ...{ id: data.id, name: "Beara" } });
});

test("a request may spell the properties of a record in another way", async () => {
	const ship = may({ id: TEXT, friendly_name: TEXT, home_port: TEXT });
	await using mock = await openPaths({
		"/ships": collection(ship, may({ FriendlyName: TEXT, homePort: TEXT })),
		"/ships/{id}": {
			...inPath("id"),
			put: saves(ship, may({ FriendlyName: TEXT })),
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
		...may({
			...{
				id: NUMBER,
				name: TEXT,
				country: { ...may({ name: TEXT }), required: ["name"] },
			},
			labels: { type: "object", additionalProperties: TEXT },
		}),
		required: ["id", "name", "country", "labels"],
	};
	const sent = may({ name: TEXT, labels: { type: "object" } });
	await using mock = await openPaths({ "/ports": collection(port, sent) });
	const { body } = await mock.send("POST", "/ports", { name: "Cork" });
	expect(body.name).toBe("Cork");
	expect(body.country.name).not.toBe("Cork");
	expect(body.labels).toEqual({});
});

test("what the response cannot show is left to the service", async () => {
	const kind = { ...TEXT, enum: ["sail", "motor"] };
	const shown = {
		...may({ id: TEXT, kind, tags: array(TEXT) }),
		required: ["id", "kind"],
	};
	const sent = may({ kind: TEXT, tags: array({}) });
	await using mock = await openPaths({ "/boats": collection(shown, sent) });
	const { body } = await mock.send("POST", "/boats", {
		...{ kind: "oar", tags: [{ name: "a" }] },
	});
	expect(body).toEqual({ id: body.id, kind: "sail" });
	const { body: other } = await mock.send("POST", "/boats", {
		...{ kind: "motor", tags: ["a"] },
	});
	expect(other).toEqual({ id: other.id, kind: "motor", tags: ["a"] });
});

test("a word such as filter names records if their ids follow it", async () => {
	const filter = may({ id: TEXT, term: TEXT });
	await using mock = await openPaths({
		"/boats": { get: list(boat) },
		"/boats/search": { get: list(boat) },
		"/boats/filter": { post: saves(filter) },
		"/boats/filter/{id}": { ...inPath("id"), get: respond(filter) },
	});
	const { body } = await mock.send("POST", "/boats/filter", { term: "sail" });
	expect(body).toEqual({ id: body.id, term: "sail" });
	expect(await mock.read(`/boats/filter/${body.id}`)).toEqual(body);
	expect(await mock.read("/boats/search")).toEqual(await mock.read("/boats"));
});

test("of several objects with ids, a response shows the one with the name of its path as the record", async () => {
	const action = may({ id: NUMBER, status: TEXT });
	await using mock = await openPaths({
		"/boats": { get: list(boat), post: saves(may({ action, boat }), boat) },
		"/boats/{id}": { ...inPath("id"), get: respond(may({ boat })) },
	});
	const made = await mock.send("POST", "/boats", { name: "Aran" });
	const { id } = made.body.boat;
	expect((await mock.read(`/boats/${id}`)).boat).toEqual({
		...{ id, name: "Aran" },
	});
});

test("records of one form below a record and at the top are not those of the record", async () => {
	const named = may({ id: TEXT, name: TEXT });
	await using mock = await openPaths({
		"/boats": collection(named),
		"/boats/{boatId}/crews": { ...inPath("boatId"), ...collection(named) },
	});
	const { body: made } = await mock.send("POST", "/boats", { name: "Aran" });
	const path = `/boats/${made.id}/crews`;
	const { body: crew } = await mock.send("POST", path, { name: "Cork" });
	expect(await mock.read("/boats")).not.toContainEqual(crew);
	expect(await mock.read(path)).toContainEqual(crew);
});

test("what most paths call ids identifies records that no path names", async () => {
	const thing = may({ gid: TEXT, name: TEXT });
	const pathsOf = (name: string) => ({
		[`/${name}s`]: collection(thing),
		[`/${name}s/{${name}_gid}`]: {
			...inPath(`${name}_gid`),
			get: respond(thing),
		},
	});
	await using mock = await openPaths({
		...pathsOf("boat"),
		...pathsOf("port"),
		"/crews": collection(thing),
	});
	const { body } = await mock.send("POST", "/crews", { name: "Aran" });
	expect(body.gid).toMatch(/^\w{26}$/);
	expect(await mock.read("/crews")).toContainEqual(body);
});

test("the path of a thing with {thing} identifies it by its name", async () => {
	const pool = may({ name: TEXT, size: NUMBER });
	await using mock = await openPaths({
		"/pools": collection(pool),
		"/pools/{pool}": { ...inPath("pool"), get: respond(pool) },
	});
	await mock.send("POST", "/pools", { name: "blue", size: 5 });
	expect(await mock.read("/pools/blue")).toEqual({
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
			post: { ...takes(may({ name: TEXT })), ...show(example) },
		},
		"/boats/{id}": {
			...inPath("id", NUMBER),
			get: show(example),
			delete: { responses: { "204": { description: "" } } },
		},
	});
	const { body } = await mock.send("POST", "/boats", { name: "Beara" });
	expect(body).toEqual({ id: expect.any(Number), name: "Beara", crew: 3 });
	expect((await mock.read("/boats"))[0]).toEqual(body);
	const path = `/boats/${body.id}`;
	expect(await mock.read(path)).toEqual(body);
	await mock.send("DELETE", path);
	expect((await mock.send("GET", path)).status).toBe(404);
});

test("a document that describes one record where a list is gets the newest", async () => {
	await using mock = await openPaths({
		"/boats": { get: respond(boat), post: saves(boat) },
		"/boats/{id}": { ...inPath("id"), get: respond(boat) },
	});
	expect((await mock.send("GET", "/boats")).status).toBe(200);
	for (const name of ["Aran", "Beara"]) {
		const { body } = await mock.send("POST", "/boats", { name });
		expect(await mock.read("/boats")).toEqual(body);
	}
});

const time = { ...TEXT, format: "date-time" };

test.each<[string, object, unknown, unknown]>([
	...["created_at", "dateCreated", "createTime", "created"].map(
		(name): [string, object, unknown, unknown] => [
			...([name, time] as const),
			expect.stringMatching(/^2026-01-01T00:00:00/),
			"2020-02-02T00:00:00.000Z",
		],
	),
	["created", { ...NUMBER, format: "unix-time" }, 1_767_225_600, 1_580_601_600],
])(
	"%s with %j is the time of creation, unless the client sends it",
	async (name, schema, now, then) => {
		const dated = may({ id: TEXT, [name]: schema });
		await using mock = await openPaths({ "/boats": collection(dated) });
		const { body } = await mock.send("POST", "/boats", {});
		expect(body[name]).toEqual(now);
		const sent = { [name]: then };
		expect((await mock.send("POST", "/boats", sent)).body).toMatchObject(sent);
	},
);

test("a role that says nothing of records leaves the rest to inference", async () => {
	const named = may({
		...{ id: TEXT, title: { ...TEXT, "x-role": "boat.name" } },
	});
	await using mock = await openPaths({ "/boats": collection(named) });
	const { body } = await mock.send("POST", "/boats", { title: "Aran" });
	expect((await mock.read("/boats"))[0]).toEqual(body);
});

test.each([
	["$skip", "$top"],
	["offset", "count"],
	["startAt", "maxResults"],
	["skip", "take"],
])("%s and %s select a part of a list", async (offset, limit) => {
	const parameters = [offset, limit].map((name) => ({
		...{ name, in: "query", schema: NUMBER },
	}));
	const pool = may({ id: NUMBER, name: TEXT });
	const paths = { "/pools": { get: { ...list(pool), parameters } } };
	await using mock = await openPaths(paths);
	const { body: all } = await mock.send("GET", "/pools");
	const { body: part } = await mock.send(
		"GET",
		`/pools?${offset}=1&${limit}=2`,
	);
	expect(part).toEqual(all.slice(1, 3));
});
