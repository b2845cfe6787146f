import { expect, test } from "vitest";
import { bundle } from "../../../src/document/bundle.ts";
import { inline } from "../../../src/document/inline.ts";
import { interpretSchemas } from "../../../src/document/interpret-schemas.ts";
import { createResolver, type Node } from "../../../src/document/node.ts";
import { findInvalidPlaces } from "../../../src/values/validation.ts";
import { array, may, NUMBER, object, TEXT } from "../../support/openapi.ts";

/** Returns the invalid places of a value, by a schema in a document with these others. */
function listInvalid(schema: Node, value: unknown, schemas: object = {}) {
	const document = { components: { schemas } };
	const { it } = interpretSchemas(() => document, [["it", schema]]);
	if (!it) throw new Error("There is no validator.");
	return findInvalidPlaces(value, it).map(
		({ pointer, detail }) => `${pointer} ${detail}`,
	);
}

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A condition that consists of others, as in many public documents. */
const CONDITIONS = {
	Condition: { oneOf: ["All", "Any", "None", "Is"].map(refer) },
	...Object.fromEntries(
		["All", "Any", "None"].map((name) => [
			name,
			object({
				kind: { enum: [name.toLowerCase()] },
				of: array(refer("Condition")),
			}),
		]),
	),
	Is: {
		type: "object",
		required: ["field"],
		properties: { field: TEXT },
		additionalProperties: false,
	},
};

/** Returns a condition with so many others in each other. */
function nest(depth: number, innermost: object): object {
	let condition = innermost;
	for (let level = 0; level < depth; level++)
		condition = { kind: ["all", "any", "none"][level % 3], of: [condition] };
	return condition;
}

test("a deep value of alternatives that refer to themselves is checked", () => {
	const check = (innermost: object) =>
		listInvalid(refer("Condition"), nest(60, innermost), CONDITIONS);
	expect(check({ field: "a" })).toEqual([]);
	expect(check({ field: 1 })).not.toEqual([]);
});

test("a shallow one has the errors of each alternative", () => {
	const found = listInvalid(
		refer("Condition"),
		nest(1, { field: 1 }),
		CONDITIONS,
	);
	expect(found).toContainEqual("/of/0/field must be a string");
});

test("a value that too many alternatives allow is invalid", () => {
	const schemas = {
		Pair: {
			anyOf: [
				{ properties: { in: refer("Pair") }, required: ["never"] },
				{ properties: { in: refer("Pair") }, required: ["neither"] },
			],
		},
	};
	let value: object = {};
	for (let level = 0; level < 60; level++) value = { in: value };
	expect(listInvalid(refer("Pair"), value, schemas)).not.toEqual([]);
});

test("a large value of very many kinds is checked", () => {
	const kinds = Array.from({ length: 300 }, (_, index) =>
		object({ kind: { const: `kind${index}` } }),
	);
	const map = { additionalProperties: { oneOf: [{ type: "null" }, ...kinds] } };
	const items = Array.from({ length: 20_000 }, () => ({ kind: "kind299" }));
	expect(listInvalid(map, { ...items, last: null })).toEqual([]);
	expect(listInvalid(map, { ...items, last: { kind: "kind300" } })).toContain(
		"/last must match exactly one alternative",
	);
});

test("a large value of very many alternatives without kinds is given up", () => {
	const anyOf = Array.from({ length: 2_001 }, (_, index) => ({
		required: [`name${index}`],
	}));
	const values = Array.from({ length: 2_500 }, () => ({ name2000: 1 }));
	expect(listInvalid({ items: { anyOf } }, values)).toEqual([
		" has so many alternatives or levels that it cannot be checked. Shorten it",
	]);
	expect(listInvalid({ items: { anyOf } }, values.slice(0, 9))).toEqual([]);
});

test("a tree whose schema refines its base at each level is checked, however deep it is", () => {
	const children = (name: string) => ({
		properties: { children: array(refer(name)) },
	});
	const schemas = {
		Base: { type: "object", required: ["name"], ...children("Refined") },
		Refined: { allOf: [refer("Base"), children("Refined")] },
	};
	const grow = (innermost: object): object => {
		let tree = innermost;
		for (let level = 0; level < 200; level++)
			tree = { name: "node", children: [tree] };
		return tree;
	};
	const check = (innermost: object) =>
		listInvalid(refer("Refined"), grow(innermost), schemas);
	expect(check({ name: "leaf" })).toEqual([]);
	expect(check({})).toEqual([`${"/children/0".repeat(200)}/name is required`]);
});

