import { type Field, hasType } from "../document/field.ts";
import { child, isNode, type Node } from "../document/node.ts";
import { parameterNames } from "../document/path-template.ts";
import { readField } from "../document/read-field.ts";
import { attempt } from "../values/attempt.ts";
import { createIdForm, createTimeForm } from "./forms.ts";
import { plain, singular } from "./id-names.ts";

/** A step from a schema to one below it: the name of a property, or `null` to the items of an array. */
type Step = string | null;

/** Adds a role, and other keywords, to a schema below another one. */
function mark(
	schema: Node,
	[step, ...rest]: readonly Step[],
	role: string,
	keywords: Node = {},
): Node {
	if (step === undefined)
		return { ...schema, "x-role": `inferred.${role}`, ...keywords };
	const [name, within] = step === null ? ["items", schema] : [step, null];
	const properties = within ?? child(schema, "properties");
	const marked = mark(child(properties, name), rest, role, keywords);
	if (within) return { ...schema, items: marked };
	return { ...schema, properties: { ...properties, [name]: marked } };
}

/** A property or a parameter that has a role by its name and its type. */
interface Sign {
	readonly role: string;
	readonly name: RegExp;
	readonly types: readonly string[];
	readonly keywords?: Node;
}

const NUMBERS = ["integer", "number"];

const PAGE_SIGNS: readonly Sign[] = [
	{
		...{ role: "limit", types: NUMBERS },
		name: /^(limit|per_?page|page_?size|max_?results)$/i,
	},
	{ role: "offset", types: NUMBERS, name: /^(offset|skip)$/i },
	{ role: "page", types: NUMBERS, name: /^(page|page_?(number|no|num))$/i },
];

/** Parameters of a list. */
const QUERY_SIGNS: readonly Sign[] = [
	...PAGE_SIGNS,
	{
		...{ role: "cursor", types: ["string"] },
		name: /^(cursor|page_?token|next_?token|continuation_?token)$/i,
		// A client may send any text that the schema allows.
		keywords: { "x-unknown-cursor": "first page" },
	},
];

/** Properties of a page. */
const BODY_SIGNS: readonly Sign[] = [
	...PAGE_SIGNS,
	{
		...{ role: "total", types: NUMBERS },
		name: /^total(_?(count|items|results|elements|records))?$/i,
	},
	{
		...{ role: "nextCursor", types: ["string"] },
		name: /^(next_?(cursor|page_?token|token))$/i,
	},
	{ role: "hasMore", types: ["boolean"], name: /^has_?(more|next(_?page)?)$/i },
];

/** Properties of a record. */
const CREATED: Sign = {
	...{ role: "createdAt", types: ["string"] },
	name: /^(created(_?(at|on|date|time))?|creation_?(date|time)|date_?created)$/i,
};

function markSigns(
	schema: Node,
	{ properties }: Field,
	signs: readonly Sign[],
	at: readonly Step[],
	isFitting: (field: Field) => boolean = () => true,
): Node {
	let marked = schema;
	for (const { role, name, types, keywords } of signs) {
		const [found] =
			properties.find(
				([each, field]) =>
					name.test(each) && hasType(field, ...types) && isFitting(field),
			) ?? [];
		if (found !== undefined)
			marked = mark(marked, [...at, found], role, keywords);
	}
	return marked;
}

/** Adds roles to the parameters of a list, unless it has some. */
export const inferQuery = (query: Field): Field =>
	query.hasRoles
		? query
		: readField(markSigns(query.schema, query, QUERY_SIGNS, []));

/** Formats of texts that no id has. */
const NO_IDS = /^(date|time|date-time|duration|email|ipv[46]|hostname|uri.*)$/;

const isIdForm = (field: Field): boolean =>
	(field.types.length === 0 || hasType(field, "string", "integer", "number")) &&
	!("enum" in field.schema || field.hasConst) &&
	!NO_IDS.test(String(field.schema.format)) &&
	attempt(() => createIdForm(field)) !== undefined;

/** Returns the name of the property that identifies a record. */
function findId(
	{ properties }: Field,
	names: readonly string[],
): string | undefined {
	for (const name of names) {
		const [found] =
			properties.find(
				([each, field]) =>
					(name === each || plain(name) === plain(each)) && isIdForm(field),
			) ?? [];
		if (found !== undefined) return found;
	}
	return undefined;
}

/** A record, and the steps that lead to it. */
interface Found {
	readonly at: readonly Step[];
	readonly record: Field;
	readonly id: string;
}

const isNamedAs = (name: string, resource: string): boolean =>
	plain(singular(name)) === plain(singular(resource));

