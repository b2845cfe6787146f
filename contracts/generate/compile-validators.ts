import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { _, type CodeKeywordDefinition, type Options, stringify } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import type { KeywordErrorCxt } from "ajv/dist/types/index.js";
import formats from "ajv-formats";
import { build, type Plugin } from "esbuild";
import { WITH_REMEDY } from "../../src/document/list-errors.ts";
import type { Node } from "../../src/document/node.ts";
import type { NamedSchema } from "../../src/document/schemas.ts";
import { groupBy } from "../../src/values/group-by.ts";

export interface CompileOptions {
	/** Errors have no messages by default. */
	readonly ajvOptions?: Options;
	/** The schema that the others refer to as `document`. */
	readonly document: Node;
	/** The type of the object of validators. */
	readonly type: string;
	/** The statements before the type; defaults to the declaration of a validator. */
	readonly declarations?: string;
	/** Returns the names of all properties that a schema may have. */
	readonly listProperties?: (schema: Node) => readonly string[];
}

/** Replaces a keyword of ajv by one that has other parts. */
function replaceKeyword(
	ajv: Ajv2020,
	keyword: string,
	replace: (
		definition: CodeKeywordDefinition,
	) => Partial<CodeKeywordDefinition>,
): void {
	const definition = ajv.getKeyword(keyword);
	if (typeof definition !== "object" || !("code" in definition))
		throw new Error(`ajv has no keyword ${keyword}.`);
	ajv.removeKeyword(keyword);
	ajv.addKeyword({ ...definition, keyword, ...replace(definition) });
}

/** Adds the parameters for the message to the errors of a keyword. */
const extendErrors = (
	ajv: Ajv2020,
	keyword: string,
	createParams: (parent: Node) => Node,
): void =>
	replaceKeyword(ajv, keyword, ({ error }) => ({
		error: {
			message: "",
			...error,
			params(context: KeywordErrorCxt) {
				const own = error?.params ?? _`{}`;
				const params = typeof own === "function" ? own(context) : own;
				const added = createParams({ ...context.parentSchema });
				if (Object.values(added).every((value) => value === undefined))
					return params;
				// The message is the remedy then.
				return "remedy" in added
					? stringify(added)
					: _`{...${params}, ...${stringify(added)}}`;
			},
		},
	}));

const remedyOf = (parent: Node): Node => ({ remedy: parent["x-remedy"] });

function createAjv({
	document,
	listProperties = ({ properties }) => Object.keys({ ...Object(properties) }),
	ajvOptions,
}: CompileOptions): Ajv2020 {
	const ajv = new Ajv2020({
		messages: false,
		...ajvOptions,
		allErrors: true,
		discriminator: true,
		// The whole document is added as one schema, so every OpenAPI property would be an unknown keyword.
		strictSchema: false,
		strictTypes: false,
		code: { source: true },
	});
	formats.default(ajv);
	const available = (parent: Node) => ({ available: listProperties(parent) });
	extendErrors(ajv, "additionalProperties", available);
	extendErrors(ajv, "unevaluatedProperties", available);
	extendErrors(ajv, "discriminator", available);
	for (const keyword of WITH_REMEDY) extendErrors(ajv, keyword, remedyOf);
	replaceKeyword(ajv, "oneOf", ({ code }) => ({
		code(context) {
			const { subschema, error } = context;
			// Errors of each alternative would hide the actual problem.
			context.subschema = (applied, valid) =>
				subschema.call(context, { ...applied, createErrors: false }, valid);
			context.error = (...given) => {
				context.reset();
				error.apply(context, given);
			};
			code(context);
		},
	}));
	ajv.addSchema(document, "document");
	return ajv;
}

/**
 * The number of errors after which the validation of an array ends. It exceeds the number of places in a rejection,
 * with several errors each.
 */
const MAX_ERRORS = 100;

/**
 * Ends the loops over items after that many errors. Each loop counts its own: the errors of an alternative that does
 * not match are removed again.
 */
const limitErrors = (code: string): string =>
	code.replaceAll(
		/for\(let (i\d+)=0; \1<(len\d+); \1\+\+\)/g,
		`for(let $1=0,$1max=errors+${MAX_ERRORS}; $1<$2 && errors<$1max; $1++)`,
	);

/** The evaluated locations of a function, if they never change. Other functions begin differently. */
const FIXED =
	/(validate\d+)\.evaluated = [^;]*"dynamicProps":false,"dynamicItems":false\};/g;
const BEGINNING =
	/const (evaluated\d+) = (\w+)\.evaluated;if\(\1\.dynamicProps\)\{\1\.props = undefined;\}if\(\1\.dynamicItems\)\{\1\.items = undefined;\}/g;

/** The functions that the shortened code calls for an error, and for the errors of another validator. */
const ADD_ERROR = `const addError = (errors, instancePath, keyword, params) => {
	(errors ??= []).push({ instancePath, keyword, params });
	return errors;
};
const addErrors = (errors, { errors: added }) => [...(errors ?? []), ...added];
const isObject = (data) => !!data && typeof data == "object" && !Array.isArray(data);
`;

