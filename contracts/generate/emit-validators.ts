import { escapeSegment } from "../../src/values/json-pointer.ts";
import { compileValidators, type NamedSchema } from "./compile-validators.ts";
import {
	type ContractDocument,
	child,
	entries,
	isNode,
	type Node,
} from "./document.ts";

const reference = (...segments: string[]): Node => ({
	$ref: `document#/${segments.map((each) => encodeURIComponent(escapeSegment(each))).join("/")}`,
});

/** Resolves every `$ref`, since ajv applies a default only if it is directly in the property. */
function inline(document: ContractDocument, schema: unknown): unknown {
	if (Array.isArray(schema))
		return schema.map((part) => inline(document, part));
	if (!isNode(schema)) return schema;
	return Object.fromEntries(
		Object.entries(document.resolve(schema)).map(([name, part]) => [
			name,
			inline(document, part),
		]),
	);
}

/** Returns the schemas of requests: `<operation> body` and `<operation> query`. */
const requestSchemas = (document: ContractDocument): NamedSchema[] =>
	document.operations.flatMap(({ id, parameters, requestContent }) => {
		const [body] = requestContent;
		const properties = Object.fromEntries(
			parameters.map(({ name, schema }) => [name, schema]),
		);
		const schemas: NamedSchema[] = [];
		if (body) schemas.push([`${id} body`, inline(document, body[1].schema)]);
		if (parameters.length > 0)
			schemas.push([
				`${id} query`,
				inline(document, { type: "object", properties }),
			]);
		return schemas;
	});

/** Returns the schemas of response bodies: `<operation> <status>`, and `<kind>` for unmatched requests. */
const responseSchemas = (document: ContractDocument): NamedSchema[] =>
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
		return Object.keys(child(document.resolve(response), "content")).map(
			(mediaType): NamedSchema => [
				name,
				reference(...start, "content", mediaType, "schema"),
			],
		);
	});

/** Emits the validators of requests, of responses and of records, each as a module. */
export async function emitValidators(
	document: ContractDocument,
): Promise<{ requests: string; responses: string; records: string }> {
	// Only records have an id, under whatever name.
	const names = entries(child(child(document.root, "components"), "schemas"))
		.filter(([, schema]) =>
			entries(child(schema, "properties")).some(([, property]) =>
				/\.id$/.test(String(property["x-role"])),
			),
		)
		.map(([name]) => name);
	const { root } = document;
	const type = (key: string) => `Readonly<Record<${key}, Validator>>`;
	return {
		requests: await compileValidators(requestSchemas(document), {
			document: root,
			type: type("string"),
			useDefaults: true,
		}),
		responses: await compileValidators(responseSchemas(document), {
			document: root,
			type: type("string"),
		}),
		records: await compileValidators(
			names.map((name) => [name, reference("components", "schemas", name)]),
			{
				document: root,
				type: type(names.map((name) => JSON.stringify(name)).join(" | ")),
				messages: false,
			},
		),
	};
}
