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
