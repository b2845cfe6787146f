import { expect, test } from "vitest";
import {
	collection,
	inPath,
	NUMBER,
	object,
	respond,
	TEXT,
} from "../../support/openapi.ts";
import { openPaths } from "./open-paths.ts";

const cat = object({ id: NUMBER, kind: { const: "cat" }, meow: TEXT });
const dog = object({ id: NUMBER, kind: { const: "dog" }, age: NUMBER });

test.each<[string, object]>([
	["oneOf", { oneOf: [cat, dog] }],
	["anyOf", { anyOf: [cat, dog] }],
	["oneOf beside an id", { ...object({ id: NUMBER }), oneOf: [cat, dog] }],
])("records of %s are stored if each alternative has an id", async (_, pet) => {
	await using mock = await openPaths({
		"/pets": collection(pet),
		"/pets/{id}": { ...inPath("id", NUMBER), get: respond(pet) },
	});
	const { body: samples } = await mock.send("GET", "/pets");
	expect(samples).toHaveLength(5);
	for (const each of samples)
		expect(each).toMatchObject({ id: expect.any(Number), kind: "cat" });
	const sent = { id: 9, kind: "dog", age: 3 };
	expect((await mock.send("POST", "/pets", sent)).body).toEqual(sent);
	expect(await mock.read("/pets/9")).toEqual(sent);
});

test("a record has what the alternative requires of its kind, and no request sets", async () => {
	const sent = object({ kind: TEXT });
	const pet = { oneOf: [cat, dog] };
	await using mock = await openPaths({ "/pets": collection(pet, sent) });
	const { body } = await mock.send("POST", "/pets", { kind: "dog" });
	expect(body).toEqual({ id: 6, kind: "dog", age: expect.any(Number) });
});
