import { escapeSegment } from "../values/json.ts";
import type { ParameterPlace, Shape } from "./model.ts";
import {
	child,
	type DocumentParts,
	entries,
	inline,
	isNode,
	type Node,
} from "./node.ts";

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

const isForm = (keyword: string): boolean =>
	!/^(x-.*|description|example|allOf|properties)$/.test(keyword);

function readForm({ $ref, ...schema }: Node): Node {
	// A recursive schema ends where it refers to itself: any value has this shape.
	if ($ref !== undefined) return {};
	const read = (value: unknown): unknown =>
		isNode(value) ? readForm(value) : value;
	const own = Object.entries(schema)
		.filter(([keyword]) => isForm(keyword))
		.map(([keyword, value]) => [
			keyword,
			Array.isArray(value) ? value.map(read) : read(value),
		]);
	const properties = entries(child(schema, "properties")).map(
		([name, each]) => [name, readForm(each)],
	);
	const form: Node = {
		...Object.fromEntries(own),
		...("properties" in schema && {
			properties: Object.fromEntries(properties),
		}),
	};
	const parts = entries(child(schema, "allOf")).map(([, each]) =>
		readForm(each),
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

/** Resolves every `$ref`, merges `allOf`, and keeps only what describes the form of a value. */
export const toShape = ({ resolve }: DocumentParts, schema: Node): Shape =>
	readForm(inline(resolve, schema));

/**
 * Returns the schemas of request bodies and of parameters, by `nameRequestSchema`. They have no `$ref`, since ajv applies
 * a default only if it is directly in the property.
 */
export const listRequestSchemas = ({
	operations,
	resolve,
}: DocumentParts): NamedSchema[] =>
	operations.flatMap(({ id, parameters, requestContent }) => {
		const bodies = requestContent.map(
			([mediaType, content], index): NamedSchema => [
				nameRequestSchema(id, "body", index === 0 ? undefined : mediaType),
				inline(resolve, child(content, "schema")),
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
					inline(resolve, {
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
