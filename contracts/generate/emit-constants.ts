import { createRequire } from "node:module";
import type * as OpenapiTypescript from "openapi-typescript";
import { isNode, type Node } from "../../src/document/node.ts";
import type { Texts } from "../../src/values/json.ts";

/** Required, because Node would read all of TypeScript once more to find what an import of it may name. */
export const openapiTypescript: typeof OpenapiTypescript = createRequire(
	import.meta.url,
)("openapi-typescript");

/** The text of each module, by its name. */
export type Modules = Record<string, string>;

/**
 * Returns a TypeScript module that exports the values as constants, by name.
 * @param types of constants whose own types would be as long as the values
 */
export const emitConstants = (constants: object, types: Texts = {}): string =>
	Object.entries(constants)
		.map(([name, value]) => {
			const text = JSON.stringify(value, null, 2);
			const type = types[name];
			return type
				? `export const ${name}: ${type} = ${text};\n`
				: `export const ${name} = ${text} as const;\n`;
		})
		.join("\n");

export const byKey = (key: string, type: string): string =>
	`Readonly<Record<${key}, ${type}>>`;

/** Keywords for people. A text, a number or a list with such a name is no property. */
const FOR_PEOPLE = /^(title|description|examples?|readOnly|x-(?!remedy$).*)$/;

/** Returns a schema as text without the keywords for people, since programs load it. */
export const emitSchema = (schema: Node): string =>
	JSON.stringify(
		schema,
		(keyword, value) =>
			FOR_PEOPLE.test(keyword) && !isNode(value) ? undefined : value,
		1,
	);
