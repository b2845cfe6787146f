import type * as OpenapiTypescript from "openapi-typescript";

/**
 * Returns the types of an OpenAPI document as the text of a TypeScript module, with `paths` and `operations`.
 * @param library openapi-typescript. It is passed in because only projects that generate types have it.
 */
export const emitTypes = async (
	{ default: createTypes, astToString, NEVER }: typeof OpenapiTypescript,
	document: URL,
): Promise<string> =>
	astToString(
		await createTypes(document, {
			// openapi-typescript turns `not: {}` into unknown, which would let a client send properties that the service rejects.
			transform: (schema) =>
				"not" in schema && JSON.stringify(schema.not) === "{}"
					? NEVER
					: undefined,
			silent: true,
		}),
	);
