import { join } from "node:path";
import { pathToFileURL } from "node:url";
import openapiTypescript, { astToString } from "openapi-typescript";
import ts from "typescript";
import type { DocumentDetails } from "../../src/document/model.ts";
import type { Node } from "../../src/document/node.ts";
import { isNode } from "../../src/document/node.ts";
import type { PreparedDocument } from "../../src/document/prepare.ts";
import { compileValidators } from "./compile-validators.ts";

/** Returns a TypeScript module that exports the values as constants, by name. */
export const emitConstants = (
	constants: Readonly<Record<string, unknown>>,
): string =>
	Object.entries(constants)
		.map(
			([name, value]) =>
				`export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`,
		)
		.join("\n");

const never = ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword);

/** Emits the types of the OpenAPI document. */
export async function emitTypes(root: string): Promise<string> {
	const nodes = await openapiTypescript(
		pathToFileURL(join(root, "contracts/openapi.yaml")),
		{
			// openapi-typescript turns `not: {}` into unknown, which would let a client send properties that the service rejects.
			transform: (schema) =>
				"not" in schema && JSON.stringify(schema.not) === "{}"
					? never
					: undefined,
			silent: true,
		},
	);
	return astToString(nodes);
}

const MODEL_TYPES = "../../src/document/model.ts";

/** Emits a typed constant. Its own type would be as long as the value. */
const emitTyped = (name: string, type: string, value: unknown): string =>
	`export const ${name}: ${type} = ${JSON.stringify(value, null, 2)};\n`;

const mapExamples = (responses: DocumentDetails["responses"]): object =>
	Object.fromEntries(
		Object.entries(responses).map(([target, byStatus]) => [
			target,
			Object.fromEntries(
				Object.entries(byStatus).map(([status, { example }]) => [
					status,
					example,
				]),
			),
		]),
	);

/** Emits the prepared OpenAPI document, each part as a module by its name. */
export async function emitContract(
	root: unknown,
	{ model, details, schemas }: PreparedDocument,
): Promise<Record<string, string>> {
	const { names, constants, defaults, ...others } = model;
	const { responses, requestAssumptions, violatingRequests } = details;
	const document: Node = isNode(root) ? root : {};
	const type = (key: string) => `Readonly<Record<${key}, Validator>>`;
	const violated = new Set(
		violatingRequests.map(({ operation }) => JSON.stringify(operation)),
	);
	const records = schemas.records.map(([name]) => JSON.stringify(name));
	const compiled = await Promise.all([
		compileValidators(schemas.requests, {
			document,
			type: type("string"),
			useDefaults: true,
		}),
		compileValidators(schemas.responses, { document, type: type("string") }),
		compileValidators(schemas.records, {
			document,
			type: type(records.join(" | ")),
			messages: false,
		}),
	]);
	const [request, response, record] = compiled.map(
		(code) => `// @ts-nocheck\n${code}`,
	);
	return {
		names: emitConstants({ names, constants, defaults }),
		operations: emitConstants(others),
		// A module of its own, since pages download it.
		examples: emitTyped(
			"examples",
			"Readonly<Record<string, Readonly<Record<string, unknown>>>>",
			mapExamples(responses),
		),
		details: [
			`import type { ResponseDetails, ViolatingRequest } from "${MODEL_TYPES}";\n`,
			emitTyped(
				"responses",
				"Readonly<Record<string, Readonly<Record<string, ResponseDetails>>>>",
				responses,
			),
			emitTyped(
				"requestAssumptions",
				"Readonly<Record<string, readonly string[]>>",
				requestAssumptions,
			),
			emitTyped(
				"violatingRequests",
				`readonly ViolatingRequest<${[...violated].join(" | ")}>[]`,
				violatingRequests,
			),
		].join("\n"),
		"request-validators": `${request}`,
		"response-validators": `${response}`,
		"record-validators": `${record}`,
	};
}