test("an alternative with very many errors does not hide another one that matches", () => {
	const kinds = Array.from({ length: 20 }, (_, index) =>
		object({ kind: { const: index } }),
	);
	const mapOf = (schema: object) => ({ additionalProperties: schema });
	const anyOf = [mapOf({ oneOf: kinds }), mapOf(TEXT)];
	const texts = { ...Array<string>(30_000).fill("text") };
	expect(listInvalid({ anyOf }, texts)).toEqual([]);
});

test("an alternative with another fixed value is left before its other properties are checked", () => {
	const operators = ["add", "divide", "invert", "multiply", "subtract"];
	const schemas = {
		Expression: {
			oneOf: [
				...operators.map((operator) =>
					object({
						arguments: array(refer("Expression")),
						operator: { enum: [operator] },
					}),
				),
				{ type: "number" },
			],
		},
	};
	let expression: unknown = 1;
	for (let depth = 0; depth < 20; depth += 1)
		expression = { arguments: [expression, 2], operator: "subtract" };
	expect(listInvalid(refer("Expression"), expression, schemas)).toEqual([]);
});

test("very many names that break a rule are an error", () => {
	const value = Array.from({ length: 130_000 }, () => 0);
	const propertyNames = { pattern: "^a" };
	expect(listInvalid({ propertyNames }, { ...value })).not.toEqual([]);
});

test.each([
	["texts", (index: number) => `a${index}`],
	["objects", (index: number) => ({ a: index, b: [index] })],
])("no item of a long array of %s may be there twice", (_, create) => {
	const schema = {
		properties: {
			list: refer("List"),
			"other/list": { uniqueItems: true, items: { type: "number" } },
		},
	};
	const schemas = { List: { type: "array", uniqueItems: true } };
	const list = Array.from({ length: 20_000 }, (_, index) => create(index));
	expect(listInvalid(schema, { list }, schemas)).toEqual([]);
	const last = create(0);
	const twice = { list: [...list, last], "other/list": [1, 1, "2"] };
	expect(listInvalid(schema, twice, schemas).sort()).toEqual([
		"/list must not have an item twice",
		"/other~1list must not have an item twice",
		"/other~1list/2 must be a number",
	]);
});

test("equal objects are one item, whatever the order of their properties", () => {
	const items = Array.from({ length: 200 }, (_, index) => ({ a: index, b: 1 }));
	const schema = { type: "array", uniqueItems: true };
	expect(listInvalid(schema, [...items, { b: 1, a: 7 }])).toEqual([
		" must not have an item twice",
	]);
});

test("a value with very many errors has only some of them", () => {
	const required = Array.from({ length: 30 }, (_, index) => `name${index}`);
	const schema = array({ type: "object", required });
	const { it } = interpretSchemas(() => ({}), [["it", schema]]);
	const countErrors = (length: number): number => {
		it?.(Array.from({ length }, () => ({})));
		return it?.errors?.length ?? 0;
	};
	expect(countErrors(10)).toBe(300);
	expect(countErrors(10_000)).toBe(1_000);
});

test("more errors than fit on the stack are errors", () => {
	const schema = array({ type: "number" });
	const value = Array.from({ length: 150_000 }, () => "a");
	expect(listInvalid(schema, value)).not.toEqual([]);
});

test("many texts beside a long enumeration are checked, and those of it are found", () => {
	const listed = Array.from({ length: 2_000 }, (_, index) =>
		`zone${index}`.padEnd(1_000),
	);
	const items = { anyOf: [{ enum: listed }, TEXT] };
	const value = Array.from({ length: 40_000 }, () => "a");
	expect(listInvalid(array(items), value)).toEqual([]);
	expect(listInvalid({ enum: ["a", "b"] }, "c")).toEqual([
		" must be one of a, b",
	]);
});

test("few of many errors below a very long name are read", () => {
	const items = NUMBER;
	const schema = { additionalProperties: array(items) };
	const value = { ["k".repeat(8_000_000)]: Array(1_100).fill("a") };
	expect(listInvalid({ type: "object", ...schema }, value)).toHaveLength(20);
});

