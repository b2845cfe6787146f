import { escapeSegment } from "../values/json.ts";
import type { ParameterPlace } from "./model.ts";
import { child, entries, isNode, type Node } from "./node.ts";
import type { DocumentParts } from "./read-operations.ts";

/** A schema of which a validator is made. Each `$ref` begins with `document#`. */
export type NamedSchema = [name: string, schema: unknown];

const PLACES: readonly ParameterPlace[] = ["path", "query", "header", "cookie"];

/** The name of the validator of a request body, or of the parameters at a place. */
export const nameRequestSchema = (
	operation: string,
	part: ParameterPlace | "body",
	mediaType?: string,
): string => [operation, part, mediaType].filter(Boolean).join(" ");

const reference = (...segments: string[]): Node => ({
	$ref: `document#/${segments.map((each) => encodeURIComponent(escapeSegment(each))).join("/")}`,
});

/**
 * Resolves every `$ref`, since ajv applies a default only if it is directly in the property. Where a schema refers to
 * itself, the reference stays.
 */
function inline(
	document: DocumentParts,
	schema: unknown,
	path: readonly string[] = [],
): unknown {
	if (Array.isArray(schema))
		return schema.map((part) => inline(document, part, path));
	if (!isNode(schema)) return schema;
	const { $ref } = schema;
	if (typeof $ref === "string" && path.includes($ref))
		return { $ref: `document${$ref}` };
	const below = typeof $ref === "string" ? [...path, $ref] : path;
	return Object.fromEntries(
		Object.entries(document.resolve(schema)).map(([name, part]) => [
			name,
			inline(document, part, below),
		]),
	);
}

/** Returns the schemas of request bodies and of parameters, by `nameRequestSchema`. */
export const listRequestSchemas = (document: DocumentParts): NamedSchema[] =>
	document.operations.flatMap(({ id, parameters, requestContent }) => {
		const bodies = requestContent.map(
			([mediaType, { schema = {} }], index): NamedSchema => [
				nameRequestSchema(id, "body", index === 0 ? undefined : mediaType),
				inline(document, schema),
			],
		);
		const places = PLACES.flatMap((place): NamedSchema[] => {
			const own = parameters.filter((each) => each.in === place);
			if (own.length === 0) return [];
			const properties = Object.fromEntries(
				own.map(({ name, schema = {} }) => [name, schema]),
			);
			const required = own
				.filter((each) => each.required === true)
				.map(({ name }) => name);
			return [
				[
					nameRequestSchema(id, place),
					inline(document, {
						type: "object",
						...(required.length > 0 && { required }),
						properties,
					}),
				],
			];
		});
		return [...bodies, ...places];
	});

/** Returns the schemas of response bodies: `<operation> <status>`, and `<kind>` for unmatched requests. */
export const listResponseSchemas = (document: DocumentParts): NamedSchema[] =>
	[
		...document.operations.flatMap(({ id, method, path, responses }) =>
			responses.map(([status, response]) => ({
				name: `${id} ${status}`,
				response,
				segments: ["paths", path, method.toLowerCase(), "responses", status],
			})),
		),
		...document.unmatched.map(([kind, rule]) => ({
			name: kind,
			response: child(rule, "response"),
			segments: ["x-beyond-operations", kind, "response"],
		})),
	].flatMap(({ name, response, segments }) => {
		const { $ref } = response;
		const start =
			typeof $ref === "string" ? $ref.slice(2).split("/") : segments;
		const content = child(document.resolve(response), "content");
		return Object.keys(content).map(
			(mediaType): NamedSchema => [
				name,
				reference(...start, "content", mediaType, "schema"),
			],
		);
	});

/** Returns the schemas of records, by the name of their component. Only records have an id, under whatever name. */
export const listRecordSchemas = (document: DocumentParts): NamedSchema[] =>
	entries(child(child(document.root, "components"), "schemas"))
		.filter(([, schema]) =>
			entries(child(schema, "properties")).some(([, property]) =>
				/\.id$/.test(String(property["x-role"])),
			),
		)
		.map(([name]) => [name, reference("components", "schemas", name)]);
