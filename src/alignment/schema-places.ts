import { type DocumentParts, isNode, type Node } from "../document/node.ts";
import { attempt } from "../values/errors.ts";
import { findByStatus } from "../values/http.ts";
import { parsePointer } from "../values/json.ts";
import { elementAt, joinPointer } from "./edit.ts";

/** An element of a document, with references resolved. */
export interface Element {
	readonly pointer: string;
	/** The pointer at which the element is used: its own pointer, or that of a reference. */
	readonly at: string;
	/** The pointers of the references on the way to it, outermost first. */
	readonly references: readonly string[];
	readonly node: Node;
}

/** A body with an element at a path: a response by its status, or the request. A query is an object of its parameters. */
export interface Body {
	/** The operation id, or the reason why a request matches no operation. */
	readonly target: string;
	readonly status: number | "request" | "query";
}

const MAX_REFERENCES = 50;

/** Returns the element at a pointer. Follows references. */
export function follow(
	root: Node,
	pointer: string,
	references: readonly string[] = [],
	at: string = pointer,
): Element | undefined {
	const node = elementAt(root, pointer);
	if (!isNode(node)) return undefined;
	const { $ref } = node;
	if (typeof $ref !== "string" || references.length > MAX_REFERENCES)
		return { pointer, at, references, node };
	const target = attempt(() => decodeURIComponent($ref.replace(/^#/, "")));
	return target === undefined
		? undefined
		: follow(root, target, [...references, pointer], at);
}

/** Returns an element below another one, with the references on the way to it. */
export function enter(
	root: Node,
	{ pointer, references }: Element,
	...segments: readonly string[]
): Element | undefined {
	const below = follow(root, pointer + joinPointer(...segments));
	return (
		below && { ...below, references: [...references, ...below.references] }
	);
}

const COMPOSITIONS = ["allOf", "anyOf", "oneOf"];

/** Returns the schema itself and, if it is composed, its parts. */
export function listParts(root: Node, schema: Element): Element[] {
	const parts = COMPOSITIONS.flatMap((keyword) => {
		const { [keyword]: all } = schema.node;
		return (Array.isArray(all) ? all : []).flatMap(
			(_, index) => enter(root, schema, keyword, `${index}`) ?? [],
		);
	});
	return [schema, ...parts.flatMap((each) => listParts(root, each))];
}

/** Returns the steps of a documented path: names of properties, and `*` for items. */
export const stepsOf = (where: string): string[] =>
	where.match(/\.[^.[]+|\[\*\]/g)?.map((each) => each.replace(/^\./, "")) ?? [];

export const lastStep = (where: string): string => stepsOf(where).at(-1) ?? "";

export const parentOf = (where: string): string =>
	where.replace(/(\.[^.[]+|\[\*\])$/, "");

/**
 * Returns the schemas of a place in a value, such as `$.items[*].id`: one for each part of a composition that
 * describes it.
 */
function findSchemas(root: Node, schema: Element, where: string): Element[] {
	let found = [schema];
	for (const step of stepsOf(where))
		found = found
			.flatMap((each) => listParts(root, each))
			.flatMap(
				(each) =>
					(step === "[*]"
						? enter(root, each, "items")
						: enter(root, each, "properties", step)) ?? [],
			);
	return found;
}

/** Returns an operation of the document by its id. */
export function findOperation(
	{ root, operations }: DocumentParts,
	id: string,
): Element | undefined {
	const operation = operations.find((each) => each.id === id);
	return operation && follow(root, operation.pointer);
}

/** Returns the place of a response description, for an operation or for unmatched requests, with its status. */
export function findResponse(
	document: DocumentParts,
	target: string,
	status: number,
): Element | undefined {
	const { root } = document;
	const operation = findOperation(document, target);
	if (!operation)
		return follow(root, `/x-beyond-operations/${target}/response`);
	const { responses } = operation.node;
	if (!isNode(responses)) return undefined;
	const keys = Object.fromEntries(
		Object.keys(responses).map((key) => [key.replace(/xx$/i, "XX"), key]),
	);
	const key = findByStatus(keys, status);
	return key === undefined
		? undefined
		: follow(root, operation.pointer + joinPointer("responses", key));
}

/** Returns the contents of a body by media type. */
export function findContents(
	document: DocumentParts,
	{ target, status }: Body,
): (Element & { readonly mediaType: string })[] {
	const { root } = document;
	const operation = findOperation(document, target);
	const owner =
		typeof status === "number"
			? findResponse(document, target, status)
			: operation && enter(root, operation, "requestBody");
	const content = owner?.node.content;
	if (!owner || !isNode(content)) return [];
	return Object.keys(content).flatMap((mediaType) => {
		const found = enter(root, owner, "content", mediaType);
		return found ? [{ ...found, mediaType }] : [];
	});
}

/** Returns the schemas of a body, one for each media type. */
const findBodySchemas = (document: DocumentParts, body: Body): Element[] =>
	findContents(document, body).flatMap(
		(content) => enter(document.root, content, "schema") ?? [],
	);

/** A place in a body. */
export interface Place extends Body {
	readonly where: string;
}

export const keyOf = ({ target, status, where }: Place): string =>
	`${target} ${status} ${where}`;

/** Returns the parameters of an operation, without those of its path. */
export function findParameters(
	document: DocumentParts,
	target: string,
): Element[] {
	const operation = findOperation(document, target);
	const { parameters } = operation?.node ?? {};
	return (Array.isArray(parameters) ? parameters : []).flatMap(
		(_, index) =>
			follow(document.root, `${operation?.pointer}/parameters/${index}`) ?? [],
	);
}

/** Returns the elements that describe a place. */
export function findElements(document: DocumentParts, place: Place): Element[] {
	const { root } = document;
	if (place.status === "query")
		return findParameters(document, place.target)
			.filter(({ node }) => `$.${node.name}` === place.where)
			.flatMap((each) => enter(root, each, "schema") ?? []);
	return findBodySchemas(document, place).flatMap((schema) =>
		findSchemas(root, schema, place.where),
	);
}

/**
 * Returns the pointers of the innermost references to replace by copies, so that an edit of an element does not affect
 * other places. Those other places get the copies if they are fewer than those that need the edit.
 * @param contradicts whether the element is right for a place
 * @param needs whether a place needs the edit
 */
export function findSplits(
	{
		document,
		places,
	}: {
		readonly document: DocumentParts;
		readonly places: ReadonlyMap<string, readonly Place[]>;
	},
	{ pointer, references }: Element,
	contradicts: (place: Place) => boolean,
	needs: (place: Place) => boolean = () => false,
): string[] {
	const findUses = (isUse: (place: Place) => boolean): Element[] =>
		(places.get(pointer) ?? [])
			.filter(isUse)
			.flatMap((each) => findElements(document, each))
			.flatMap((each) => listParts(document.root, each))
			.filter((each) => each.pointer === pointer);
	/** Returns the innermost reference that these uses do not share. */
	const findOwn = (own: Element, uses: readonly Element[]): string[] => {
		const passed = new Set(uses.flatMap((each) => each.references));
		return own.references.filter((each) => !passed.has(each)).slice(-1);
	};
	const countReferences = (uses: readonly Element[]): number =>
		new Set(uses.map((each) => each.references.at(-1))).size;
	const others = findUses(contradicts);
	if (others.length === 0) return [];
	const needing = findUses((each) => needs(each) && !contradicts(each));
	const ofOthers = others.map((each) => findOwn(each, needing));
	return countReferences(others) < countReferences(needing) &&
		ofOthers.every(({ length }) => length > 0)
		? ofOthers.flat()
		: findOwn({ pointer, at: pointer, references, node: {} }, others);
}

/** The maximum number of places. No real document has more, and more would take long. */
const MAX_PLACES = 50_000;

/** Returns all places that each element of a schema describes, by its pointer. */
export function indexPlaces(
	document: DocumentParts,
): ReadonlyMap<string, readonly Place[]> {
	const { root, operations, targets } = document;
	const places = new Map<string, Place[]>();
	let count = 0;
	function visit(body: Body, schema: Element, where: string): void {
		count += 1;
		const isCircular =
			new Set(schema.references).size < schema.references.length;
		if (count > MAX_PLACES || isCircular) return;
		for (const part of listParts(root, schema)) {
			const known = places.get(part.pointer) ?? [];
			known.push({ ...body, where });
			places.set(part.pointer, known);
			const { properties } = part.node;
			for (const name of Object.keys(isNode(properties) ? properties : {})) {
				const below = enter(root, part, "properties", name);
				if (below) visit(body, below, `${where}.${name}`);
			}
			const items = enter(root, part, "items");
			if (items) visit(body, items, `${where}[*]`);
		}
	}
	const bodies: Body[] = [
		...operations.map(({ id }): Body => ({ target: id, status: "request" })),
		...targets.flatMap(([target, responses]) =>
			responses.map(([status]): Body => ({ target, status: Number(status) })),
		),
	];
	for (const body of bodies)
		if (body.status === "request" || Number.isInteger(body.status))
			for (const schema of findBodySchemas(document, body))
				visit(body, schema, "$");
	for (const { id: target } of operations)
		for (const parameter of findParameters(document, target)) {
			const schema = enter(root, parameter, "schema");
			const where = `$.${parameter.node.name}`;
			if (schema) visit({ target, status: "query" }, schema, where);
		}
	return places;
}

/** Converts a JSON pointer into a request body to the path of the place. */
export const whereOf = (pointer: string): string =>
	`$${parsePointer(pointer)
		.map((each) => (/^\d+$/.test(each) ? "[*]" : `.${each}`))
		.join("")}`;
