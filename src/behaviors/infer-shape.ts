import { child, entries, isNode, type Node } from "../document/node.ts";
import { mapValues } from "../values/json.ts";

/** Keywords that describe the contents of an object or an array. */
const STRUCTURE =
	/^(properties|items|prefixItems|allOf|anyOf|oneOf|additionalProperties|patternProperties|const|enum)$/;

const typeOf = (value: unknown): string | undefined => {
	if (value === null) return undefined;
	if (Array.isArray(value)) return "array";
	return Number.isInteger(value) ? "integer" : typeof value;
};

/** Describes a value of an example. The value becomes the default. */
function describeValue(value: unknown): Node {
	const type = typeOf(value);
	return {
		...(type !== undefined && { type }),
		...(isNode(value) && { properties: mapValues(value, describeValue) }),
		...(Array.isArray(value) && { items: describeValue(value[0]) }),
		default: value,
	};
}

/** Adds the form of an example to a schema that states only `object` or `array`. */
function addShape(schema: Node, example: unknown): Node {
	if (isNode(example) && isNode(schema.properties)) {
		const properties = mapValues(schema.properties, (each, name) =>
			isNode(each) ? addShape(each, example[name]) : each,
		);
		return { ...schema, properties };
	}
	if (Array.isArray(example) && isNode(schema.items) && example.length > 0)
		return { ...schema, items: addShape(schema.items, example[0]) };
	const hasStructure = Object.keys(schema).some((each) => STRUCTURE.test(each));
	const fits = schema.type === undefined || schema.type === typeOf(example);
	if (hasStructure || !fits || typeof example !== "object" || example === null)
		return schema;
	const { default: _, ...shape } = describeValue(example);
	return { ...shape, ...schema };
}

/** Returns the schema of a content, completed by its example. */
export function inferShape(schema: Node, content: Node): Node {
	const [named] = entries(child(content, "examples"));
	const example = content.example ?? named?.[1].value ?? schema.example;
	return example === undefined ? schema : addShape(schema, example);
}
