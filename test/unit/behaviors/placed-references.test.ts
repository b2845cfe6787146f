import { expect, test } from "vitest";
import { may, TEXT } from "../../support/openapi.ts";
import { openContent } from "./open-document.ts";
import { loadContent } from "./write-document.ts";

const INFO = { openapi: "3.0.3", info: { title: "Pets", version: "1" } };

const PARTS = {
	"schemas.yaml": `
Pet:
  type: object
  required: [id, name]
  properties: { $ref: "properties.yaml" }
`,
	"properties.yaml": `
id: { type: integer }
name: { $ref: "names.yaml#/Name" }
`,
	"names.yaml": "Name: { type: string }",
	"content.yaml": `
application/json: { schema: { $ref: "schemas.yaml#/Pet" } }
`,
	"parameters.yaml": `
- { name: q, in: query, required: true, schema: { type: integer } }
`,
	"responses.yaml": `
"201": { description: Created, content: { $ref: "content.yaml" } }
`,
	"add-pet.yaml": `
operationId: addPet
parameters: { $ref: "parameters.yaml" }
requestBody: { required: true, content: { $ref: "content.yaml" } }
responses: { $ref: "responses.yaml" }
`,
	"paths.yaml": `
/pets: { post: { $ref: "add-pet.yaml" } }
`,
	"components.yaml": `
schemas: { $ref: "schemas.yaml" }
`,
};

/** The same operation, of which different parts are in other files. */
const DOCUMENTS = {
	"an operation": { paths: { "/pets": { post: { $ref: "add-pet.yaml" } } } },
	"all paths": { paths: { $ref: "paths.yaml" } },
	"the schemas of the components": {
		paths: {
			"/pets": {
				post: {
					operationId: "addPet",
					parameters: { $ref: "parameters.yaml" },
					requestBody: {
						required: true,
						content: {
							"application/json": {
								schema: { $ref: "#/components/schemas/Pet" },
							},
						},
					},
					responses: { $ref: "responses.yaml" },
				},
			},
		},
		components: { $ref: "components.yaml" },
	},
};

test.each(Object.entries(DOCUMENTS))(
	"a reference is followed where the document needs %s",
	async (_, parts) => {
		await using opened = await openContent({ ...INFO, ...parts }, { ...PARTS });
		expect(
			opened.mock.context.service.operations.map(({ spec }) => spec.id),
		).toEqual(["addPet"]);
		const send = async (query: string, body: object) =>
			(await opened.send("POST", `/pets${query}`, body)).status;
		expect(await send("?q=1", { id: 1, name: "Rex" })).toBe(201);
		expect(await send("?q=1", { id: "1", name: "Rex" })).toBe(400);
		expect(await send("?q=1", { id: 1, name: 2 })).toBe(400);
		expect(await send("", { id: 1, name: "Rex" })).toBe(400);
	},
);

test("security and its schemes may be in files of their own", async () => {
	await using mock = await openContent(
		{
			...INFO,
			...{ info: { $ref: "info.yaml" }, security: { $ref: "security.yaml" } },
			servers: { $ref: "servers.yaml" },
			components: { securitySchemes: { $ref: "schemes.yaml" } },
			paths: { "/pets": { get: { responses: {} } } },
		},
		{
			"info.yaml": "title: Pets",
			"security.yaml": "- key: []",
			"servers.yaml": "- url: https://pets.test/v3",
			"schemes.yaml": "key: { type: apiKey, in: header, name: X-Key }",
		},
	);
	const send = (headers: Record<string, string>) =>
		mock.send("GET", "/v3/pets", undefined, headers);
	expect((await send({})).status).toBe(401);
	expect((await send({ "x-key": "a" })).status).toBe(200);
});

test("a file that another tool includes may be no YAML", async () => {
	expect(
		(
			await loadContent(
				{
					...INFO,
					"x-topics": [{ content: { $ref: "guide.md" } }],
					paths: { "/pets": { get: { responses: {} } } },
				},
				{ "guide.md": "`curl` it: like this: now" },
			)
		).refused,
	).toEqual([]);
});

test("an example may be in a file of its own, and one without a file is left out", async () => {
	const schema = may({ name: TEXT });
	const respond = (examples: object) => ({
		responses: {
			200: {
				description: "",
				content: { "application/json": { schema, examples } },
			},
		},
	});
	const none = { $ref: "none.yaml" };
	const value = { name: "$ref", $ref: "of the example" };
	const paths = {
		"/a": { get: respond({ none, rex: { $ref: "rex.yaml" } }) },
		"/b": {
			get: respond({ none, rex: { $ref: "#/components/examples/rex" } }),
		},
		"/c": { get: respond({ none, rex: { value } }) },
	};
	const components = { examples: { rex: { $ref: "rex.yaml" } } };
	await using mock = await openContent(
		{ ...INFO, paths, components },
		{ "rex.yaml": "value: { name: Rex }" },
	);
	expect(mock.document.refused).toEqual([]);
	expect(await mock.read("/a")).toEqual({ name: "Rex" });
	expect(await mock.read("/b")).toEqual({ name: "Rex" });
	expect(await mock.read("/c")).toEqual(value);
});

test.each([
	[
		"that leads back to itself",
		{ $ref: "#/components/schemas/A/properties" },
		"the target of #/components/schemas/A/properties leads back to it",
	],
	[
		"without a target",
		{ $ref: "names.yaml#/none" },
		/the target of .*names.yaml#\/none does not exist. Fix the \$ref/,
	],
])("a map of properties %s is refused", async (_, properties, reason) => {
	const A = may({ inner: may(properties) });
	await expect(
		loadContent(
			{ ...INFO, paths: {}, components: { schemas: { A } } },
			{ ...PARTS },
		),
	).rejects.toThrow(reason);
});