test("no item of nested arrays may be there twice, however deep they are", () => {
	const types = ["array", "string"];
	const schemas = {
		Tree: { type: types, uniqueItems: true, items: refer("Tree") },
	};
	const nest = (leaves: string[]): unknown => {
		let value: unknown[] = leaves;
		for (let depth = 0; depth < 100; depth += 1) value = [value];
		return value;
	};
	const leaves = Array.from({ length: 60_000 }, (_, index) => `leaf ${index}`);
	const find = (all: string[]) =>
		listInvalid(refer("Tree"), nest(all), schemas);
	expect(find(leaves)).toEqual([]);
	expect(find([...leaves, "leaf 7"])).toEqual([
		`${"/0".repeat(100)} must not have an item twice`,
	]);
});

test("the errors of the only alternative that a value may be meant for explain why it is invalid", () => {
	const short = { type: "string", maxLength: 3 };
	expect(listInvalid({ anyOf: [short, { type: "null" }] }, "long")).toEqual([
		" must have at most 3 characters",
	]);
	const kind = (name: string) => ({
		required: ["kind", name],
		properties: { kind: { const: name }, [name]: { type: "number" } },
	});
	const oneOf = ["circle", "square", "line"].map(kind);
	expect(listInvalid({ oneOf }, { kind: "line", line: "long" })).toEqual([
		"/line must be a number",
	]);
});

test("an enumeration of many texts and a schema with many properties take little time", () => {
	const names = Array.from({ length: 5_000 }, (_, index) => `name${index}`);
	const properties = Object.fromEntries(
		names.slice(0, 500).map((name) => [name, TEXT]),
	);
	const items = { oneOf: [may(properties), { enum: names }] };
	const values = Array.from({ length: 10_000 }, (_, index) =>
		index % 2 ? {} : "name4999",
	);
	expect(listInvalid({ items }, values)).toEqual([]);
});

test("the format url allows a host without a dot, and takes little time for a long one", () => {
	const check = (url: string) =>
		listInvalid({ type: "string", format: "url" }, url);
	expect(check("understudy")).toEqual([" must be of format url"]);
	expect(check("http://localhost/")).toEqual([]);
	expect(check(`http://${"a".repeat(100_000)}:8080/`)).toEqual([]);
});

test("an object is checked as it was sent, and gets defaults of its own afterwards", () => {
	const properties = { kept: { default: { deep: ["a"] } } };
	const schema = { type: "object", minProperties: 1, properties };
	const values: Record<string, unknown>[] = [{}, {}];
	expect(listInvalid({ items: schema }, values)).toContain(
		"/0 must have at least 1 property",
	);
	const [one, other] = values;
	expect(one).toEqual({ kept: { deep: ["a"] } });
	expect(other).toEqual(one);
	expect(other?.kept).not.toBe(one?.kept);
});

test.each([
	["another schema", "Cat"],
	["a schema that leads back to itself", "Tree"],
])("what restricts beside a $ref to %s adds to it", async (_, name) => {
	const tree = { type: "object", required: ["name"] };
	const schemas = {
		Animal: { ...tree, properties: { name: { maxLength: 4 } } },
		Cat: {
			...refer("Animal"),
			required: ["claws"],
			properties: { name: { minLength: 2 } },
		},
		Tree: {
			...{ ...tree, properties: { name: { maxLength: 4 } } },
			dependentSchemas: { cat: { properties: { cat: refer("Inner") } } },
		},
		Inner: { ...refer("Tree"), description: "Only explains." },
	};
	const properties = {
		cat: { ...refer(name), required: ["claws"], minProperties: 2 },
	};
	const document = await bundle(
		{ components: { schemas: { ...schemas, Owner: { properties } } } },
		"",
		() => Promise.reject(new Error("There is one file.")),
	);
	const { it } = interpretSchemas(
		() => document,
		[["it", inline(createResolver(document), refer("Owner"))]],
	);
	const check = (cat: object) =>
		it && findInvalidPlaces({ cat }, it).map(({ pointer }) => pointer);
	expect(check({ name: "Tom", claws: 18 })).toEqual([]);
	expect(check({ name: "Thomas", claws: 18 })).toEqual(["/cat/name"]);
	expect(check({ claws: 18, tail: 1 })).toEqual(["/cat/name"]);
	expect(check({ name: "Tom", tail: 1 })).toEqual(["/cat/claws"]);
});

test("a message shows what a value must not match without the schemas in it", () => {
	let schema: Node = TEXT;
	// Written out, these are a million schemas.
	for (let level = 0; level < 20; level++)
		schema = { anyOf: [{ not: schema }, schema], title: "text" };
	expect(listInvalid({ not: schema }, "a")).toEqual([
		' must not match {"anyOf":"…","title":"text"}',
	]);
});
