import { createSampler } from "../../../src/sampling/create-sampler.ts";
import { array } from "../../support/openapi.ts";

const TREE = {
	type: "object",
	required: ["name"],
	properties: {
		name: { type: "string" },
		parent: { $ref: "document#/components/schemas/Tree" },
		children: array({ $ref: "document#/components/schemas/Tree" }),
	},
};

/** Requires another one, or none. */
const CHAIN = {
	type: "object",
	required: ["next"],
	properties: {
		next: {
			oneOf: [{ $ref: "document#/components/schemas/Chain" }, { type: "null" }],
		},
	},
};

const ENDLESS = {
	type: "object",
	required: ["next"],
	properties: { next: { $ref: "document#/components/schemas/Endless" } },
};

/** Has schemas that refer to themselves. */
export const DOCUMENT = {
	components: { schemas: { Tree: TREE, Chain: CHAIN, Endless: ENDLESS } },
};

const sampler = createSampler(DOCUMENT, "writeOnly");
/** Returns a value of a response. */
export const sample = (schema: unknown, seed = "seed") =>
	sampler.sample(schema, seed);

/** Returns the schema of an object. */
export const object = (properties: object, ...required: string[]) => ({
	...{ type: "object", properties, required },
});
export const TEXT = { type: "string" };
