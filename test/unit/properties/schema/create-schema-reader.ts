import { isNode, type Node } from "../../../../src/document/node.ts";
import { readArray, readObject } from "./container-schemas.ts";
import { jsonTypeOf, jsonValue } from "./json-values.ts";
import { readInteger, readString } from "./scalar-schemas.ts";
import {
	listViolations,
	type ReadSchema,
	type SchemaArbitraries,
} from "./schema-arbitraries.ts";

const READERS: Readonly<
	Record<string, (schema: Node, read: ReadSchema) => SchemaArbitraries>
> = {
	string: readString,
	integer: readInteger,
	array: readArray,
	object: readObject,
};
const KEYWORDS =
	/^(type|description|default|not|format|pattern|(min|max)(Length|imum|Items)|properties|required|additionalProperties|items|x-.*)$/;

/** Creates values for the JSON Schema keywords that the OpenAPI document uses in requests. */
export function createSchemaReader(
	resolve: (schema: Node) => Node,
): ReadSchema {
	return function read(reference) {
		const schema = resolve(reference);
		const { type, not } = schema;
		if (isNode(not))
			return {
				valid: undefined,
				violations: listViolations({ "is not allowed": jsonValue }),
			};
		if (type === undefined) return { valid: jsonValue, violations: [] };
		const readType = READERS[String(type)];
		const unknown = Object.keys(schema).filter((each) => !KEYWORDS.test(each));
		if (!readType || unknown.length > 0)
			throw new Error(
				`Unsupported type "${type}" or keyword "${unknown}" in a JSON schema. Add arbitraries for it to ${import.meta.dirname}.`,
			);
		const { valid, violations } = readType(schema, read);
		const jsonType = type === "integer" ? "number" : type;
		const ofOtherType = jsonValue.filter(
			(value) => jsonTypeOf(value) !== jsonType,
		);
		return {
			valid,
			violations: [
				...listViolations({ [`is not of type ${type}`]: ofOtherType }),
				...violations,
			],
		};
	};
}
