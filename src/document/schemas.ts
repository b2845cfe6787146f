import { computeByObject } from "../values/load-once.ts";
import { inline, relaxSchema } from "./inline.ts";
import type { Shape } from "./model.ts";
import {
	child,
	type DocumentParts,
	entries,
	isNode,
	type Node,
} from "./node.ts";

/**
 * A schema for which a validator is made. Each `$ref` is resolved, because ajv applies a default only if it stands
 * directly in the property. Only a recursive `$ref` stays, and begins with `document#`.
 */
export type NamedSchema = [name: string, schema: Node];

const isForm = (keyword: string): boolean =>
	!/^(x-.*|description|example|allOf|properties)$/.test(keyword);

/** Keywords whose value is a list of schemas. */
const SCHEMAS = /^(prefixItems|anyOf|oneOf)$/;

/** @param known the forms of shared schemas, which are read once */
function readForm(schema: Node, known = new Map<Node, Node>()): Node {
	// A recursive schema ends at the reference to itself: any value has this shape.
	if (schema.$ref !== undefined) return {};
	const form =
		known.get(schema) ?? allowNull(schema, composeForm(schema, known));
	known.set(schema, form);
	return form;
}

/** Lets the form of a schema that is nullable as a whole allow null. */
function allowNull(schema: Node, form: Node): Node {
	if (schema["x-nullable"] !== true) return form;
	const { type, anyOf, oneOf } = form;
	const none = { type: "null" };
	return {
		...form,
		...(type !== undefined && { type: [...new Set([type, "null"].flat())] }),
		...(Array.isArray(anyOf) && { anyOf: [...anyOf, none] }),
		...(Array.isArray(oneOf) && { oneOf: [...oneOf, none] }),
	};
}

function composeForm(schema: Node, known: Map<Node, Node>): Node {
	const read = (value: unknown): unknown =>
		isNode(value) ? readForm(value, known) : value;
	const readSchema = (value: unknown): unknown =>
		typeof value === "boolean" ? (value ? {} : { not: {} }) : read(value);
	const own = Object.entries(schema)
		.filter(([keyword]) => isForm(keyword))
		.map(([keyword, value]) => [
			keyword,
			Array.isArray(value)
				? value.map(SCHEMAS.test(keyword) ? readSchema : read)
				: keyword === "items"
					? readSchema(value)
					: read(value),
		]);
	const properties = Object.entries(child(schema, "properties")).map(
		([name, each]) => [name, readSchema(each)],
	);
	const form: Node = {
		...Object.fromEntries(own),
		...("properties" in schema && {
			properties: Object.fromEntries(properties),
		}),
	};
	const parts = entries(child(schema, "allOf")).map(([, each]) =>
		readForm(each, known),
	);
	if (parts.length === 0) return form;
	const all = [form, ...parts];
	return {
		...Object.assign({}, ...all),
		properties: Object.assign({}, ...all.map((part) => part.properties)),
		required: all.flatMap(({ required }) =>
			Array.isArray(required) ? required : [],
		),
	};
}

/** Resolves every `$ref`, merges `allOf`, and keeps only what describes the form of a value in a response. */
export const toShape = ({ resolve }: DocumentParts, schema: Node): Shape =>
	readForm(relaxSchema(inline(resolve, schema), "writeOnly"));

/**
 * OpenAPI ignores parameters with the names of these headers. Content negotiation and security schemes describe them.
 */
export const isIgnored = ({ name, in: place }: Node): boolean =>
	place === "header" &&
	/^(accept|content-type|authorization)$/i.test(String(name));

/** Returns the schema of a parameter, or of its media type if the parameter has `content`. */
export function schemaOf({ schema, content }: Node): Node {
	const [first] = entries(isNode(content) ? content : {});
	const found = first ? first[1].schema : schema;
	return isNode(found) ? found : {};
}

