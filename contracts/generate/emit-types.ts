import { join } from "node:path";
import { pathToFileURL } from "node:url";
import openapiTypescript, { astToString } from "openapi-typescript";
import ts from "typescript";

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
