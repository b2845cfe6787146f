import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { relaxSchema } from "../../src/document/inline.ts";
import { toUnicodePattern } from "../../src/document/pattern.ts";
import { upgrade } from "../../src/document/upgrade.ts";
import {
	createSampler,
	type Sampler,
} from "../../src/sampling/create-sampler.ts";

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const at = (value: unknown, name: string): Json => {
	const below = isObject(value) ? value[name] : undefined;
	return isObject(below) ? below : {};
};

export interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly isRequired: boolean;
	readonly schema: Json;
	readonly node: Json;
}

export interface Content {
	readonly mediaType: string;
	readonly schema: Json | undefined;
}

/** An operation of a public document, read without the code of the mock. */
export interface PublicOperation {
	readonly method: string;
	readonly path: string;
	readonly parameters: readonly Parameter[];
	readonly body: (Content & { readonly isRequired: boolean }) | undefined;
	readonly security: unknown;
	/** By status. */
	readonly responses: ReadonlyMap<string, readonly Content[]>;
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/** Names and values. */
export type Credentials = Readonly<
	Record<"header" | "query" | "cookie", readonly (readonly [string, string])[]>
>;

/** A public document with validators that ajv compiles. */
export class PublicDocument {
	readonly root: Json;
	readonly operations: readonly PublicOperation[];
	readonly #ajv: Ajv2020;
	readonly #sample: Sampler;
	readonly #compiled = new Map<Json, ValidateFunction | undefined>();

	constructor(content: Json) {
		const is30 = /^3\.0/.test(String(content.openapi));
		const adapted = JSON.parse(JSON.stringify(content), (name, value) =>
			name === "pattern" && typeof value === "string"
				? toUnicodePattern(value)
				: value,
		);
		this.root = Object(is30 ? upgrade(adapted) : adapted);
		this.#ajv = new Ajv2020({
			...{ strict: false, logger: false, unicodeRegExp: true },
		});
		formats.default(this.#ajv);
		// An example may have a `$id`, which ajv would take for the id of a schema.
		const schemas = JSON.parse(JSON.stringify(this.root), (name, value) =>
			name === "$id" && typeof value === "string" ? undefined : value,
		);
		this.#ajv.addSchema({ ...schemas, $id: "document" });
		this.#sample = createSampler(this.root, "readOnly");
		this.operations = Object.entries(at(this.root, "paths")).flatMap(
			([path, given]) => {
				const item = this.resolve(given);
				return METHODS.filter((method) => isObject(item[method])).map(
					(method) => this.#readOperation(method, path, item),
				);
			},
		);
	}

	/** Follows `$ref`. */
	resolve(value: unknown): Json {
		let found = isObject(value) ? value : {};
		for (let count = 0; typeof found.$ref === "string" && count < 20; count++) {
			const names = found.$ref.slice(2).split("/");
			let target: unknown = this.root;
			for (const name of names)
				target =
					Object(target)[
						decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~")
					];
			found = isObject(target) ? target : {};
		}
		return found;
	}

	/** Returns what a response of a status may contain; undefined if the status is not documented. */
	contentsOf(
		{ responses }: PublicOperation,
		status: number,
	): readonly Content[] | undefined {
		const found =
			responses.get(String(status)) ??
			responses.get(`${String(status)[0]}XX`) ??
			responses.get("DEFAULT");
		const hasSuccess = [...responses.keys()].some((each) =>
			/^2|^DEFAULT$/.test(each),
		);
		// Nothing says what such an operation responds with.
		return found ?? (hasSuccess ? undefined : []);
	}

	/** Returns what a request of an operation has to send: all of its first requirement. */
	credentialsOf({ security }: PublicOperation): Credentials {
		const [first] = Array.isArray(security) ? security : [];
		const schemes = at(at(this.root, "components"), "securitySchemes");
		const sent: Record<string, [string, string][]> = {};
		for (const each of Object.keys(Object(first))) {
			const scheme = this.resolve(schemes[each]);
			const kind = String(scheme.scheme).toLowerCase();
			const [place, name, value] =
				scheme.type === "apiKey"
					? [String(scheme.in), String(scheme.name), "key"]
					: [
							"header",
							"authorization",
							kind === "basic" ? "Basic dXNlcjpwYXNz" : "Bearer token",
						];
			// Two schemes may have the same place.
			const others = (sent[place] ?? []).filter(([each]) => each !== name);
			sent[place] = [...others, [name, value]];
		}
		const { header = [], query = [], cookie = [] } = sent;
		return { header, query, cookie };
	}

	#readContent(content: unknown): Content[] {
		return Object.entries(Object(content)).map(([mediaType, value]) => {
			const { schema } = this.resolve(value);
			return { mediaType, schema: isObject(schema) ? schema : undefined };
		});
	}

	#readOperation(method: string, path: string, item: Json): PublicOperation {
		const node = at(item, method);
		const parameters = new Map<string, Parameter>();
		for (const list of [item.parameters, node.parameters])
			for (const given of Array.isArray(list) ? list : []) {
				const each = this.resolve(given);
				const [first] = this.#readContent(each.content);
				parameters.set(`${each.in} ${each.name}`, {
					...{ name: String(each.name), in: String(each.in), node: each },
					isRequired: each.required === true || each.in === "path",
					schema: first?.schema ?? at(each, "schema"),
				});
			}
		const requestBody = this.resolve(node.requestBody);
		const [body] = this.#readContent(requestBody.content);
		return {
			...{ method: method.toUpperCase(), path },
			security: node.security ?? this.root.security,
			parameters: [...parameters.values()],
			body: body && { ...body, isRequired: requestBody.required === true },
			responses: new Map(
				Object.entries(at(node, "responses")).map(([status, response]) => [
					status.toUpperCase(),
					this.#readContent(this.resolve(response).content),
				]),
			),
		};
	}

	/** Returns a validator; undefined if ajv cannot compile the schema. */
	compile(schema: Json): ValidateFunction | undefined {
		if (!this.#compiled.has(schema)) {
			let compiled: ValidateFunction | undefined;
			try {
				compiled = this.#ajv.compile(Object(this.#absolute(schema)));
			} catch {}
			this.#compiled.set(schema, compiled);
		}
		return this.#compiled.get(schema);
	}

	/** Returns a schema whose references lead into the document. */
	#absolute(value: unknown): unknown {
		if (Array.isArray(value)) return value.map((each) => this.#absolute(each));
		if (!isObject(value)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, each]) => [
				name,
				name === "$ref" && typeof each === "string"
					? `document${each}`
					: this.#absolute(each),
			]),
		);
	}

	/** Returns a value that ajv accepts; undefined if none was made. */
	sample(schema: Json): { readonly value: unknown } | undefined {
		const validate = this.compile(schema);
		const value = this.#sample.sample(
			relaxSchema(schema, "readOnly"),
			"request",
		);
		if (value === undefined) return undefined;
		return !validate || validate(value) ? { value } : undefined;
	}
}
