import { type Field, hasType, readField } from "../document/field.ts";
import { child, type Node } from "../document/node.ts";

/** A step from a schema to a schema below it: the name of a property, or `null` for the items of an array. */
export type Step = string | null;

/** Changes a schema at a path below another schema. */
export function changeSchema(
	schema: Node,
	[step, ...rest]: readonly Step[],
	change: (found: Node) => Node,
): Node {
	if (step === undefined) return change(schema);
	const [name, within] = step === null ? ["items", schema] : [step, null];
	const properties = within ?? child(schema, "properties");
	const changed = changeSchema(child(properties, name), rest, change);
	if (within) return { ...schema, items: changed };
	return { ...schema, properties: { ...properties, [name]: changed } };
}

/** Adds a role and other keywords to a schema at a path below another schema. */
export const mark = (
	schema: Node,
	at: readonly Step[],
	role: string,
	keywords: Node = {},
): Node =>
	changeSchema(schema, at, (found) => ({
		...{ ...found, "x-role": `inferred.${role}`, ...keywords },
	}));

/** Tells the role of a property or a parameter by its name and type. */
export interface Sign {
	readonly role: string;
	readonly name: RegExp;
	readonly types: readonly string[];
	readonly keywords?: Node;
	/** Whether the property can have this role in the object. Defaults to true. */
	readonly isIn?: (owner: Field) => boolean;
}

export const fits = (
	{ name, types }: Sign,
	[each, field]: readonly [string, Field],
): boolean => name.test(each) && hasType(field, ...types);

export function markSigns(
	schema: Node,
	owner: Field,
	signs: readonly Sign[],
	at: readonly Step[],
	isFitting: (field: Field) => boolean = () => true,
): Node {
	let marked = schema;
	for (const sign of signs) {
		if (sign.isIn && !sign.isIn(owner)) continue;
		const [found] =
			owner.properties.find((each) => fits(sign, each) && isFitting(each[1])) ??
			[];
		if (found !== undefined)
			marked = mark(marked, [...at, found], sign.role, sign.keywords);
	}
	return marked;
}

const NUMBERS = ["integer", "number"];

const PAGE_SIGNS: readonly Sign[] = [
	{
		role: "limit",
		types: NUMBERS,
		name: /^(limit|per_?page|page_?size|max_?results)$/i,
	},
	{ role: "offset", types: NUMBERS, name: /^(offset|\$?skip|start_?at)$/i },
	{ role: "page", types: NUMBERS, name: /^(page|page_?(number|no|num))$/i },
];

/** A text with a format, such as a URI, is the address of a page instead of a cursor. */
const isPlain = (field: Field): boolean =>
	field.isNumeric || field.schema.format === undefined;

const hasSignOf =
	(signs: readonly Sign[]) =>
	({ properties }: Field): boolean =>
		properties.some((each) => signs.some((sign) => fits(sign, each)));

const CURSOR_SIGN: Sign = {
	...{ role: "cursor", types: ["string"] },
	name: /^(cursor|page_?token|next_?token|continuation_?token)$/i,
};

/** Names of parameters with the id of the last record of the page before. */
const LAST_ID = /^(starting_?after|after|after_?id|since_?id|last_?id)$/i;

/** Parameters of a list. Common names mean something else unless clear signs are beside them. */
const QUERY_SIGNS: readonly Sign[] = [
	{
		...{ role: "limit", types: NUMBERS },
		name: /^(size|count|take|rows|\$?top)$/i,
		isIn: hasSignOf(PAGE_SIGNS),
	},
	...PAGE_SIGNS,
	CURSOR_SIGN,
	{
		...{ role: "cursor", types: ["string", ...NUMBERS] },
		name: LAST_ID,
		keywords: { "x-cursor-position": "id" },
		isIn: (owner) =>
			hasSignOf(PAGE_SIGNS.slice(0, 1))(owner) &&
			!hasSignOf([...PAGE_SIGNS.slice(1), CURSOR_SIGN])(owner) &&
			owner.properties.some(
				([name, each]) => LAST_ID.test(name) && isPlain(each),
			),
	},
];