/** Returns the properties of a body, first those with the name of the resource. */
const byResource = (
	{ properties }: Field,
	resource: string,
): Field["properties"] => {
	const isOwn = ([name]: readonly [string, Field]): boolean =>
		isNamedAs(name, resource);
	return [
		...properties.filter(isOwn),
		...properties.filter((each) => !isOwn(each)),
	];
};

/** Finds the records of a page: the items of the body, or of an array in it or in an object in it. */
function findPage(
	body: Field,
	resource: string,
	names: readonly string[],
	at: readonly Step[] = [],
): Found | undefined {
	const { items } = body;
	if (items && hasType(body, "array") && isNode(body.schema.items)) {
		const id = findId(items, names);
		return id === undefined
			? undefined
			: { at: [...at, null], record: items, id };
	}
	if (at.length > 1) return undefined;
	// An object with an id is a record, even if it has lists of other records.
	if (findId(body, names) !== undefined) return undefined;
	const isSmall = body.properties.length <= MAX_PAGE;
	for (const [name, each] of byResource(body, resource)) {
		const isMeant = isSmall || isNamedAs(name, resource) || PAGE.test(name);
		const found = isMeant && findPage(each, resource, names, [...at, name]);
		if (found) return found;
	}
	return undefined;
}

/** In an object with more properties, only one that is named as the resource or as in PAGE has the records. */
const MAX_PAGE = 8;
const PAGE =
	/^(data|items|results?|records|entries|elements|values?|content|rows|list|_embedded)$/i;

/** Finds the record of a body: itself, or an object in it. */
function findOne(
	body: Field,
	resource: string,
	names: readonly string[],
): Found | undefined {
	const id = findId(body, names);
	if (id !== undefined) return { at: [], record: body, id };
	const isSmall = body.properties.length <= MAX_WRAPPED;
	for (const [name, record] of byResource(body, resource)) {
		const id =
			isSmall || WRAPPER.test(name) ? findId(record, names) : undefined;
		if (id !== undefined) return { at: [name], record, id };
	}
	return undefined;
}

/** In an object with more properties, only a property named as in WRAPPER has the record. */
const MAX_WRAPPED = 4;
const WRAPPER = /^(data|result|item|record|payload|response)$/i;

/** Returns a function that tells whether a field, or one below it, has such a role. Operations share most fields. */
function createRoleTest(
	isMeant: (role: string | undefined) => boolean,
): (field: Field) => boolean {
	const known = new WeakMap<Field, boolean>();
	function test(field: Field): boolean {
		const before = known.get(field);
		if (before !== undefined) return before;
		const { role, properties, alternatives, items } = field;
		const isFound =
			isMeant(role) ||
			properties.some(([, each]) => test(each)) ||
			alternatives.some(test) ||
			(items !== undefined && test(items));
		known.set(field, isFound);
		return isFound;
	}
	return test;
}

export const hasAnyRole: (body: Field) => boolean = createRoleTest(
	(role) => role !== undefined,
);

/** Whether the document says which record a response shows. */
const hasId = createRoleTest((role) => role === "id");

/**
 * Adds the roles of records and pages to a response in which no property has the role of an id, by its form.
 * @param names those that the id of a record may have, the most certain first
 */
export function inferBody(
	body: Field,
	method: string,
	path: string,
	resource: string,
	names: readonly string[],
): Field {
	if (hasId(body)) return body;
	const isItem = parameterNames(path.split("/").at(-1) ?? "").length > 0;
	const page = method === "GET" && !isItem && findPage(body, resource, names);
	// Some services show one record as a list.
	const found =
		page || findOne(body, resource, names) || findPage(body, resource, names);
	if (!found) return body;
	const { at, record, id } = found;
	const isTime = (field: Field): boolean =>
		field.schema.format === "date-time" &&
		attempt(() => createTimeForm(field)) !== undefined;
	let schema = mark(body.schema, [...at, id], "id");
	schema = markSigns(schema, record, [CREATED], at, isTime);
	const isWhole = at.length === 1;
	if (at.at(-1) === null && !isWhole)
		schema = mark(schema, at.slice(0, -1), "items");
	if (!page) return readField(schema);
	const isText = (field: Field): boolean => field.schema.format === undefined;
	for (const [depth] of at.slice(0, -1).entries()) {
		const above = at.slice(0, depth);
		const owner = above.reduce<Field | undefined>(
			(each, step) => each?.byName.get(step ?? ""),
			body,
		);
		if (owner) schema = markSigns(schema, owner, BODY_SIGNS, above, isText);
	}
	return readField(schema);
}
