import {
	filterEntries,
	isObject,
	mapValues,
	tryParseJson,
} from "../values/json.ts";
import { MAPS } from "./bundle.ts";
import { VALUES } from "./inline.ts";
import { DocumentError, findTarget, isNode, type Node } from "./node.ts";

const CHOICES = ["allOf", "anyOf", "oneOf"];

/** Keywords that a base can have, and that its kinds can leave out. */
const OPTIONAL = [...CHOICES, "then", "else", "dependentSchemas"];

/** Keywords whose schemas apply to the same value as the schema that has the keyword. */
const APPLYING = [...OPTIONAL, "if", "not"];

/** Lists the schemas that apply others to the same value. */
function listComposed(root: Node): Node[] {
	const parts = new Set<unknown>([root]);
	for (const part of parts)
		if (typeof part === "object" && part !== null)
			for (const [name, each] of Object.entries(part))
				if (!VALUES.test(name)) parts.add(each);
	return [...parts]
		.filter(isNode)
		.filter((part) => APPLYING.some((keyword) => keyword in part));
}

/** Returns a function that returns the target of a `$ref`, and other schemas as they are. */
function createFollow(root: Node): (schema: Node) => Node {
	const targets = new Map<string, unknown>();
	return (schema) => {
		const passed = new Set<Node>();
		let found = schema;
		while (typeof found.$ref === "string" && !passed.has(found)) {
			passed.add(found);
			const { $ref } = found;
			const target = targets.get($ref) ?? findTarget(root, $ref);
			targets.set($ref, target);
			if (!isNode(target)) break;
			found = target;
		}
		return found;
	};
}

/** The schemas of a document, and which apply to the same value. */
function readCompositions(root: Node) {
	const follow = createFollow(root);
	const composed = listComposed(root);
	const listSchemas = (node: Node, keyword: string): Node[] => {
		const { [keyword]: value } = node;
		return (
			keyword === "dependentSchemas" ? Object.values(Object(value)) : [value]
		)
			.flat()
			.filter(isNode)
			.map(follow);
	};
	const listNext = (node: Node): Node[] =>
		APPLYING.flatMap((keyword) => listSchemas(node, keyword));
	/** Whether a schema leads to another one, or to itself, by keywords that apply to the same value. */
	function leadsTo(from: Node, to: Node): boolean {
		const reached = new Set([follow(from)]);
		for (const each of reached) {
			if (each === to) return true;
			for (const next of listNext(each)) reached.add(next);
		}
		return false;
	}
	return {
		leadsTo,
		/** Returns the keyword by which a schema leads back to itself. */
		findLoop: (node: Node): string | undefined =>
			APPLYING.find((keyword) =>
				listSchemas(node, keyword).some((each) => leadsTo(each, node)),
			),
		/** Lists the schemas that lead back to themselves. */
		listEndless: (): readonly Node[] =>
			composed.filter((node) =>
				listNext(node).some((each) => leadsTo(each, node)),
			),
		/** Returns the schema, or the target of its `$ref`, without the keywords that lead to another schema. */
		withoutWay(schema: Node, to: Node): Node {
			const own = follow(schema);
			const ways = OPTIONAL.filter((keyword) =>
				listSchemas(own, keyword).some((each) => leadsTo(each, to)),
			);
			return filterEntries(
				own,
				(name) => name !== "discriminator" && !ways.includes(name),
			);
		},
	};
}

/**
 * Ends each composition that leads back to itself, by which no value could be checked. A kind with its base in `allOf`,
 * while the base lists its kinds, keeps what else the base says. An alternative that is the schema itself allows nothing
 * more. Pointers into the document stay the same.
 * @throws DocumentError for a schema that leads back to itself by another keyword, such as `not`
 */