/** Signs of properties that occur only in pages. */
const CLEAR_SIGNS: readonly Sign[] = [
	...PAGE_SIGNS,
	{ role: "page", types: NUMBERS, name: /^current_?page$/i },
	{
		role: "total",
		types: NUMBERS,
		name: /^total(_?(count|items|results|elements|records|entries))?$/i,
	},
	{
		role: "totalPages",
		types: NUMBERS,
		name: /^(total_?pages|page_?count|last_?page)$/i,
	},
	{ role: "nextPage", types: NUMBERS, name: /^next_?page$/i },
	{ role: "previousPage", types: NUMBERS, name: /^prev(ious)?_?page$/i },
	{
		role: "nextCursor",
		types: ["string"],
		name: /^(next_?(cursor|page_?token|token))$/i,
	},
	{ role: "hasMore", types: ["boolean"], name: /^has_?(more|next(_?page)?)$/i },
];

const hasClearSign = hasSignOf(CLEAR_SIGNS);

/** Whether an object has one number only. In a page, it is then the total number of records. */
const hasOneNumber = ({ properties }: Field): boolean =>
	properties.filter(([, { isNumeric }]) => isNumeric).length === 1;

/** Signs of properties of a page. Common names mean something else unless clear signs are beside them. */
const BODY_SIGNS: readonly Sign[] = [
	...[
		{ role: "limit", types: NUMBERS, name: /^size$/i },
		{ role: "page", types: NUMBERS, name: /^number$/i },
		{ role: "shown", types: NUMBERS, name: /^(count|number_?of_?elements)$/i },
		{ role: "isFirst", types: ["boolean"], name: /^(is_?)?first$/i },
		{ role: "isLast", types: ["boolean"], name: /^(is_?)?last$/i },
	].map((sign: Sign) => ({ ...sign, isIn: hasClearSign })),
	{ role: "total", types: NUMBERS, name: /^count$/i, isIn: hasOneNumber },
	...CLEAR_SIGNS,
];

/** Signs of properties in an object with a name such as `cursors`. */
const CURSOR_SIGNS: readonly Sign[] = [
	{ role: "nextCursor", types: ["string"], name: /^(next|after)$/i },
];

/**
 * Adds roles to the parameters of a list, unless a parameter already has a role.
 * @param rejects whether the list documents a rejection for unknown cursors
 */
export function inferQuery(query: Field, rejects: boolean): Field {
	if (query.hasRoles) return query;
	// A client may send any text that matches the schema.
	const first = rejects ? {} : { "x-unknown-cursor": "first page" };
	const signs = QUERY_SIGNS.map((sign) =>
		sign.role === "cursor"
			? { ...sign, keywords: { ...sign.keywords, ...first } }
			: sign,
	);
	return readField(markSigns(query.schema, query, signs, []));
}

/** Returns the signs for an object beside the records, if at least half of its properties have clear signs. */
function signsOf(name: string, field: Field): readonly Sign[] | undefined {
	if (/^cursors?$/i.test(name)) return [...BODY_SIGNS, ...CURSOR_SIGNS];
	const clear = field.properties.filter((each) =>
		CLEAR_SIGNS.some((sign) => fits(sign, each)),
	);
	const isPage = clear.length * 2 >= field.properties.length;
	return isPage && clear.length > 0 ? BODY_SIGNS : undefined;
}

/** The maximum depth at which objects beside the records are searched. */
const MAX_DEPTH = 2;

/**
 * Adds the roles of a page to the properties of the object that contains the records, and to objects in it.
 * @param steps the path to the object
 * @param next the path to the records
 */
export function markPage(
	schema: Node,
	owner: Field,
	steps: readonly Step[],
	next?: Step,
): Node {
	let marked = markSigns(schema, owner, BODY_SIGNS, steps, isPlain);
	const search = (field: Field, at: readonly Step[], depth: number): void => {
		for (const [name, each] of field.properties) {
			if (!hasType(each, "object") && each.properties.length === 0) continue;
			if (depth === 0 && name === next) continue;
			const below = [...at, name];
			const signs = signsOf(name, each);
			if (signs) marked = markSigns(marked, each, signs, below, isPlain);
			else if (depth + 1 < MAX_DEPTH) search(each, below, depth + 1);
		}
	};
	search(owner, steps, 0);
	return marked;
}
