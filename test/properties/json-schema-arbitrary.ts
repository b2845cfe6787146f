import type fc from "fast-check";
import type { Node } from "../../contracts/generate/document.ts";
import { invalidArray, validArray } from "./array-schema.ts";
import { invalidInteger, validInteger } from "./integer-schema.ts";
import { jsonValue, typeOf } from "./json-values.ts";
import { invalidObject, isForbidden, validObject } from "./object-schema.ts";
import { type Fault, fault, type SchemaArbitraries } from "./schema-faults.ts";
import { invalidString, validString } from "./string-schema.ts";

interface TypeArbitraries {
	valid(schema: Node, schemas: SchemaArbitraries): fc.Arbitrary<unknown>;
	invalid(schema: Node, schemas: SchemaArbitraries): Fault[];
}

const TYPES: Readonly<Record<string, TypeArbitraries>> = {
	string: { valid: validString, invalid: invalidString },
	integer: { valid: validInteger, invalid: invalidInteger },
	array: { valid: validArray, invalid: invalidArray },
	object: { valid: validObject, invalid: invalidObject },
};
const KEYWORDS = new Set(
	[
		"type description default not",
		"format pattern minLength maxLength minimum maximum",
		"properties required additionalProperties items minItems maxItems",
	].flatMap((line) => line.split(" ")),
);

function typeNamed(name: unknown): TypeArbitraries {
	const type = TYPES[String(name)];
	if (!type)
		throw new Error(
			`There are no arbitraries yet for the type ${name} of JSON Schema: add them.`,
		);
	return type;
}

/** Arbitraries for the part of JSON Schema that requests are described with. */
export function createSchemaArbitraries(
	resolve: (schema: Node) => Node,
): SchemaArbitraries {
	function read(given: Node): Node {
		const schema = resolve(given);
		for (const keyword of Object.keys(schema))
			if (!KEYWORDS.has(keyword) && !keyword.startsWith("x-"))
				throw new Error(
					`There are no arbitraries yet for the keyword ${keyword} of JSON Schema: add them.`,
				);
		return schema;
	}

	const schemas: SchemaArbitraries = {
		resolve,
		valid(given) {
			const schema = read(given);
			return schema.type === undefined
				? jsonValue
				: typeNamed(schema.type).valid(schema, schemas);
		},
		invalid(given) {
			const schema = read(given);
			if (isForbidden(schema)) return [fault("is not allowed", jsonValue)];
			if (schema.type === undefined) return [];
			const jsonType = schema.type === "integer" ? "number" : schema.type;
			const ofOtherType = jsonValue.filter(
				(value) => typeOf(value) !== jsonType,
			);
			return [
				fault(`is of another type than ${schema.type}`, ofOtherType),
				...typeNamed(schema.type).invalid(schema, schemas),
			];
		},
	};
	return schemas;
}
