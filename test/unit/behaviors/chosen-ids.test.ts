import { expect, test } from "vitest";
import {
	also,
	inPath,
	list,
	NUMBER,
	object,
	respond,
	response,
	role,
	saves,
	TEXT,
} from "../../support/openapi.ts";
import { openEmpty, openPaths } from "./open-paths.ts";

const LABEL = object({ name: TEXT, color: TEXT });

const openLabels = (errors: object) =>
	openPaths({
		"/labels": { get: list(LABEL), post: also(saves(LABEL), errors) },
		"/labels/{name}": { ...inPath("name"), get: respond(LABEL) },
	});

const listed = (status: string) => ({ [status]: response() });

test.each(["409", "4XX"])(
	"the id of another record is rejected with 409 where %s is documented, and nothing is added",
	async (documented) => {
		await using mock = await openLabels(listed(documented));
		const label = { name: "bug", color: "red" };
		const post = (body: object) => mock.send("POST", "/labels", body);
		expect(await post(label)).toMatchObject({ status: 200, body: label });
		expect((await post({ ...label, color: "blue" })).status).toBe(409);
		expect(await mock.read("/labels/bug")).toEqual(label);
		expect(await mock.read("/labels")).toHaveLength(6);
	},
);

test("a record gets another id than that of another record where 409 is not documented", async () => {
	await using mock = await openLabels(listed("default"));
	const label = { name: "bug", color: "red" };
	await mock.send("POST", "/labels", label);
	const { status, body } = await mock.send("POST", "/labels", label);
	expect(status).toBe(200);
	expect(body.name).not.toBe("bug");
	expect(await mock.read("/labels")).toHaveLength(7);
});

test.each([
	[
		"takes the id of a request if the property has the role",
		role("it.id", TEXT),
	],
	["takes no id from a property without the role", TEXT],
])("a document with roles %s", async (_, id) => {
	const thing = object({ id: role("thing.id", TEXT), name: TEXT });
	const sent = { ...object({ id, name: TEXT }), required: ["name"] };
	await using mock = await openEmpty({
		"/things": { get: list(thing), post: saves(thing, sent) },
	});
	const { body } = await mock.send("POST", "/things", { id: "a", name: "A" });
	expect(body.id === "a").toBe(id !== TEXT);
});

test("samples whose names are their ids have plausible and different ones", async () => {
	await using mock = await openLabels({});
	const { body } = await mock.send("GET", "/labels");
	const names = body.map(({ name }: { name: string }) => name);
	for (const name of names) expect(name).toMatch(/^[a-z]+-\d$/);
	expect(new Set(names).size).toBe(5);
	expect(await mock.read(`/labels/${names[0]}`)).toEqual(body[0]);
});

test("no two records get the same id, chosen, generated or requested at the same time", async () => {
	const thing = object({ id: NUMBER, name: TEXT });
	const body = saves(thing, { ...thing, required: ["name"] });
	await using mock = await openEmpty({
		"/things": { get: list(thing), post: also(body, listed("409")) },
		"/things/{id}": { ...inPath("id", NUMBER), put: also(body, listed("201")) },
	});
	const send = async (method: string, path: string, id?: number) =>
		(await mock.send(method, path, { id, name: "A" })).status;
	await send("POST", "/things", 2);
	await send("POST", "/things");
	const both = [send("POST", "/things", 9), send("POST", "/things", 9)];
	expect((await Promise.all(both)).toSorted()).toEqual([200, 409]);
	await Promise.all([send("PUT", "/things/7"), send("PUT", "/things/7")]);
	const { body: all } = await mock.send("GET", "/things");
	expect(all.map(({ id }: { id: number }) => id)).toEqual([7, 9, 3, 2]);
});

test("PUT creates no record that If-Match names, and replaces none that If-None-Match excludes", async () => {
	const thing = object({ id: TEXT, name: TEXT });
	const put = saves(thing, object({ name: TEXT }));
	await using mock = await openEmpty({
		"/things": { get: list(thing) },
		"/things/{id}": { ...inPath("id"), put: also(put, listed("412")) },
	});
	const send = async (name: string, headers: Record<string, string>) =>
		(await mock.send("PUT", "/things/a", { name }, headers)).status;
	for (const condition of ["*", '"5"'])
		expect(await send("A", { "if-match": condition })).toBe(412);
	expect(await send("A", { "if-none-match": "*" })).toBe(200);
	expect(await send("B", { "if-none-match": "*" })).toBe(412);
	expect(await mock.read("/things")).toEqual([{ id: "a", name: "A" }]);
});
