import { expect, test } from "vitest";
import {
	collection,
	inPath,
	list,
	may,
	NUMBER,
	respond,
	saves,
	TEXT,
} from "../../support/openapi.ts";
import { openPaths } from "./open-paths.ts";

const readOnly = (schema: object) => ({ ...schema, readOnly: true });

const boat = may({
	id: readOnly(TEXT),
	name: TEXT,
	berth: readOnly(TEXT),
	trips: readOnly(NUMBER),
	isLost: readOnly({ type: "boolean" }),
	soldAt: readOnly({ type: ["string", "null"] }),
	createdAt: readOnly({ ...TEXT, format: "date-time" }),
	changedAt: readOnly({ ...TEXT, format: "date-time" }),
});

test("a new record has what only the service sets, and the others what a request contains", async () => {
	await using mock = await openPaths({ "/boats": collection(boat) });
	const { body } = await mock.send("POST", "/boats", { name: "Aran" });
	const id = expect.any(String);
	const berth = expect.any(String);
	const { createdAt } = body;
	expect(body).toEqual({
		...{ id, name: "Aran", berth, trips: 0, isLost: false },
		...{ createdAt, changedAt: createdAt },
	});
	const [, ...samples] = await mock.read("/boats");
	const sample = { id, name: expect.any(String), berth };
	for (const each of samples) expect(each).toMatchObject(sample);
});

test("a change leaves what only the service sets as it was", async () => {
	await using mock = await openPaths({
		"/boats": { get: list(boat) },
		"/boats/{id}": { ...inPath("id"), put: saves(boat) },
	});
	const [{ id, berth }] = await mock.read("/boats");
	const { body } = await mock.send("PUT", `/boats/${id}`, { name: "Aran" });
	expect(body).toMatchObject({ name: "Aran", berth });
});

test("samples have the values of a request that a later request may not change", async () => {
	const shown = may({ id: TEXT, name: readOnly(TEXT) });
	await using mock = await openPaths({
		"/boats": collection(shown, may({ name: TEXT })),
	});
	const names = (await mock.read("/boats")).map(({ name }: never) => name);
	expect(new Set(names).size).toBeGreaterThan(1);
	const { body } = await mock.send("POST", "/boats", { name: "Aran" });
	expect(body.name).toBe("Aran");
});

test("an id that one response shows as a number and another one as a text is both", async () => {
	const made = may({ id: NUMBER });
	await using mock = await openPaths({
		"/boats": { get: list(boat), post: saves(made, may({ name: TEXT })) },
		"/boats/{id}": { ...inPath("id"), get: respond(boat) },
	});
	const { body } = await mock.send("POST", "/boats", { name: "Aran" });
	expect(await mock.read(`/boats/${body.id}`)).toMatchObject({
		...{ id: String(body.id), name: "Aran" },
	});
});
