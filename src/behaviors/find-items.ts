import { type Field, findOwner, hasType } from "../document/field.ts";
import { parameterNames } from "../document/path-template.ts";
import { spellSchema } from "../document/schemas.ts";
import { findRecord } from "./collections.ts";
import type { Behavior, Plan, Selection } from "./find-behaviors.ts";
import { singular } from "./infer-roles.ts";

/** What an operation on one record does. */
const ITEM_BEHAVIORS: Readonly<Record<string, Behavior>> = {
	GET: "get",
	PUT: "replace",
	PATCH: "update",
	DELETE: "remove",
};

const segmentsOf = (path: string): string[] => path.split("/").slice(1);

/** Returns the parameter that is the last segment of a path, or its name before an extension. */
function findLastParameter(path: string): string | undefined {
	const last = segmentsOf(path).at(-1) ?? "";
	const [, name] = /^\{([^{}]+)\}(\.\w+)?$/.exec(last) ?? [];
	return name;
}

const isOfCollection = ({ behavior }: Plan): boolean =>
	behavior === "create" || behavior === "list" || behavior === "search";

const isNamed = ({ operation: { node } }: Plan): boolean =>
	"x-behavior" in node;

/** Returns the parameters that identify records in the paths of a document, by the word before them. */
export function listIdParameters(
	paths: readonly string[],
): ReadonlyMap<string, readonly string[]> {
	const found = new Map<string, string[]>();
	for (const path of paths) {
		const name = findLastParameter(path);
		const word = segmentsOf(path).at(-2);
		if (name === undefined || word === undefined) continue;
		found.set(word, [...(found.get(word) ?? []), name]);
	}
	return found;
}

/**
 * Finds the operations on the records of a collection: those whose path ends with a parameter, or that have one of their
 * behaviors.
 */
function findItem(plan: Plan, plans: readonly Plan[]): Plan {
	const { operation, resource, body, behavior } = plan;
	const { path, method } = operation;
	const idParameter =
		findLastParameter(path) ?? parameterNames(path).at(-1) ?? undefined;
	if (isNamed(plan))
		return ITEM_NAMES.has(behavior) ? { ...plan, idParameter } : plan;
	if (findLastParameter(path) === undefined) return plan;
	const isKnown = plans.some(
		(each) =>
			each.resource === resource &&
			isOfCollection(each) &&
			findLastParameter(each.operation.path) === undefined,
	);
	const isShown =
		!body || hasType(body, "object") || body.properties.length > 0;
	const hasOther = plans.some(
		({ operation: other }) =>
			other.path === path && /^(PUT|PATCH)$/.test(other.method),
	);
	const found =
		ITEM_BEHAVIORS[method] ??
		(method === "POST" && !hasOther ? "update" : undefined);
	if (!isKnown || !isShown || !found || (found === "get" && !body))
		return toExample(plan);
	return { ...plan, behavior: found, idParameter };
}

const ITEM_NAMES = new Set<Behavior>(Object.values(ITEM_BEHAVIORS));

/** An operation on a path of one record creates none. */
const toExample = (plan: Plan): Plan =>
	plan.isInferred && isOfCollection(plan)
		? { ...plan, behavior: "example" }
		: plan;

/** Lets a list that is below a collection, such as `/books/recent`, show its records if they have the same form. */
function shareRecords(plan: Plan, plans: readonly Plan[]): Plan {
	const { operation, behavior, isInferred } = plan;
	if (!isInferred || behavior !== "list") return plan;
	const above = operation.path.replace(/\/[^/{}]+$/, "");
	const record = findRecord(plan);
	const same = plans.find((each) => {
		const other = each.operation.path === above && findRecord(each);
		return (
			record &&
			other &&
			spellSchema(other.schema) === spellSchema(record.schema)
		);
	});
	return same ? { ...plan, resource: same.resource } : plan;
}

/** Returns the record that the operations of a collection show. */
const recordOf = (
	plans: readonly Plan[],
	resource: string,
): Field | undefined =>
	plans
		.filter((each) => each.resource === resource)
		.map(findRecord)
		.find((record) => record !== undefined);

/** Returns the property that holds what a parameter of the path identifies, or the name of a hidden one. */
function findParentProperty(
	name: string,
	word: string,
	record: Field,
): { readonly property: string; readonly isHidden: boolean } {
	const thing = singular(word);
	const isPlain = /^_?(id|uuid|key|slug)$/i.test(name);
	const names = isPlain
		? [`${thing}Id`, `${thing}_id`, thing]
		: [name, `${thing}Id`, `${thing}_id`];
	const same = (each: string): string =>
		each.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
	for (const each of names) {
		const [found, field] =
			record.properties.find(([other]) => same(other) === same(each)) ?? [];
		if (field && field.role === undefined && isSingle(field))
			return { property: found ?? each, isHidden: false };
	}
	const [first = name] = names;
	const isTaken = record.byName.has(first);
	return { property: isTaken ? `${first}OfPath` : first, isHidden: true };
}

const isSingle = (field: Field): boolean =>
	hasType(field, "string", "integer", "number", "boolean") ||
	(field.types.length === 0 && field.properties.length === 0);

/** Returns the parameters that select records by one of their properties. */
function listSelections(
	{ operation, behavior, query, idParameter, isInferred }: Plan,
	record: Field,
	resources: ReadonlySet<string>,
): Selection[] {
	const segments = segmentsOf(operation.path);
	const selections = segments.flatMap((segment, index): Selection[] =>
		parameterNames(segment)
			.filter((name) => name !== idParameter)
			.map((name) => {
				const word = segments[index - 1] ?? "";
				const found = findParentProperty(name, word, record);
				const parent = resources.has(word) ? word : undefined;
				return { in: "path", name, parent, ...found };
			}),
	);
	if (behavior !== "list" || !isInferred) return selections;
	for (const [name, { role }] of query.properties) {
		const field = record.byName.get(name);
		if (role === undefined && field && isSingle(field))
			selections.push({
				...{ in: "query", name, property: name, isHidden: false },
				parent: undefined,
			});
	}
	return selections;
}

/**
 * Finds the items of collections, and which records belong to the parents that a path names. A collection below a parent
 * that nothing shows is none.
 */
export function relatePlans(given: readonly Plan[]): Plan[] {
	const shared = given.map((each) => shareRecords(each, given));
	const plans = shared.map((each) => findItem(each, shared));
	const shown = new Set(
		plans
			.filter(({ behavior }) => behavior === "list" || behavior === "get")
			.map(({ resource }) => resource),
	);
	const resources = new Set(
		plans.filter(isOfCollection).map(({ resource }) => resource),
	);
	return plans.map((plan) => {
		const { operation, resource, behavior } = plan;
		const isBelow = parameterNames(operation.path).length > 0;
		if (behavior === "create" && isBelow && !shown.has(resource))
			return toExample(plan);
		const record = recordOf(plans, resource);
		if (!record || !(isOfCollection(plan) || ITEM_NAMES.has(behavior)))
			return plan;
		const selects = listSelections(plan, record, resources);
		return selects.length > 0 ? { ...plan, selects } : plan;
	});
}

/** Whether a response shows a record with its id. */
export const showsRecord = (body: Field | undefined): boolean =>
	body !== undefined && findOwner(body, "id") !== undefined;
