import { attempt } from "../values/errors.ts";
import { findByStatus } from "../values/http.ts";
import {
	escapeSegment,
	isObject,
	parsePointer,
	valueAt,
} from "../values/json.ts";

/** A JSON object of an OpenAPI document. */
export type Node = { readonly [property: string]: unknown };

/** Thrown for an OpenAPI document that cannot be used. The message names the remedy. */
export class DocumentError extends Error {
	override readonly name = "DocumentError";
	/** The place of the wrong element: a JSON pointer, which may lead through `$ref`, or the element itself. */
	readonly place: string | Node | undefined;

	constructor(message: string, place?: string | Node) {
		super(message);
		this.place = place;
	}
}

export const isNode = (value: unknown): value is Node => isObject(value);

/** Returns the properties of an object, or the items of an array by index. Returns an empty object for other values. */
export const child = (node: Node, property: string): Node => {
	const value = node[property];
	if (isNode(value)) return value;
	return Array.isArray(value) ? { ...value } : {};
};

/** Returns the properties that are objects. */
export const entries = (node: Node): [string, Node][] =>
	Object.entries(node).filter((entry): entry is [string, Node] =>
		isNode(entry[1]),
	);

/** Returns the part of `x-role` after the dot. */
export const roleOf = (text: string): string => text.split(".").at(-1) ?? text;

/** The maximum number of characters of an element in a message. */
const MAX_SHOWN = 60;

/**
 * @param place the place of the node. Defaults to the node itself.
 * @throws DocumentError if the property is not a string
 */
export const readString = (
	node: Node,
	property: string,
	place: string | Node = node,
): string => {
	const value = node[property];
	if (typeof value !== "string")
		throw new DocumentError(
			`${property} must be a string in ${JSON.stringify(node).slice(0, MAX_SHOWN)}`,
			place,
		);
	return value;
};

/**
 * Returns the target of a `$ref`. Properties beside the `$ref` override the properties of the target. Returns other
 * nodes unchanged.
 */
export type Resolve = (node: Node) => Node;

/** The maximum number of references that are followed to the target of one. */
const MAX_FOLLOWED = 50;

/**
 * Returns the target of a reference within the document, `#…` or `document#…`. The way to it may lead through other
 * references. Returns undefined if it does not exist.
 */