export function untangle(root: Node): Node {
	if (readCompositions(root).listEndless().length === 0) return root;
	const copy = structuredClone(root);
	const { leadsTo, listEndless, withoutWay } = readCompositions(copy);
	const endless = listEndless();
	for (const keyword of CHOICES)
		for (const node of endless)
			for (const [index, each] of Object.entries(Object(node[keyword])))
				if (isNode(each) && leadsTo(each, node))
					Reflect.set(
						Object(node[keyword]),
						index,
						keyword === "allOf" ? withoutWay(each, node) : { not: {} },
					);
	const left = readCompositions(copy);
	for (const node of left.listEndless()) {
		const keyword = left.findLoop(node);
		if (keyword)
			throw new DocumentError(
				`${keyword} leads back to the schema that has it, so that no value can be checked. Change the $ref in it`,
				{ [keyword]: node[keyword] },
			);
	}
	return copy;
}

/** Keywords whose schemas may reject what `type` allows. */
const COMPOSING = ["$ref", "allOf", "anyOf", "oneOf"];

/**
 * Names the type of null. In YAML, null without quotes is no text; a schema with nothing but an empty type, or with null
 * as its only value, is one of null.
 */
function nameNull(schema: Node): Node {
	const { type, enum: values } = schema;
	const isOnly = type === null && Object.keys(schema).length === 1;
	const isListed =
		type === undefined &&
		Array.isArray(values) &&
		values.length > 0 &&
		values.every((each) => each === null);
	if (isOnly || isListed) return { ...schema, type: "null" };
	return Array.isArray(type) && type.includes(null)
		? { ...schema, type: type.map((each) => each ?? "null") }
		: schema;
}

/** Converts a listed value to the type of its schema: YAML reads a version without quotes as a number. */
function fitType(types: readonly unknown[], value: unknown): unknown {
	const [type, ...others] = types.filter((each) => each !== "null");
	if (others.length > 0 || typeof value === "object") return value;
	if (type === "string") return String(value);
	const isOther = /^(integer|number|boolean)$/.test(String(type));
	return isOther && typeof value === "string"
		? (tryParseJson(value) ?? value)
		: value;
}

/** In OpenAPI 3.0, `exclusiveMinimum` says whether `minimum` itself is excluded. */
function excludeLimits(schema: Record<string, unknown>): Node {
	for (const [exclusive, limit] of [
		["exclusiveMinimum", "minimum"],
		["exclusiveMaximum", "maximum"],
	] as const) {
		if (typeof schema[exclusive] !== "boolean") continue;
		const { [limit]: value } = schema;
		const isExcluded = schema[exclusive] === true && value !== undefined;
		if (isExcluded) schema[exclusive] = value;
		Reflect.deleteProperty(schema, isExcluded ? limit : exclusive);
	}
	return schema;
}

/** Converts a schema of OpenAPI 3.0 to JSON Schema 2020-12. */
function upgradeSchema(given: Node): Node {
	const schema = nameNull(given);
	const { nullable, ...others } = schema;
	const { type, enum: values } = others;
	const types = [type ?? []].flat();
	const isNullable = nullable === true;
	const isComposed = COMPOSING.some((keyword) => keyword in schema);
	const listed = Array.isArray(values) && [
		...values.map((each) => fitType(types, each)),
		...(isNullable ? [null] : []),
	];
	return excludeLimits({
		...others,
		...("const" in others && { const: fitType(types, others.const) }),
		...(listed && { enum: [...new Set(listed)] }),
		...(isNullable &&
			type !== undefined && { type: [...new Set([...types, "null"])] }),
		...(isNullable &&
			(isComposed || type === undefined) && { "x-nullable": true }),
	});
}

/** Converts a document of OpenAPI 3.0 to OpenAPI 3.1. */
export function upgrade(value: unknown, isMap = false): unknown {
	if (Array.isArray(value)) return value.map((each) => upgrade(each));
	if (!isObject(value)) return value;
	const upgraded = mapValues(value, (each, name) =>
		!isMap && VALUES.test(name)
			? each
			: upgrade(each, !isMap && MAPS.test(name)),
	);
	return isMap ? upgraded : upgradeSchema(upgraded);
}
