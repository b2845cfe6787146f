import { child, entries, isNode, type Node } from "../../src/document/node.ts";
import {
	emitConstants,
	emitSchema,
	type Modules,
	openapiTypescript,
} from "./emit-constants.ts";
import type { FlatSchema, Schemas } from "./read-sources.ts";

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

/** Returns the commands of the command line with the schemas of their options. */
function completeCommands(schemas: Schemas, commands: Node): readonly Node[] {
	const kinds = Object.entries(faultKinds(schemas));
	const amounts = kinds
		.filter(([, kind]) => "x-pass" in kind)
		.map(([name, kind]) => `${name}: ${kind["x-pass"]}`);
	const words: Readonly<Record<string, string>> = {
		"<kinds>": kinds.map(([name]) => name).join(", "),
		"<amounts>": amounts.join("; "),
	};
	return entries(commands).map(([, { options, without, ...command }]) => {
		const properties = options
			? schemas.flatten(String(options)).properties
			: {};
		const left = Object.values(Object(without));
		return {
			...command,
			arguments: Object.values(child(command, "arguments")).map(
				(each) => words[String(each)] ?? each,
			),
			options: Object.fromEntries(
				Object.entries(properties).filter(([name]) => !left.includes(name)),
			),
			commands: completeCommands(schemas, child(command, "commands")),
		};
	});
}

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
			recordSchemas: schemas.flatten("RecordsFilter").properties,
		}),
		// Apart, because a server that starts loads the words.
		commands: emitConstants({
			clockSchemas: {
				...schemas.flatten("ClockTime").properties,
				...schemas.flatten("ClockStep").properties,
			},
			mockSchemas: schemas.flatten("MockFlags").properties,
			commands: completeCommands(schemas, schemas.data.commands),
		}),
		problems: emitConstants({
			PROBLEMS: schemas.data.problems.mock,
			SERVER_PROBLEMS: schemas.data.problems.server,
		}),
		scenarios: emitConstants({ SCENARIOS: schemas.data.scenarios }),
		methods: emitConstants({ methods: schemas.data.control }),
	};
	for (const [module, names] of Object.entries(VALIDATORS))
		modules[module] =
			`import { createInterpreter } from "../../document/interpret-schemas.ts";
import type { Guard } from "../../values/validation.ts";
import type * as types from "./types.ts";

const interpret = createInterpreter(() => (${emitSchema({ $defs: selectSchemas(schemas, names) })}));

export const validators: { ${names.map((name) => `readonly ${name}: Guard<types.${name}>;`).join(" ")} } = {
${names.map((name) => `  ${name}: interpret({ $ref: "#/$defs/${name}" }),\n`).join("")}};
`;
	return modules;
}
