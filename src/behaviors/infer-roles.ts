import { type Field, hasType, readField } from "../document/field.ts";
import { isNode, type Node } from "../document/node.ts";
import { parameterNames } from "../document/path-template.ts";
import { attempt } from "../values/errors.ts";
import { computeByObject } from "../values/load-once.ts";
import { createIdForm, createTimeForm } from "./forms.ts";
import { plain, singular } from "./id-names.ts";
import {
	changeSchema,
	mark,
	markPage,
	markSigns,
	type Sign,
	type Step,
} from "./page-signs.ts";

/** The sign of the creation time of a record. */
const CREATED: Sign = {
	...{ role: "createdAt", types: ["string", "integer", "number"] },
	name: /^(created(_?(at|on|date|time))?|(create|creation)_?(date|time)|date_?created)$/i,
};

/** Formats of texts that cannot be ids. */
const NO_IDS = /^(date|time|date-time|duration|email|ipv[46]|hostname|uri.*)$/;

const isIdForm = (field: Field): boolean =>
	(field.types.length === 0 || hasType(field, "string", "integer", "number")) &&
	!("enum" in field.schema || field.hasConst) &&
	!NO_IDS.test(String(field.schema.format)) &&
	attempt(() => createIdForm(field)) !== undefined;

/**
 * Returns the name of the property that identifies a record. If the record has alternatives, each must have the
 * property.
 */
function findId(
	{ properties, alternatives }: Field,
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
	const [first, ...others] = alternatives.map((each) => findId(each, names));
	return others.length > 0 && others.every((each) => each === first)
		? first
		: undefined;
}

/** Adds the id to the alternatives of a record, and all properties of the alternatives to the record. */
function describeAlternatives(schema: Node, record: Field, id: string): Node {
	const { byName, alternatives } = record;
	const isOther = alternatives.some(({ properties }) =>
		properties.some(([name]) => !byName.has(name)),
	);
	if (!isOther) return schema;
	const { properties, required, ...others } = schema;
	const found = byName.get(id) ?? alternatives[0]?.byName.get(id);
	return {
		additionalProperties: true,
		...others,
		required: [...new Set([required ?? [], id].flat())],
		properties: { [id]: found?.schema, ...Object(properties) },
	};
}

/** A record, and the path to it. */
interface Found {
	readonly at: readonly Step[];
	readonly record: Field;
	readonly id: string;
}

const isNamedAs = (name: string, resource: string): boolean =>
	plain(singular(name)) === plain(singular(resource));

/** Returns the properties of a body. Properties with the name of the resource come first. */
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

/** Finds the records of a page: the items of the body, of an array in the body, or of an array one object deeper. */
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

/**
 * If an object has more properties than this, only a property with the name of the resource, or with a name in PAGE,
 * contains the records.
 */
const MAX_PAGE = 8;
const PAGE =
	/^(data|items|results?|records|entries|elements|values?|content|rows|list|_embedded)$/i;

/** Finds the record of a body: the body itself, or an object in it. */
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

/** If an object has more properties than this, only a property with a name in WRAPPER contains the record. */
const MAX_WRAPPED = 4;
const WRAPPER = /^(data|result|item|record|payload|response)$/i;

/**
 * Returns a function that tells whether a field, or a field below it, has such a role. Results are cached, because
 * operations share most fields.
 */
function createRoleTest(
	isMeant: (role: string | undefined) => boolean,
): (field: Field) => boolean {
	const test: (field: Field) => boolean = computeByObject(
		({ role, properties, alternatives, items }) =>
			isMeant(role) ||
			properties.some(([, each]) => test(each)) ||
			alternatives.some(test) ||
			(items !== undefined && test(items)),
	);
	return test;
}

export const hasAnyRole: (body: Field) => boolean = createRoleTest(
	(role) => role !== undefined,
);

/** Whether the document marks the id in a response. */
const hasId = createRoleTest((role) => role === "id");

/**
 * Adds the roles of records and pages to a response, by its form. Does nothing if a property already has the role
 * `id`.
 * @param names the possible names of the id, the most probable first
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
	// Some services return a single record in a list.
	const found =
		page || findOne(body, resource, names) || findPage(body, resource, names);
	if (!found) return body;
	const { at, record, id } = found;
	const isTime = (field: Field): boolean =>
		(field.schema.format === "date-time" || field.isNumeric) &&
		attempt(() => createTimeForm(field)) !== undefined;
	const described = changeSchema(body.schema, at, (found) =>
		describeAlternatives(found, record, id),
	);
	let schema = mark(described, [...at, id], "id");
	schema = markSigns(schema, record, [CREATED], at, isTime);
	const isWhole = at.length === 1;
	if (at.at(-1) === null && !isWhole)
		schema = mark(schema, at.slice(0, -1), "items");
	if (!page) return readField(schema);
	for (const [depth] of at.slice(0, -1).entries()) {
		const above = at.slice(0, depth);
		const owner = above.reduce<Field | undefined>(
			(each, step) => each?.byName.get(step ?? ""),
			body,
		);
		if (owner) schema = markPage(schema, owner, above, at[depth]);
	}
	return readField(schema);
}
