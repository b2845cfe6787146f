import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import formats from "ajv-formats";
import { build } from "esbuild";
import { escapeSegment } from "../../src/values/json-pointer.ts";
import { type ContractDocument, child, isNode, type Node } from "./document.ts";

type NamedSchema = [name: string, schema: unknown];

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

async function bundle(
	document: ContractDocument,
	schemas: NamedSchema[],
	{ useDefaults = false, keyType = "string" } = {},
): Promise<string> {
	const ajv = new Ajv2020({
		useDefaults,
		allErrors: true,
		// The whole document is added as one schema, so every OpenAPI property would be an unknown keyword.
		strictSchema: false,
		strictTypes: false,
		code: { source: true, lines: true },
	});
	formats.default(ajv);
	ajv.addSchema(document.root, "document");
	const keys = new Map<string, string>();
	const names = schemas.map(([name, schema]) => {
		const identity = JSON.stringify(schema);
		const key = keys.get(identity) ?? `validator${keys.size}`;
		if (!keys.has(identity) && isNode(schema)) ajv.addSchema(schema, key);
		keys.set(identity, key);
		return [name, key] as const;
	});
	const code = standalone.default(
		ajv,
		Object.fromEntries([...keys.values()].map((key) => [key, key])),
	);
	// Standalone code still requires ajv's formats and string length at run time, so bundle them.
	const result = await build({
		stdin: {
			contents: code,
			resolveDir: join(import.meta.dirname, ".."),
			loader: "js",
		},
		bundle: true,
		write: false,
		format: "iife",
		globalName: "bundle",
		target: "es2022",
		charset: "utf8",
	});
	const properties = names
		.map(([name, key]) => `  ${JSON.stringify(name)}: bundle.${key},`)
		.join("\n");
	return `${result.outputFiles[0]?.text}\n/** Each call replaces the errors of the previous call. */\nexport interface Validator {
  (data: unknown): boolean;
  errors?: null | { keyword: string; instancePath: string; message?: string; params: Record<string, unknown> }[];
}

export const validators: Readonly<Record<${keyType}, Validator>> = {\n${properties}\n};\n`;
}

/** Emits the validators of requests, of responses and of the named schemas, each as a module. */
export async function emitValidators(
	document: ContractDocument,
): Promise<{ requests: string; responses: string; records: string }> {
	const names = Object.keys(
		child(child(document.root, "components"), "schemas"),
	);
	return {
		requests: await bundle(document, requestSchemas(document), {
			useDefaults: true,
		}),
		responses: await bundle(document, responseSchemas(document)),
		records: await bundle(
			document,
			names.map((name) => [name, reference("components", "schemas", name)]),
			{ keyType: names.map((name) => JSON.stringify(name)).join(" | ") },
		),
	};
}
