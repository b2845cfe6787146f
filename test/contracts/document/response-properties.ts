import { isObject } from "../../../src/values/is-object.ts";

type Json = Readonly<Record<string, unknown>>;

/** Where a response contains a property. */
interface Place {
	/** Undefined for a request that matches no operation. */
	readonly operation:
		| { readonly method: string; readonly path: string }
		| undefined;
	readonly status: number;
	/** The path to the object that has the property. `*` stands for each item of an array. */
	readonly steps: readonly string[];
}

/** An object schema of a response in the OpenAPI document. */
export interface ResponseSchema {
	/** Its path in the document. */
	readonly path: readonly string[];
	readonly properties: readonly string[];
	/** Tells the alternatives of an `anyOf` apart. */
	readonly required: readonly string[];
	readonly places: Place[];
}

const at = (root: unknown, path: readonly string[]): Json =>
	path.reduce<Json>(
		(node, step) => {
			const below = node[step];
			return typeof below === "object" ? { ...below } : {};
		},
		isObject(root) ? root : {},
	);

/** Returns the path of the node, or that of the target if it is a `$ref`. */
function follow(root: unknown, path: readonly string[]): readonly string[] {
	const { $ref } = at(root, path);
	return typeof $ref === "string"
		? follow(root, $ref.slice("#/".length).split("/"))
		: path;
}

/** Lists each object schema once, with every place where a response contains such an object. */
export function listResponseSchemas(root: unknown): ResponseSchema[] {
	const found = new Map<string, ResponseSchema>();

	function visit(reference: readonly string[], place: Place): void {
		const path = follow(root, reference);
		const schema = at(root, path);
		const properties = Object.keys(at(schema, ["properties"]));
		const { required } = schema;
		const key = path.join(" ");
		const each: ResponseSchema = found.get(key) ?? {
			path,
			properties,
			required: Array.isArray(required) ? required : [],
			places: [],
		};
		each.places.push(place);
		if (properties.length > 0) found.set(key, each);
		for (const name of properties)
			visit([...path, "properties", name], {
				...place,
				steps: [...place.steps, name],
			});
		if ("items" in schema)
			visit([...path, "items"], { ...place, steps: [...place.steps, "*"] });
		for (const keyword of ["allOf", "anyOf"])
			for (const index of Object.keys(at(schema, [keyword])))
				visit([...path, keyword, index], place);
	}

	function visitResponse(
		path: readonly string[],
		place: Omit<Place, "steps">,
	): void {
		const content = [...follow(root, path), "content"];
		for (const mediaType of Object.keys(at(root, content)))
			visit([...content, mediaType, "schema"], { ...place, steps: [] });
	}

	for (const [path, item] of Object.entries(at(root, ["paths"])))
		for (const method of Object.keys(isObject(item) ? item : {})) {
			const responses = ["paths", path, method, "responses"];
			for (const status of Object.keys(at(root, responses)))
				visitResponse([...responses, status], {
					operation: { method: method.toUpperCase(), path },
					status: Number(status),
				});
		}
	for (const [kind, rule] of Object.entries(at(root, ["x-beyond-operations"])))
		visitResponse(["x-beyond-operations", kind, "response"], {
			operation: undefined,
			status: Number(isObject(rule) ? rule.status : 0),
		});
	return [...found.values()];
}

/** The new name by the name of each renamed property. */
export type Renames = ReadonlyMap<string, string>;

export const renameKeys = (object: Json, renames: Renames): Json =>
	Object.fromEntries(
		Object.entries(object).map(([key, value]) => [
			renames.get(key) ?? key,
			value,
		]),
	);

/** Returns the value with renamed properties in the objects of the schema that the steps lead to. */
export function renameAt(
	value: unknown,
	[step, ...rest]: readonly string[],
	schema: ResponseSchema,
	renames: Renames,
): unknown {
	if (step === "*")
		return Array.isArray(value)
			? value.map((item) => renameAt(item, rest, schema, renames))
			: value;
	if (!isObject(value)) return value;
	if (step !== undefined)
		return step in value
			? { ...value, [step]: renameAt(value[step], rest, schema, renames) }
			: value;
	return schema.required.every((name) => name in value)
		? renameKeys(value, renames)
		: value;
}
