import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as OpenapiTypescript from "openapi-typescript";
import { checkTemplates } from "../../src/behaviors/check-operation.ts";
import {
	findCollections,
	listRecordSchemas,
} from "../../src/behaviors/collections.ts";
import { findBehavior } from "../../src/behaviors/find-plans.ts";
import type { Plan } from "../../src/behaviors/operation-plan.ts";
import { emitTypes } from "../../src/document/emit-types.ts";
import {
	child,
	type DocumentParts,
	entries,
	isNode,
	type Node,
} from "../../src/document/node.ts";
import {
	createDescriptions,
	createModel,
	mapEntries,
} from "../../src/document/prepare.ts";
import {
	listRequestSchemas,
	listResponseSchemas,
	type NamedSchema,
} from "../../src/document/schemas.ts";
import type { FlatSchema, LedgerEntry, Schemas } from "./read-sources.ts";
import { storePlans } from "./store-plans.ts";

/** Required, because Node would read all of TypeScript once more to find what an import of it may name. */
const openapiTypescript: typeof OpenapiTypescript = createRequire(
	import.meta.url,
)("openapi-typescript");

/** The text of each module, by its name. */
type Modules = Record<string, string>;

/**
 * Returns a TypeScript module that exports the values as constants, by name.
 * @param types of constants whose own types would be as long as the values
 */
const emitConstants = (
	constants: object,
	types: Readonly<Record<string, string>> = {},
): string =>
	Object.entries(constants)
		.map(([name, value]) => {
			const text = JSON.stringify(value, null, 2);
			const type = types[name];
			return type
				? `export const ${name}: ${type} = ${text};\n`
				: `export const ${name} = ${text} as const;\n`;
		})
		.join("\n");

const byKey = (key: string, type: string): string =>
	`Readonly<Record<${key}, ${type}>>`;

const listTypes = (names: readonly string[]): string =>
	[...new Set(names)].map((name) => JSON.stringify(name)).join(" | ");

/** Keywords for people. A text, a number or a list with such a name is no property. */
const FOR_PEOPLE = /^(title|description|examples?|readOnly|x-(?!remedy$).*)$/;

/** Returns a schema as text without the keywords for people, since programs load it. */
const emitSchema = (schema: Node): string =>
	JSON.stringify(
		schema,
		(keyword, value) =>
			FOR_PEOPLE.test(keyword) && !isNode(value) ? undefined : value,
		1,
	);

/** A constant of validators, and the type of their names. */
interface ValidatorTable {
	readonly constant: string;
	readonly names: string;
	readonly schemas: readonly NamedSchema[];
}

/** Emits a module of validators. The same schemas have one validator. */
function emitValidators(...tables: readonly ValidatorTable[]): string {
	const texts = [
		...new Set(
			tables.flatMap(({ schemas }) =>
				schemas.map(([, schema]) => emitSchema(schema)),
			),
		),
	];
	const emitTable = ({ constant, names, schemas }: ValidatorTable): string =>
		`export const ${constant}: ${byKey(names, "Validator")} = {
${schemas.map(([name, schema]) => `  ${JSON.stringify(name)}: validate${texts.indexOf(emitSchema(schema))},\n`).join("")}};
`;
	return `import { createInterpreter } from "../../src/document/interpret-schemas.ts";
import type { Validator } from "../../src/values/validation.ts";

const interpret = createInterpreter(() => ({}));

${texts.map((text, index) => `const validate${index} = interpret(${text});\n`).join("\n")}
${tables.map(emitTable).join("\n")}`;
}

function emitContractValidators(
	document: DocumentParts,
	plans: readonly Plan[],
): Modules {
	const collections = findCollections(plans);
	checkTemplates(plans, collections);
	const requests = listRequestSchemas(document);
	const responses = listResponseSchemas(document);
	const records = listRecordSchemas(collections);
	const validators = { constant: "validators", names: "string" };
	return {
		"request-validators": emitValidators({ ...validators, schemas: requests }),
		// With the validators of records, because some responses are records.
		"response-validators": emitValidators(
			{ ...validators, schemas: responses },
			{
				constant: "recordValidators",
				names: listTypes(records.map(([name]) => name)),
				schemas: records,
			},
		),
	};
}