/** Removes unused parts of a validator, and shortens the code that collects errors, because pages download this code. */
function shorten(code: string): string {
	const fixed = new Set([...code.matchAll(FIXED)].map(([, name]) => name));
	return (
		code
			.replaceAll(FIXED, "")
			.replaceAll(BEGINNING, (whole, _, name) => (fixed.has(name) ? "" : whole))
			// Only `$data` and `$dynamicRef` need these.
			.replaceAll(/, *parentData\b[^{}]*dynamicAnchors(=\{\})?(?=\})/g, "")
			.replaceAll(/schemaPath:"[^"]*",/g, "")
			// Limits are checked of finite numbers only.
			.replaceAll(/ (\|\| |&& !)isNaN\(data\d*\)/g, "")
			.replaceAll(
				/if\((props\d+) !== true\)\{\s*\1 = true;\s*\}/g,
				"$1 = true;",
			)
			.replaceAll(
				/const (err\d+) = ([^;]+);\s*if\(vErrors === null\)\{\s*vErrors = \[\1\];\s*\}\s*else \{\s*vErrors\.push\(\1\);\s*\}/g,
				"(vErrors ??= []).push($2);",
			)
			.replaceAll(
				/vErrors = vErrors === null \? (validate\d+)\.errors : vErrors\.concat\(\1\.errors\);/g,
				"vErrors = addErrors(vErrors, $1);",
			)
			.replaceAll(
				/\b(data\d*) && typeof \1 == "object" && !Array\.isArray\(\1\)/g,
				"isObject($1)",
			)
			.replaceAll(
				/\(\(typeof (data\d*) == "number"\) && \(!\(\1 % 1\) && !isNaN\(\1\)\)\) && \(isFinite\(\1\)\)/g,
				"Number.isInteger($1)",
			)
			.replaceAll(
				/\(typeof (data\d*) == "number"\) && \(isFinite\(\1\)\)/g,
				"Number.isFinite($1)",
			)
			.replaceAll(
				/\(vErrors \?\?= \[\]\)\.push\(\{instancePath(?::([^,]+))?,keyword:("\w+"),params:((?:(?!,message:|,propertyName:)[\s\S])*?)\}\);(?=errors\+\+;)/g,
				(_, path = "instancePath", keyword, params) =>
					`vErrors = addError(vErrors,${path},${keyword},${params});`,
			)
	);
}

/** Formats that are functions of their own, behind those of times. */
const OTHERS = "uri|regex|byte|int32|int64|float|double";

/**
 * Leaves out the formats that are regular expressions, since standalone code contains the ones that it uses, and
 * others without use.
 */
function createLeanFormats(code: string): Plugin {
	const usesOthers = new RegExp(`fullFormats\\W+(${OTHERS})\\b`).test(code);
	const unused = new RegExp(
		usesOthers ? "(?!)" : `^ +(${OTHERS})\\b.*,$|^const NOT_URI[^]*`,
		"gm",
	);
	return {
		name: "lean-formats",
		setup: ({ onLoad }) =>
			onLoad({ filter: /ajv-formats.dist.formats\.js$/ }, async ({ path }) => ({
				contents: (await readFile(path, "utf8"))
					.replace(/^exports\.fastFormats = \{$.*?^\};$/ms, "")
					.replaceAll(/^ +"?[\w-]+"?: \/.*,$/gm, "")
					// Only keywords that compare times need these.
					.replaceAll(/^function compare\w+\([\s\S]*?^\}$/gm, "")
					.replaceAll(/, compare\w+\)/g, ")")
					.replaceAll(unused, ""),
			})),
	};
}

const VALIDATOR = `/** Each call replaces the errors of the previous call. */
export interface Validator {
  (data: unknown): boolean;
  errors?: null | { keyword: string; instancePath: string; message?: string; params: Record<string, unknown> }[];
}
`;

/** Compiles schemas to a module that exports their validators by name. */
export async function compileValidators(
	schemas: readonly NamedSchema[],
	options: CompileOptions,
): Promise<string> {
	const ajv = createAjv(options);
	/** The same schemas have one validator. */
	const groups = groupBy(schemas, ([, schema]) => JSON.stringify(schema));
	const properties = groups.flatMap((group, index) => {
		const key = `validator${index}`;
		ajv.addSchema(group[0][1], key);
		return group.map(([name]) => `  ${JSON.stringify(name)}: bundle.${key},\n`);
	});
	const keys = groups.map((_, index) => `validator${index}`);
	const code = standalone.default(
		ajv,
		Object.fromEntries(keys.map((key) => [key, key])),
	);
	// Standalone code still requires ajv's formats and string length at run time, so bundle them.
	const result = await build({
		stdin: {
			contents: ADD_ERROR + limitErrors(shorten(code)),
			resolveDir: join(import.meta.dirname, ".."),
			loader: "js",
		},
		bundle: true,
		write: false,
		format: "iife",
		globalName: "bundle",
		target: "es2022",
		charset: "utf8",
		plugins: [createLeanFormats(code)],
	});
	const { type, declarations = VALIDATOR } = options;
	return `// @ts-nocheck
${result.outputFiles[0]?.text}
${declarations}
export const validators: ${type} = {\n${properties.join("")}};\n`;
}
