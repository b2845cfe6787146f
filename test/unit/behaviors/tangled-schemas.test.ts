import { describe, expect, test } from "vitest";
import { untangle } from "../../../src/document/upgrade.ts";
import {
	array,
	collection,
	NUMBER,
	object,
	TEXT,
	withPaths,
} from "../../support/openapi.ts";
import { openContent } from "./open-document.ts";

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Opens a mock of a document whose `/media` has the first of these schemas. */
async function openMedia(schemas: Readonly<Record<string, object>>) {
	const [name = ""] = Object.keys(schemas);
	const paths = { "/media": collection(to(name)) };
	const document = withPaths(paths, { components: { schemas } });
	return openContent(document);
}

/** Returns a schema with a condition. The name is computed: an object with the name `then` could be awaited. */
const condition = (when: object, what: object): object => ({
	if: when,
	["then" as string]: what,
});

const book = { allOf: [to("Medium"), object({ pages: NUMBER })] };
const film = { allOf: [to("Medium"), object({ minutes: NUMBER })] };
const medium = {
	...object({ kind: TEXT, title: TEXT }),
	oneOf: [to("Book"), to("Film")],
	discriminator: { propertyName: "kind" },
};

describe("kinds with their base in allOf, while the base lists its kinds", () => {
	test.each(["Medium", "Book"])("are served as %s", async (first) => {
		const all = { Medium: medium, Book: book, Film: film };
		await using mock = await openMedia(
			Object.fromEntries(
				Object.entries(all).sort(([name]) => (name === first ? -1 : 1)),
			),
		);
		const { status, body } = await mock.send("GET", "/media");
		expect(status).toBe(200);
		expect(body[0]).toMatchObject({
			kind: expect.any(String),
			title: expect.any(String),
		});
		const sent = { kind: "Book", title: "Dune", pages: 412 };
		expect(await mock.send("POST", "/media", sent)).toMatchObject({
			status: 200,
		});
		const { title: _, ...untitled } = sent;
		expect(await mock.send("POST", "/media", untitled)).toMatchObject({
			status: 400,
		});
		const { pages: __, ...wrong } = { ...sent, pages: "many" };
		expect(await mock.send("POST", "/media", wrong)).toMatchObject({
			status: 400,
		});
	});
});

test.each<[string, object, unknown, unknown]>([
	[
		"allOf",
		{ allOf: [to("Medium"), object({ title: TEXT })] },
		{ title: "Dune" },
		{},
	],
	["anyOf", { anyOf: [false, to("Medium"), TEXT] }, "Dune", 5],
	["oneOf", { oneOf: [{ oneOf: [to("Medium")] }, TEXT] }, "Dune", 5],
])(
	"a schema that is a part of itself by %s says what its other parts say",
	async (_, schema, valid, invalid) => {
		await using mock = await openMedia({ Medium: schema });
		expect(await mock.send("POST", "/media", valid)).toMatchObject({
			status: 200,
		});
		expect(await mock.send("POST", "/media", invalid)).toMatchObject({
			status: 400,
		});
		expect(await mock.send("GET", "/media")).toMatchObject({ status: 200 });
	},
);

test("a base whose condition names its kind is served", async () => {
	const says = { properties: { kind: { const: "Book" } }, required: ["kind"] };
	const schemas = {
		Medium: {
			...object({ kind: TEXT, title: TEXT }),
			...condition(says, to("Book")),
		},
		Book: book,
	};
	await using mock = await openMedia(schemas);
	const sent = { kind: "Book", title: "Dune" };
	expect(
		await mock.send("POST", "/media", { ...sent, pages: 412 }),
	).toMatchObject({ status: 200 });
	expect(await mock.send("POST", "/media", sent)).toMatchObject({
		status: 400,
	});
});

test.each<[string, (self: object) => object]>([
	["not", (self) => ({ not: self })],
	["allOf", (self) => ({ allOf: [{ not: self }] })],
	["if", (self) => ({ if: self })],
	["then", (self) => condition({}, self)],
	["else", (self) => ({ if: {}, else: self })],
	["dependentSchemas", (self) => ({ dependentSchemas: { title: self } })],
])(
	"a schema that leads back to itself by %s is an error in the file",
	async (keyword, create) => {
		const schemas = { Medium: create(to("Medium")) };
		await expect(openMedia(schemas)).rejects.toThrow(
			`/${keyword}): ${keyword} leads back to the schema that has it, so that no value can be checked. Change the $ref in it.`,
		);
	},
);

test("a document without such schemas stays as it is", () => {
	const schemas = { Part: object({ parts: array(to("Part")) }) };
	const document = {
		components: { schemas: { ...schemas, Whole: { allOf: [to("Part")] } } },
	};
	expect(untangle(document)).toBe(document);
});