/**
 * Returns the schemas of the input of an operation: `<operation> body`, followed by the media type if it is not the
 * first one, and `<operation> <place>` for its parameters.
 */
export const listRequestSchemas = ({
	operations,
	resolve,
}: Pick<DocumentParts, "operations" | "resolve">): NamedSchema[] =>
	operations.flatMap(({ id, parameters, requestContent }) => {
		const schemas = requestContent.map(
			([mediaType, content], index): NamedSchema => [
				`${id} body${index > 0 ? ` ${mediaType}` : ""}`,
				child(content, "schema"),
			],
		);
		for (const place of ["query", "path", "header", "cookie"]) {
			const all = parameters.filter(
				(each) => each.in === place && !isIgnored(each),
			);
			const required = all.flatMap((each) =>
				each.required === true ? each.name : [],
			);
			if (all.length > 0)
				schemas.push([
					`${id} ${place}`,
					{
						type: "object",
						...(required.length > 0 && { required }),
						properties: Object.fromEntries(
							all.map((each) => [each.name, schemaOf(each)]),
						),
					},
				]);
		}
		return schemas.map(([name, schema]) => [
			name,
			relaxSchema(inline(resolve, schema), "readOnly"),
		]);
	});

/**
 * Returns the schemas of response bodies: `<target> <status>`, followed by the media type if it is not the first one.
 */
export const listResponseSchemas = ({
	targets,
	resolve,
}: DocumentParts): NamedSchema[] =>
	targets.flatMap(([target, responses]) =>
		responses.flatMap(([status, response]) =>
			entries(child(resolve(response), "content")).map(
				([mediaType, content], index): NamedSchema => [
					`${target} ${status}${index > 0 ? ` ${mediaType}` : ""}`,
					relaxSchema(inline(resolve, child(content, "schema")), "writeOnly"),
				],
			),
		),
	);

/**
 * Keywords that do not affect which records are valid. Of the keywords of the mock, only `x-role` affects it, because
 * it marks the id.
 */
const DESCRIPTIVE =
	/^(title|description|default|examples?|deprecated|externalDocs|x-(?!role$).*)$/;

/** Longer texts are replaced by their index in a list, because a shared schema would repeat its text. */
const MAX_SPELLED = 10_000;

/**
 * Returns a text that is equal for schemas that describe the same records. Cached, because all operations of a
 * collection compare their records with the same schema.
 */
export const spellSchema: (schema: Node) => string = computeByObject(
	(schema) => {
		/** The texts of shared schemas. */
		const known = new Map<Node, string>();
		/** The indexes of long texts. */
		const long = new Map<string, string>();
		/** @param isMap whether the names of the properties are free names, not keywords */
		function spell(value: unknown, isMap = false): string {
			if (Array.isArray(value)) {
				const isSet = value.every((each) => typeof each === "string");
				const items = isSet ? value.toSorted() : value;
				return `[${items.map((each) => spell(each))}]`;
			}
			// The reference of a recursive schema contains the name of its file, which does not affect records.
			if (!isNode(value))
				return JSON.stringify(value).replace(/document#\/bundled\/[^/"]+/g, "");
			const found = isMap ? undefined : known.get(value);
			if (found !== undefined) return found;
			const parts = Object.entries(value)
				.filter(
					([name, each]) =>
						each !== undefined && (isMap || !DESCRIPTIVE.test(name)),
				)
				.sort(([a], [b]) => (a < b ? -1 : 1))
				.map(([name, each]) => {
					const isMapBelow = !isMap && name === "properties";
					return `${JSON.stringify(name)}:${spell(each, isMapBelow)}`;
				});
			const whole = `{${parts}}`;
			if (whole.length > MAX_SPELLED && !long.has(whole))
				long.set(whole, `#${long.size}`);
			const text = long.get(whole) ?? whole;
			if (!isMap) known.set(value, text);
			return text;
		}
		return [spell(schema), ...long.keys()].join("\n");
	},
);
