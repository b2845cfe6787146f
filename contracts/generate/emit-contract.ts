import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkTemplates } from "../../src/behaviors/check-operation.ts";
import {
	findCollections,
	listRecordSchemas,
} from "../../src/behaviors/collections.ts";
import { findBehavior } from "../../src/behaviors/find-plans.ts";
import type { Plan } from "../../src/behaviors/operation-plan.ts";
import { emitTypes } from "../../src/document/emit-types.ts";
import type { LedgerEntry } from "../../src/document/model.ts";
import {
	type DocumentParts,
	entries,
	isNode,
	roleOf,
} from "../../src/document/node.ts";
import { createModel, mapEntries } from "../../src/document/prepare.ts";
import { findExample } from "../../src/document/read-content.ts";
import {
	listRequestSchemas,
	listResponseSchemas,
	type NamedSchema,
} from "../../src/document/schemas.ts";
import {
	byKey,
	emitConstants,
	emitSchema,
	type Modules,
	openapiTypescript,
} from "./emit-constants.ts";

/** Keywords for people and validators. Pages download the plans. */
const UNUSED =
	/^(description|x-assumption|readOnly|minLength|maxLength|minItems|maxItems)$/;

/** Returns the parts of plans that behaviors need, as plain JSON with schemas instead of fields. */
export function storePlans(
	document: DocumentParts,
	plans: readonly Plan[],
): unknown {
	const stored = plans.map(
		({ operation: { id, node }, response, ...plan }) => ({
			...plan,
			example:
				plan.behavior === "example"
					? findExample(document, response)
					: undefined,
			operation: {
				id,
				node: { "x-audit": node["x-audit"], "x-order": node["x-order"] },
			},
			response: { headers: response.headers },
			body: plan.body?.schema,
			request: plan.request?.schema,
			query: plan.query.schema,
		}),
	);
	return JSON.parse(JSON.stringify(stored), (keyword, value) => {
		if (keyword === "x-role") return roleOf(value);
		// A property may have the name of a keyword, but is no text and no number.
		return UNUSED.test(keyword) && !isNode(value) ? undefined : value;
	});
}

const listTypes = (names: readonly string[]): string =>
	[...new Set(names)].map((name) => JSON.stringify(name)).join(" | ");

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
	const examples = mapEntries(document.targets, (responses) =>
		mapEntries(responses, (response) => {
			const { content } = document.resolve(response);
			return entries(Object(content))[0]?.[1].example;
		}),
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