/** Emits the types, the ledger and the parts of the OpenAPI document that a mock needs when it starts. */
export async function emitContract(
	root: string,
	document: DocumentParts,
	ledger: readonly LedgerEntry[],
): Promise<Modules> {
	const plans = document.operations.map((each) => findBehavior(document, each));
	const { responses } = createDescriptions(document);
	const examples = mapEntries(Object.entries(responses), (byStatus) =>
		mapEntries(Object.entries(byStatus), ({ example }) => example),
	);
	return {
		types: await emitTypes(
			openapiTypescript,
			pathToFileURL(join(root, "contracts/openapi.yaml")),
		),
		ledger: emitConstants({ ledger }),
		document: emitConstants(
			{ document: document.root },
			{ document: byKey("string", "unknown") },
		),
		operations: emitConstants(createModel(document)),
		plans: emitConstants({ plans: storePlans(document, plans) }),
		// A module of its own, since pages download it.
		examples: emitConstants(
			{ examples },
			{ examples: byKey("string", byKey("string", "unknown")) },
		),
		...emitContractValidators(document, plans),
	};
}

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
	"server-validators": [
		"JournalFilter",
		"ScenarioChoice",
		"ClockTime",
		"ClockStep",
		"NoBody",
	],
	"config-validators": ["Config"],
	"command-validators": ["Examples", "UsedAssumptions"],
};

/** Replaces properties of which a schema requires one set or another by a type for each set. */
function splitAlternatives(schema: unknown): unknown {
	if (!isNode(schema) || !("oneOf" in schema && "properties" in schema))
		return schema;
	const properties = entries(child(schema, "properties"));
	return {
		...schema,
		properties: undefined,
		oneOf: entries(child(schema, "oneOf")).map(([, part]) => {
			const required = Object.values(child(part, "required"));
			const own = properties.filter(([name]) => required.includes(name));
			return { type: "object", ...part, properties: Object.fromEntries(own) };
		}),
	};
}

async function emitSchemaTypes({ root }: Schemas): Promise<string> {
	const text = JSON.stringify(root.$defs, (keyword, value) =>
		// openapi-typescript would take the names of the schemas for the values of the property.
		keyword === "discriminator" ? undefined : splitAlternatives(value),
	).replaceAll("#/$defs/", "#/components/schemas/");
	const nodes = await openapiTypescript.default(
		`{"openapi":"3.1.0","info":{"title":"","version":""},"paths":{},"components":{"schemas":${text}}}`,
		{
			immutable: true,
			defaultNonNullable: false,
			rootTypes: true,
			rootTypesNoSchemaPrefix: true,
			silent: true,
		},
	);
	return openapiTypescript.astToString(nodes);
}

/** Returns the schemas that the named ones lead to, and these. */
function selectSchemas({ root }: Schemas, names: readonly string[]): Node {
	const definitions = child(root, "$defs");
	const found = new Set(names);
	for (const name of found)
		for (const [, each = ""] of JSON.stringify(definitions[name]).matchAll(
			/"#\/\$defs\/(\w+)"/g,
		))
			found.add(each);
	return Object.fromEntries(
		[...found].map((name) => [name, definitions[name]]),
	);
}

const emitSchemaValidators = (
	schemas: Schemas,
	names: readonly string[],
): string =>
	`import { createInterpreter } from "../../document/interpret-schemas.ts";
import type { Guard } from "../../values/validation.ts";
import type * as types from "./types.ts";

const interpret = createInterpreter(() => (${emitSchema({ $defs: selectSchemas(schemas, names) })}));

export const validators: { ${names.map((name) => `readonly ${name}: Guard<types.${name}>;`).join(" ")} } = {
${names.map((name) => `  ${name}: interpret({ $ref: "#/$defs/${name}" }),\n`).join("")}};
`;

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

/** Emits the types, the validators, and the schemas for the command line. */
export async function emitSchemas(schemas: Schemas): Promise<Modules> {
	const flags = schemas.flatten("ServeFlags").properties;
	const defaults = entries(flags)
		.filter(([, flag]) => "default" in flag)
		.map(([name, flag]) => [name, flag.default]);
	const definitions = child(schemas.root, "$defs");
	const modules: Modules = {
		types: await emitSchemaTypes(schemas),
		limits: emitConstants({
			MAX_FAULTS: child(definitions, "Faults").maxItems,
			CREDENTIAL_KINDS: child(definitions, "Credentials").enum,
		}),
		flags: emitConstants({
			flagSchemas: flags,
			DEFAULT_FLAGS: Object.fromEntries(defaults),
		}),
		words: emitConstants({
			faultSchemas: faultKinds(schemas),
			filterSchemas: schemas.flatten("RequestsFilter").properties,
			requestsSchemas: schemas.flatten("RequestsFlags").properties,
			forwardSchemas: schemas.flatten("Forward").properties,
			resetSchemas: schemas.flatten("ResetOrigin").properties,
		}),
		// Apart, because a server that starts loads the words.
		commands: emitConstants({
			clockSchemas: {
				...schemas.flatten("ClockTime").properties,
				...schemas.flatten("ClockStep").properties,
			},
			verifySchemas: schemas.flatten("VerifyFlags").properties,
			mutateSchemas: schemas.flatten("MutateFlags").properties,
			compareSchemas: schemas.flatten("CompareFlags").properties,
			alignSchemas: schemas.flatten("AlignFlags").properties,
		}),
	};
	for (const [module, names] of Object.entries(VALIDATORS))
		modules[module] = emitSchemaValidators(schemas, names);
	return modules;
}
