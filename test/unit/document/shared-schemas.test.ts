import { expect, test } from "vitest";
import { createDocumentService } from "../../../src/behaviors/create-service.ts";
import { describePlans } from "../../../src/behaviors/describe-plans.ts";
import { createContract } from "../../../src/checks/create-contract.ts";
import { inline } from "../../../src/document/inline.ts";
import { createResolver, type Node } from "../../../src/document/node.ts";
import { array, may, NUMBER, object } from "../../support/openapi.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A document with an operation that takes and returns the first of the schemas. */
function describe(schemas: Record<string, object>): Node {
	const content = { "application/json": { schema: ref("S0") } };
	return {
		openapi: "3.1.0",
		info: { title: "Parts", version: "1" },
		components: { schemas },
		paths: {
			"/parts": {
				post: {
					operationId: "createPart",
					requestBody: { content },
					responses: {
						"200": { description: "", content },
						"400": { description: "", content },
					},
				},
			},
		},
	};
}

const COUNT = 30;
const each = <Value>(create: (index: number) => Value) =>
	Object.fromEntries(
		Array.from({ length: COUNT }, (_, index) => [`S${index}`, create(index)]),
	);

const LAST = object({ id: { type: "string", maxLength: 5 } });

/** Each refers twice to the next one: copies would be 4^30. */
const PAIRS = {
	...each((index) =>
		may({
			a: ref(`S${index + 1}`),
			b: array(ref(`S${index + 1}`)),
			c: { allOf: [ref(`S${index + 1}`), ref(`S${index + 1}`)] },
			d: { anyOf: [ref(`S${index + 1}`), ref(`S${index + 1}`)] },
		}),
	),
	[`S${COUNT}`]: LAST,
};

/** All refer to all: paths without repetition would be 30!. */
const MUTUAL = each(() => ({
	type: "object",
	required: ["id"],
	properties: {
		id: { type: "string", maxLength: 5 },
		...each((index) => ref(`S${index}`)),
	},
}));

const received = (body: unknown) => ({
	status: 200,
	headers: { "content-type": "application/json" },
	body: Buffer.from(JSON.stringify(body)),
});

test("schemas that are used often are read once", () => {
	const loaded = createDocumentService(describe(PAIRS));
	const [operation] = loaded.service.operations;
	const wrong = { a: { c: { b: [{}, { a: 5 }] } } };
	expect(operation?.validateBody?.(wrong)).toBe(false);
	expect(operation?.validateBody?.({ a: { b: [{ c: {} }] } })).toBe(true);
	const documented = loaded.describe();
	expect(
		documented.findResponseViolation("createPart", "POST", received(wrong)),
	).toContain("/a/c/b/1/a must be an object");
	expect(describePlans(loaded.plans, loaded.service.operations)).toHaveLength(
		1,
	);
	expect(createContract(loaded).operations).toHaveLength(1);
});

test("schemas that all refer to each other are read once", () => {
	const loaded = createDocumentService(describe(MUTUAL));
	const [operation] = loaded.service.operations;
	const wrong = { id: "1", S7: { id: "2", S3: { id: "3", S7: { id: 4 } } } };
	expect(operation?.validateBody?.(wrong)).toBe(false);
	expect(
		loaded
			.describe()
			.findResponseViolation("createPart", "POST", received(wrong)),
	).toContain("/S7/S3/S7/id must be a string");
});

test("a schema that is used twice is one object, also where another refers to it", () => {
	const root = describe({
		S0: {
			properties: {
				one: ref("S1"),
				other: { ...ref("S1"), title: "Other" },
				again: ref("S0"),
			},
		},
		S1: { properties: { size: ref("S2") } },
		S2: NUMBER,
	});
	const resolve = createResolver(root);
	const whole = inline(resolve, ref("S0"));
	const S1 = { properties: { size: NUMBER } };
	expect(whole).toEqual({
		properties: {
			one: S1,
			other: { ...S1, title: "Other" },
			again: { $ref: "document#/components/schemas/S0" },
		},
	});
	const { one } = whole.properties as Record<string, unknown>;
	expect(inline(resolve, ref("S1"))).toBe(one);
});

test("of schemas that refer to each other, references two deep are resolved, and the rest stay", () => {
	const chain = (next: string) => ({ properties: { next: ref(next) } });
	const root = describe({
		...{ S0: chain("S1"), S1: chain("S2"), S2: chain("S0") },
	});
	expect(inline(createResolver(root), ref("S0"))).toEqual({
		properties: {
			next: {
				properties: { next: { $ref: "document#/components/schemas/S2" } },
			},
		},
	});
});

test("a component may have the name of a keyword", () => {
	const names = ["id", "example", "default", "x-own"];
	const root = describe({
		S0: may({
			again: ref("S0"),
			...Object.fromEntries(names.map((name) => [name, ref(name)])),
		}),
		...Object.fromEntries(names.map((name) => [name, NUMBER])),
	});
	const { service } = createDocumentService(root);
	const validate = service.operations[0]?.validateBody;
	for (const name of names) {
		expect(validate?.({ again: { again: { [name]: 1 } } }), name).toBe(true);
		expect(validate?.({ again: { again: { [name]: "1" } } }), name).toBe(false);
	}
});
