import { type Field, hasType } from "../document/field.ts";
import { child } from "../document/node.ts";
import {
	isTemplated,
	parameterNames,
	segmentsOf,
} from "../document/path-template.ts";
import { spellSchema } from "../document/schemas.ts";
import { findRecord } from "./collections.ts";
import { fitRequest } from "./fit-request.ts";
import type { IdParameters } from "./id-names.ts";
import { listSelections } from "./list-selections.ts";
import {
	type Behavior,
	isPage,
	type OperationPlan,
	type Plan,
} from "./operation-plan.ts";

/** What an operation on one record does. */
const ITEM_BEHAVIORS: Readonly<Record<string, Behavior>> = {
	GET: "get",
	PUT: "replace",
	PATCH: "update",
	DELETE: "remove",
};

/** Returns the parameter in the last segment of a path, with or without an extension after it. */
function findLastParameter(path: string): string | undefined {
	const last = segmentsOf(path).at(-1) ?? "";
	const [, name] = /^\{([^{}]+)\}(\.\w+)?$/.exec(last) ?? [];
	return name;
}

const isCreate = ({ behavior }: Plan): boolean => behavior === "create";

const isOfCollection = (plan: Plan): boolean => isCreate(plan) || isPage(plan);

/** Whether the operation creates or lists records. Operations on the path of a single record do not count. */
const isCollection = (plan: Plan): boolean =>
	isOfCollection(plan) &&
	!isTemplated(segmentsOf(plan.operation.path).at(-1) ?? "");

/** Returns the resources and the paths of the plans that are meant. */
function listPlaces(plans: readonly Plan[], isMeant: (plan: Plan) => boolean) {
	const meant = plans.filter(isMeant);
	return {
		resources: new Set(meant.map(({ resource }) => resource)),
		paths: new Set(meant.map(({ operation: { path } }) => path)),
	};
}

/** Whether the document names the collection of the operation. */
const isFixed = ({ operation: { node } }: Plan): boolean =>
	"x-resource" in node;

const isNamed = ({ operation: { node } }: Plan): boolean =>
	"x-behavior" in node;

