import type fc from "fast-check";
import type { Node } from "../../../../contracts/generate/document.ts";
import { invalidArray, validArray } from "./array-schema.ts";
import { invalidInteger, validInteger } from "./integer-schema.ts";
import { jsonTypeOf, jsonValue } from "./json-values.ts";
import {
	invalidObject,
	rejectsEverything,
	validObject,
} from "./object-schema.ts";
import {
	createViolation,
	type SchemaArbitraries,
	type SchemaViolation,
} from "./schema-violation.ts";
import { invalidString, validString } from "./string-schema.ts";

interface TypeArbitraries {
	valid(schema: Node, schemas: SchemaArbitraries): fc.Arbitrary<unknown>;
	invalid(schema: Node, schemas: SchemaArbitraries): SchemaViolation[];
}

const TYPES: Readonly<Record<string, TypeArbitraries>> = {
	string: { valid: validString, invalid: invalidString },
	integer: { valid: validInteger, invalid: invalidInteger },
	array: { valid: validArray, invalid: invalidArray },
	object: { valid: validObject, invalid: invalidObject },
};
const KEYWORDS = new Set(
	[
		"type description default readOnly not",
		"format pattern minLength maxLength minimum maximum",
		"properties required additionalProperties items minItems maxItems",
	].flatMap((line) => line.split(" ")),
);

function getTypeArbitraries(name: unknown): TypeArbitraries {
	const type = TYPES[String(name)];
	if (!type)
		throw new Error(
			`Unsupported type "${name}" in a JSON schema. Add arbitraries for it to ${import.meta.filename}.`,
		);
	return type;
}

/** Creates arbitraries for the JSON Schema keywords that the OpenAPI document uses in requests. */
export function createSchemaArbitraries(
	resolve: (schema: Node) => Node,
): SchemaArbitraries {
	function resolveSupported(reference: Node): Node {
		const schema = resolve(reference);
		for (const keyword of Object.keys(schema))
			if (!KEYWORDS.has(keyword) && !keyword.startsWith("x-"))
				throw new Error(
					`Unsupported keyword "${keyword}" in a JSON schema. Add arbitraries for it to ${import.meta.filename}.`,
				);
		return schema;
	}

	const schemas: SchemaArbitraries = {
		resolve,
		valid(reference) {
			const schema = resolveSupported(reference);
			return schema.type === undefined
				? jsonValue
				: getTypeArbitraries(schema.type).valid(schema, schemas);
		},
		invalid(reference) {
			const schema = resolveSupported(reference);
			if (rejectsEverything(schema))
				return [createViolation("is not allowed", jsonValue)];
			if (schema.type === undefined) return [];
			const jsonType = schema.type === "integer" ? "number" : schema.type;
			const ofOtherType = jsonValue.filter(
				(value) => jsonTypeOf(value) !== jsonType,
			);
			return [
				createViolation(`is not of type ${schema.type}`, ofOtherType),
				...getTypeArbitraries(schema.type).invalid(schema, schemas),
			];
		},
	};
	return schemas;
}
