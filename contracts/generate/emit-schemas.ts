import openapiTypescript, { astToString } from "openapi-typescript";
import { child, entries, isNode, type Node } from "../../src/document/node.ts";
import { compileValidators } from "./compile-validators.ts";
import { emitConstants } from "./emit-contract.ts";
import type { FlatSchema, Schemas } from "./schemas.ts";

/** The schemas that each module of validators has, so that each user loads only its own. */
const VALIDATORS = {
	"engine-validators": [
		"Faults",
		"Fault",
		"Scenarios",
		"RequestsFilter",
		"ResetOrigin",
	],
	"forward-validators": ["Forward"],
	"server-validators": ["JournalFilter", "ScenarioChoice", "NoBody"],
	"config-validators": ["Config"],
};

/** Replaces properties of which a schema requires one set or another by a type for each set. */
function splitAlternatives(schema: unknown): unknown {
	if (!isNode(schema) || !("oneOf" in schema && "properties" in schema))
		return schema;
	return {
		...schema,
		properties: undefined,
		oneOf: entries(child(schema, "oneOf")).map(([, part]) => ({
			type: "object",
			...part,
			properties: Object.fromEntries(
				entries(child(schema, "properties")).filter(([name]) =>
					Object.values(child(part, "required")).includes(name),
				),
			),
		})),
	};
}

async function emitTypes({ root }: Schemas): Promise<string> {
	const text = JSON.stringify(root.$defs, (keyword, value) =>
		// openapi-typescript would take the names of the schemas for the values of the property.
		keyword === "discriminator" ? undefined : splitAlternatives(value),
	).replaceAll("#/$defs/", "#/components/schemas/");
	const nodes = await openapiTypescript(
		`{"openapi":"3.1.0","info":{"title":"","version":""},"paths":{},"components":{"schemas":${text}}}`,
		{
			immutable: true,
			defaultNonNullable: false,
			rootTypes: true,
			rootTypesNoSchemaPrefix: true,
			silent: true,
		},
	);
	return astToString(nodes);
}

const DOCUMENTATION = ["description", "x-usage", "x-pass", "x-placeholder"];

/** Returns a schema without its texts, which a validator of many properties would contain. */
const withoutDocumentation = (schema: Node): Node =>
	JSON.parse(JSON.stringify(schema), (keyword, value) =>
		// A property may have the name of a keyword, but is no text.
		typeof value === "string" && DOCUMENTATION.includes(keyword)
			? undefined
			: value,
	);

const emitValidators = (
	{ root, listProperties }: Schemas,
	names: readonly string[],
): Promise<string> =>
	compileValidators(
		names.map((name) => [name, { $ref: `document#/$defs/${name}` }]),
		{
			document: withoutDocumentation(root),
			type: `{ ${names.map((name) => `readonly ${name}: Guard<types.${name}>;`).join(" ")} }`,
			declarations: `import type { Guard } from "../../values/validation.ts";\nimport type * as types from "./types.ts";\n`,
			listProperties,
			messages: false,
			inlineRefs: false,
		},
	);

/** Returns the kinds of faults by name. */
export const faultKinds = ({
	flatten,
	root,
}: Schemas): Record<string, FlatSchema> =>
	Object.fromEntries(
		Object.keys(child(root, "$defs"))
			.filter((name) => name.endsWith("Fault") && name !== "Fault")
			.map((name) => {
				const { properties, ...schema } = flatten(name);
				const { kind = {}, operation: _, ...others } = properties;
				return [String(kind.const), { ...schema, properties: others }];
			}),
	);

const defaultsOf = ({ properties }: FlatSchema): Node =>
	Object.fromEntries(
		Object.entries(properties)
			.filter(([, property]) => "default" in property)
			.map(([name, property]) => [name, property.default]),
	);

/** Emits the types, the validators, and what the command line needs, each as a module by its name. */
export async function emitSchemas(
	schemas: Schemas,
): Promise<Record<string, string>> {
	const flags = schemas.flatten("Flags");
	const definitions = child(schemas.root, "$defs");
	const modules: Record<string, string> = {
		types: await emitTypes(schemas),
		limits: emitConstants({
			MAX_FAULTS: child(definitions, "Faults").maxItems,
			CREDENTIAL_KINDS: child(definitions, "Credentials").enum,
		}),
		flags: emitConstants({
			flagSchemas: flags.properties,
			DEFAULT_FLAGS: defaultsOf(flags),
		}),
		words: emitConstants({
			faultSchemas: faultKinds(schemas),
			filterSchemas: schemas.flatten("RequestsFilter").properties,
			forwardSchemas: schemas.flatten("Forward").properties,
			verifySchemas: schemas.flatten("VerifyFlags").properties,
			mutateSchemas: schemas.flatten("MutateFlags").properties,
		}),
	};
	for (const [module, names] of Object.entries(VALIDATORS))
		modules[module] = `// @ts-nocheck\n${await emitValidators(schemas, names)}`;
	return modules;
}