/** Returns the parameters that identify records in the paths of a document, by the preceding word. */
export function listIdParameters(paths: readonly string[]): IdParameters {
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
 * Finds the operations on single records of a collection. Their paths end with a parameter, or `x-behavior` names
 * their behavior.
 * @param collections the names of collections with an operation that lists or creates records
 * @param created the paths with operations that create records
 * @param changed the paths with PUT or PATCH
 */
function findItem(
	plan: Plan,
	collections: ReadonlySet<string>,
	created: ReadonlySet<string>,
	changed: ReadonlySet<string>,
): Plan {
	const { operation, resource, body, behavior } = plan;
	const { path, method } = operation;
	const idParameter =
		findLastParameter(path) ?? parameterNames(path).at(-1) ?? undefined;
	if (isNamed(plan))
		return ITEM_NAMES.has(behavior) ? { ...plan, idParameter } : plan;
	if (findLastParameter(path) === undefined) {
		if (isCollection(plan)) return plan;
		// Some documents describe a single record as the response of a list.
		return method === "GET" && plan.isInferred && created.has(path)
			? { ...plan, behavior: "get" }
			: toExample(plan);
	}
	const isKnown = collections.has(resource);
	const isShown =
		!body || hasType(body, "object") || body.properties.length > 0;
	const isChange = method === "POST" && isShown && !changed.has(path);
	const found = ITEM_BEHAVIORS[method] ?? (isChange ? "update" : undefined);
	if (!isKnown || !found || (found === "get" && !body)) return toExample(plan);
	return { ...plan, behavior: found, idParameter };
}

const ITEM_NAMES = new Set<Behavior>(Object.values(ITEM_BEHAVIORS));

/** An operation on the path of a single record creates no records. */
const toExample = (plan: Plan): Plan =>
	plan.isInferred && isOfCollection(plan)
		? { ...plan, behavior: "example" }
		: plan;

/** Words of a path that tell how records are found. They do not name the collection. */
const VERBS = /^(search|find|list|all|query|filter)$/i;

/**
 * Returns a function that returns the words of a path without parameters and verbs. Paths with equal words lead to the
 * same records. A word such as `filter` is no verb if a path such as `/filter/{id}` follows.
 */
function createWords(plans: readonly Plan[]): (plan: Plan) => string {
	const read = ({ operation: { path } }: Plan): string[] =>
		segmentsOf(path).filter((each) => !isTemplated(each));
	const nouns = new Set(
		plans.flatMap((plan) =>
			findLastParameter(plan.operation.path) === undefined
				? []
				: read(plan).join("/"),
		),
	);
	return (plan) => {
		const words = read(plan);
		const all = words.join("/");
		const isVerb =
			words.length > 1 && VERBS.test(words.at(-1) ?? "") && !nouns.has(all);
		return isVerb ? words.slice(0, -1).join("/") : all;
	};
}

/** Whether the properties of one record include all properties of the other. */
function areSimilar(one: Field, other: Field): boolean {
	const [few, many] =
		one.byName.size < other.byName.size ? [one, other] : [other, one];
	return few.properties.every(([name]) => many.byName.has(name));
}

/**
 * Names the collections of operations without roles. A list below a collection, such as `/books/recent`, shows
 * records of the collection if they have the same form. Paths with the same last word get separate collections if
 * their records differ.
 */
function nameResources(plans: readonly Plan[]): Plan[] {
	const wordsOf = createWords(plans);
	const known = new Map<string, { resource: string; record: Field }>();
	const names = new Map<string, Field>();
	function findName(plan: Plan, words: string, record: Field): string {
		const above = known.get(words.replace(/\/[^/]+$/, ""));
		const isOfItem = isTemplated(segmentsOf(plan.operation.path).at(-2) ?? "");
		const isBelow = above && plan.behavior === "list" && !isOfItem;
		if (
			isBelow &&
			spellSchema(above.record.schema) === spellSchema(record.schema)
		)
			return above.resource;
		const name = words.split("/").at(-1) || plan.resource;
		const same = names.get(name);
		return !same || areSimilar(same, record)
			? name
			: words.replaceAll("/", "-");
	}
	const collections = plans.filter(
		(each) => isCollection(each) && each.isInferred && !isFixed(each),
	);
	for (const plan of collections) {
		const words = wordsOf(plan);
		const record = findRecord(plan);
		if (!record || known.has(words)) continue;
		const resource = findName(plan, words, record);
		known.set(words, { resource, record });
		if (!names.has(resource)) names.set(resource, record);
	}
	return plans.map((plan) => {
		const found = isFixed(plan) ? undefined : known.get(wordsOf(plan));
		return found ? { ...plan, resource: found.resource } : plan;
	});
}

/**
 * Returns the part of a response that shows a record: the object with an id or, if there is none, a body with
 * properties of the record.
 */
export function findShown(
	plan: OperationPlan,
	record: Field | undefined,
): Field | undefined {
	const { body } = plan;
	const kindOf = ({ types, schema }: Field): string =>
		JSON.stringify([types, schema.enum]);
	const isAlike = body?.properties.some(([name, field]) => {
		const own = record?.byName.get(name);
		return own && kindOf(own) === kindOf(field);
	});
	return findRecord(plan) ?? (isAlike ? body : undefined);
}

/** Returns the form of the records of each collection. */
function listRecords(plans: readonly Plan[]): ReadonlyMap<string, Field> {
	const records = new Map<string, Field>();
	for (const plan of plans) {
		const record = records.has(plan.resource) ? undefined : findRecord(plan);
		if (record) records.set(plan.resource, record);
	}
	return records;
}

/**
 * Finds operations on single records, and the parents that a path names. If no operation shows the records below a
 * parent, they are not a collection.
 */
export function relatePlans(given: readonly Plan[]): Plan[] {
	const named = nameResources(given);
	const collections = listPlaces(named, isCollection).resources;
	const isChange = (plan: Plan) => /^(PUT|PATCH)$/.test(plan.operation.method);
	const changed = listPlaces(named, isChange).paths;
	const created = listPlaces(named, isCreate).paths;
	const plans = named.map((each) =>
		findItem(each, collections, created, changed),
	);
	const records = listRecords(plans);
	const isRead = ({ behavior }: Plan) => /^(list|get)$/.test(behavior);
	const shown = listPlaces(plans, isRead).resources;
	const listed = new Map(
		plans
			.filter(isOfCollection)
			.map(({ operation, resource }) => [operation.path, resource]),
	);
	const related = plans.map((plan) => {
		const { operation, resource, behavior } = plan;
		const isBelow = parameterNames(operation.path).length > 0;
		if (behavior === "create" && isBelow && !shown.has(resource))
			return toExample(plan);
		const record = records.get(resource);
		if (!record || !(isOfCollection(plan) || ITEM_NAMES.has(behavior)))
			return plan;
		const selects = listSelections(plan, record, listed);
		const fitted = fitRequest(plan, record);
		return selects.length > 0 ? { ...fitted, selects } : fitted;
	});
	const { resources: kept, paths } = listPlaces(related, isOfCollection);
	const posted = listPlaces(related, isCreate).resources;
	return related.map((plan) => {
		const { behavior, resource, operation } = plan;
		if (!ITEM_NAMES.has(behavior) || isNamed(plan)) return plan;
		const isShown =
			behavior !== "get" || findShown(plan, records.get(resource));
		if (!kept.has(resource) || !isShown)
			return { ...plan, behavior: "example" };
		const above = operation.path.replace(/\/[^/]*$/, "");
		const isListed = paths.has(above) || paths.has(`${above}/`);
		const creates =
			behavior === "replace" &&
			(!posted.has(resource) || 201 in child(operation.node, "responses"));
		return {
			...plan,
			...(!isListed && { takesUnknownIds: true }),
			...(creates && { createsUnknown: true }),
		};
	});
}
