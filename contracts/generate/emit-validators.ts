import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import formats from "ajv-formats";
import { build } from "esbuild";
import { escapeSegment } from "../../src/values/json-pointer.ts";
import {
	type ContractDocument,
	child,
	entries,
	isNode,
	type Node,
} from "./document.ts";

const escapeForUri = (segment: string): string =>
	encodeURIComponent(escapeSegment(segment));
const reference = (...segments: string[]): Node => ({
	$ref: `document#/${segments.map(escapeForUri).join("/")}`,
});

/** The schema with every `$ref` resolved, since ajv fills in a default only where it stands beside the property. */
function inline(document: ContractDocument, schema: unknown): unknown {
	if (Array.isArray(schema))
		return schema.map((part) => inline(document, part));
	if (!isNode(schema)) return schema;
	const members = Object.entries(document.resolve(schema));
	return Object.fromEntries(
		members.map(([name, member]) => [name, inline(document, member)]),
	);
}

/** Validators of requests: `<operation> body` and `<operation> query`. */
function requestSchemas(document: ContractDocument): [string, Node][] {
	return document.operations.flatMap(({ id, node }) => {
		const [body] = entries(child(child(node, "requestBody"), "content"));
		const parameters = Array.isArray(node.parameters)
			? node.parameters.filter(isNode)
			: [];
		const properties = Object.fromEntries(
			parameters.map((parameter) => [parameter.name, parameter.schema]),
		);
		const schemas: [string, unknown][] = [];
		if (body) schemas.push([`${id} body`, body[1].schema]);
		if (parameters.length > 0)
			schemas.push([`${id} query`, { type: "object", properties }]);
		return schemas.map(([name, schema]): [string, Node] => {
			const inlined = inline(document, schema);
			return [name, isNode(inlined) ? inlined : {}];
		});
	});
}

/** Validators of response bodies: `<operation> <status>`, and `<kind>` for what answers beyond operations. */
function responseSchemas(document: ContractDocument): [string, Node][] {
	const schemaOf = (
		name: string,
		response: Node,
		...at: string[]
	): [string, Node][] => {
		const referred =
			typeof response.$ref === "string"
				? response.$ref.slice(2).split("/")
				: at;
		const [mediaType] = Object.keys(
			child(document.resolve(response), "content"),
		);
		return mediaType === undefined
			? []
			: [[name, reference(...referred, "content", mediaType, "schema")]];
	};
	return [
		...document.operations.flatMap(({ id, method, path, node }) =>
			entries(child(node, "responses")).flatMap(([status, response]) =>
				schemaOf(
					`${id} ${status}`,
					response,
					"paths",
					path,
					method.toLowerCase(),
					"responses",
					status,
				),
			),
		),
		...entries(child(document.root, "x-beyond-operations")).flatMap(
			([kind, rule]) =>
				isNode(rule.response)
					? schemaOf(
							kind,
							rule.response,
							"x-beyond-operations",
							kind,
							"response",
						)
					: [],
		),
	];
}

/** Validators of the schemas that have a name, by it. */
const namedSchemas = (document: ContractDocument): [string, Node][] =>
	Object.keys(child(child(document.root, "components"), "schemas")).map(
		(name) => [name, reference("components", "schemas", name)],
	);

async function bundle(
	document: ContractDocument,
	schemas: [string, Node][],
	{
		keys: keyType = "string",
		...options
	}: { useDefaults: boolean; keys?: string },
): Promise<string> {
	// The whole document is given as one schema, of which ajv would call every OpenAPI member an unknown keyword.
	const ajv = new Ajv2020({
		...options,
		allErrors: true,
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
		if (!keys.has(identity)) ajv.addSchema(schema, key);
		keys.set(identity, key);
		return [name, key] as const;
	});
	const code = standalone.default(
		ajv,
		Object.fromEntries([...keys.values()].map((key) => [key, key])),
	);
	// Standalone code requires ajv's formats and string length at run time; bundling makes it stand alone indeed.
	const result = await build({
		stdin: {
			contents: code,
			resolveDir: join(import.meta.dirname ?? ".", ".."),
			loader: "js",
		},
		bundle: true,
		write: false,
		format: "iife",
		globalName: "bundle",
		target: "es2022",
		charset: "utf8",
	});
	const members = names
		.map(([name, key]) => `  ${JSON.stringify(name)}: bundle.${key},`)
		.join("\n");
	return `${result.outputFiles[0]?.text}\n/** A validator leaves its errors on itself, to be read before it is called again. */\nexport interface Validator {
  (data: unknown): boolean;
  errors?: null | { keyword: string; instancePath: string; message?: string; params: Record<string, unknown> }[];
}

export const validators: Readonly<Record<${keyType}, Validator>> = {\n${members}\n};\n`;
}

export async function emitValidators(
	document: ContractDocument,
): Promise<{ requests: string; responses: string; records: string }> {
	return {
		requests: await bundle(document, requestSchemas(document), {
			useDefaults: true,
		}),
		responses: await bundle(document, responseSchemas(document), {
			useDefaults: false,
		}),
		records: await bundle(document, namedSchemas(document), {
			useDefaults: false,
			keys: namedSchemas(document)
				.map(([name]) => JSON.stringify(name))
				.join(" | "),
		}),
	};
}