export function findTarget(root: Node, $ref: string, followed = 0): unknown {
	// RFC 6901 section 6.
	const pointer = attempt(() =>
		decodeURIComponent($ref.replace(/^(document)?#/, "")),
	);
	if (pointer === undefined || !/^(\/|$)/.test(pointer)) return undefined;
	let found: unknown = root;
	for (const name of parsePointer(pointer)) {
		let passed = followed;
		while (
			isNode(found) &&
			!Object.hasOwn(found, name) &&
			typeof found.$ref === "string" &&
			passed < MAX_FOLLOWED
		)
			found = findTarget(root, found.$ref, ++passed);
		found = valueAt(found, name);
	}
	return found;
}

/** @throws DocumentError always */
export function rejectReference(
	$ref: string,
	reason: "leads back to it" | "does not exist",
): never {
	throw new DocumentError(
		`the target of ${$ref} ${reason}. Fix the $ref, or add its target`,
		{ $ref },
	);
}

/** A schema may be `true` or `false`. */
const toSchema = (target: unknown): unknown =>
	typeof target === "boolean" ? (target ? {} : { not: {} }) : target;

/**
 * Returns a function that resolves each `$ref` within the document, `#…` or `document#…`. The function throws a
 * DocumentError if the target does not exist, or if it leads back to the reference.
 */
export function createResolver(document: Node): Resolve {
	function resolve(node: Node, before: readonly string[]): Node {
		if (typeof node.$ref !== "string") return node;
		const { $ref, ...beside } = node;
		if (before.includes($ref)) rejectReference($ref, "leads back to it");
		const target = toSchema(findTarget(document, $ref));
		if (!isNode(target)) rejectReference($ref, "does not exist");
		return { ...resolve(target, [...before, $ref]), ...beside };
	}
	return (node) => resolve(node, []);
}

/** Finds the target of each reference once, so that a schema is the same object at each visit. */
export function createFollow(resolve: Resolve): (reference: string) => Node {
	const targets = new Map<string, Node>();
	return (reference) => {
		const target = targets.get(reference) ?? resolve({ $ref: reference });
		targets.set(reference, target);
		return target;
	};
}

export interface DocumentOperation {
	/** The `operationId`, or else method and path. */
	readonly id: string;
	/** The JSON pointer of the operation. It may lead through the `$ref` of the path. */
	readonly pointer: string;
	readonly method: string;
	readonly path: string;
	readonly node: Node;
	/** The parameters of the path and of the operation. Only a `$ref` without a target is not resolved. */
	readonly parameters: readonly Node[];
	/** By media type. Empty if the operation takes no body. */
	readonly requestContent: [mediaType: string, content: Node][];
	/** The parameters and the request body. */
	readonly inputs: readonly Node[];
	/** By status, by class such as `4XX`, or by `default`. A `$ref` is not resolved. */
	readonly responses: [status: string, response: Node][];
}

/** An operation, or a kind of unmatched request, with its responses by status. */
type Target = [target: string, responses: [status: string, response: Node][]];

/** The parts of an OpenAPI document. */
export interface DocumentParts {
	readonly root: Node;
	readonly operations: readonly DocumentOperation[];
	/** The rules for requests that match no operation, by kind. */
	readonly unmatched: [kind: string, rule: Node][];
	readonly targets: readonly Target[];
	readonly resolve: Resolve;
}

/** Returns the target of a `$ref`, or the node itself if there is no target. Its operation is not served then. */
const resolveIfPossible = (resolve: Resolve, node: Node): Node =>
	attempt(() => resolve(node)) ?? node;

const METHOD = /^(get|put|post|delete|options|head|patch|trace)$/;

/**
 * Merges the parameters of the path with the parameters of its operation. A parameter of the operation overrides a
 * parameter of the path with the same name and place.
 */
function mergeParameters(
	resolve: Resolve,
	...lists: readonly Node[]
): readonly Node[] {
	const merged = new Map<string, Node>();
	for (const list of lists)
		for (const [, each] of entries(list)) {
			const parameter = resolveIfPossible(resolve, each);
			merged.set(`${parameter.in} ${parameter.name}`, parameter);
		}
	return [...merged.values()];
}

/** Returns the listed status of success; that of a redirect if the operation always redirects. */
export const findSuccess = (
	responses: readonly (readonly [status: string, response: Node])[],
	isRanged = false,
): string | undefined => {
	const statuses = responses.map(([status]) => status);
	return (
		statuses.find((each) => /^2\d\d$/.test(each)) ??
		(isRanged ? undefined : statuses.find((each) => /^3\d\d$/.test(each)))
	);
};

/**
 * Returns the responses of an operation. If it lists neither a status of success nor a redirect, 200 takes the response
 * of the class `2XX` or of `default`.
 */
function readResponses(node: Node): [status: string, response: Node][] {
	const responses = entries(child(node, "responses")).map(
		([status, each]): [string, Node] => [status.replace(/xx$/i, "XX"), each],
	);
	const isRanged = responses.some(([status]) => status === "2XX");
	if (findSuccess(responses, isRanged) !== undefined) return responses;
	const listed = findByStatus(Object.fromEntries(responses), 200);
	const success = listed ?? { description: "OK" };
	return [
		["200", success],
		...(listed ? [["2XX", listed] as [string, Node]] : []),
		...responses,
	];
}

/**
 * Finds the operations of a parsed and bundled OpenAPI document, in which each `$ref` points into the document.
 * @throws DocumentError if the document is not an object, an `operationId` is not a string, or the `$ref` of a path has
 * no target
 */
export function readOperations(root: unknown): DocumentParts {
	if (!isNode(root)) throw new DocumentError("the document must be an object");
	const resolve = createResolver(root);
	const operations = entries(child(root, "paths")).flatMap(([path, raw]) => {
		const item = resolve(raw);
		return entries(item)
			.filter(([method]) => METHOD.test(method))
			.map(([method, node]): DocumentOperation => {
				const pointer = `/paths/${escapeSegment(path)}/${method}`;
				const parameters = mergeParameters(
					resolve,
					child(item, "parameters"),
					child(node, "parameters"),
				);
				const body = isNode(node.requestBody)
					? resolveIfPossible(resolve, node.requestBody)
					: undefined;
				const { operationId } = node;
				return {
					id:
						(operationId ?? "") === ""
							? `${method.toUpperCase()} ${path}`
							: readString(node, "operationId", pointer),
					pointer,
					method: method.toUpperCase(),
					path,
					node,
					parameters,
					requestContent: body ? entries(child(body, "content")) : [],
					inputs: body ? [...parameters, body] : parameters,
					responses: readResponses(node),
				};
			});
	});
	const unmatched = entries(child(root, "x-beyond-operations"));
	const targets = [
		...operations.map(({ id, responses }): Target => [id, responses]),
		...unmatched
			.filter(([, { response }]) => isNode(response))
			.map(([kind, rule]): Target => {
				return [kind, [[String(rule.status), child(rule, "response")]]];
			}),
	];
	return { root, operations, unmatched, targets, resolve };
}
