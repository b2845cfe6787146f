import { type Field, findOwner } from "../document/field.ts";
import type { Service } from "../engine/model/service.ts";
import { describeCredentials } from "../engine/response/credentials.ts";
import { isPage, type Plan } from "./operation-plan.ts";

/** A description, for people, of what an operation does. */
export interface PlanDescription {
	readonly id: string;
	readonly method: string;
	readonly path: string;
	readonly behavior: string;
	/** Why the operation only responds with an example; undefined for other operations. */
	readonly why: string | undefined;
	/** The name of the collection; undefined if the operation has none. */
	readonly resource: string | undefined;
	/** The credentials that a request must send, with any value; undefined if none are required. */
	readonly credentials: string | undefined;
	/** By `path`, `query`, `request` and `response`: each role or property with its place, such as `id at data.id`. */
	readonly roles: Readonly<Record<string, readonly string[]>>;
	/** The parameters of a list that are validated, but have no effect. */
	readonly ignored: readonly string[];
}

/**
 * Lists each role in a value with its place.
 * @param visited the shared objects that were listed before, so that each is listed once
 */
function listRoles(
	field: Field,
	place = "",
	visited = new Set<Field>(),
): string[] {
	if (visited.has(field)) return [];
	visited.add(field);
	const below = (name: string): string =>
		place === "" ? name : `${place}.${name}`;
	const own =
		field.role === undefined
			? []
			: [`${field.role} at ${place === "" ? "the body" : place}`];
	return [
		...own,
		...field.properties.flatMap(([name, each]) =>
			listRoles(each, below(name), visited),
		),
		...(field.items ? listRoles(field.items, `${place}[]`, visited) : []),
	];
}

/** Lists the id, and the properties by which the parameters of one place select records. */
function listSelected({ idParameter, selects = [] }: Plan, place: string) {
	const own = place === "path" && idParameter ? [`id at ${idParameter}`] : [];
	const others = selects
		.filter((each) => each.in === place)
		.map(({ name, property, parent, isHidden }) => {
			const notes = [
				parent === undefined ? [] : `of ${parent}`,
				isHidden ? "not shown" : [],
			].flat();
			const shown = notes.length > 0 ? ` (${notes.join(", ")})` : "";
			return `${property} at ${name}${shown}`;
		});
	return [...others, ...own];
}

/** Lists the query parameters that a list ignores. */
const listIgnored = (plan: Plan): string[] =>
	isPage(plan)
		? plan.operation.parameters.flatMap(({ in: place, name }) => {
				const isUsed =
					plan.query.byName.get(String(name))?.role !== undefined ||
					plan.selects?.some((each) => each.in === place && each.name === name);
				return place === "query" && !isUsed ? String(name) : [];
			})
		: [];

const isOfCollection = ({ behavior }: Plan): boolean =>
	behavior !== "example" && behavior !== "metrics";

/** Returns the reason why an operation only responds with an example. */
function explainExample(
	{ operation, resource, body }: Plan,
	kept: ReadonlySet<string>,
): string {
	const { path, method, node } = operation;
	if ("x-behavior" in node) return "x-behavior says so";
	const [, above = "/"] = /^(.*)\/\{[^{}/]+\}(?:\.\w+)?$/.exec(path) ?? [];
	const isItem = above !== "/";
	if (isItem && !kept.has(resource))
		return `no operation lists or adds records at ${above}`;
	if (isItem) return "it is on one record, and its response does not show one";
	if (/^(PUT|PATCH|DELETE)$/.test(method))
		return "its path does not end with the id of a record";
	if (!body) return "its response has no JSON body";
	if (!findOwner(body, "id")) return "its response has no id of a record";
	return method === "POST"
		? "no operation lists or returns the records that it adds"
		: "its path does not end with the id of the record that it returns";
}

/**
 * Describes the behavior of each operation of a document.
 * @param definitions the operations of the service
 */
export const describePlans = (
	plans: readonly Plan[],
	definitions: Service["operations"],
): PlanDescription[] => {
	const kept = new Set(
		plans.filter(isOfCollection).map(({ resource }) => resource),
	);
	return plans.map((plan) => {
		const { operation, behavior, resource, query, request, body } = plan;
		const { id, method, path } = operation;
		const security = definitions.find(({ spec }) => spec.id === id)?.spec
			.security;
		const isRequired = security?.[0] && security.every((all) => all.length > 0);
		const fields = { path: undefined, query, request, response: body };
		const all = Object.entries(fields).map(
			([place, field]) =>
				[
					place,
					[...listSelected(plan, place), ...(field ? listRoles(field) : [])],
				] as const,
		);
		return {
			...{ id, method, path, behavior },
			why: behavior === "example" ? explainExample(plan, kept) : undefined,
			resource: isOfCollection(plan) ? resource : undefined,
			credentials:
				security && isRequired ? describeCredentials(security) : undefined,
			roles: Object.fromEntries(all.filter(([, roles]) => roles.length > 0)),
			ignored: listIgnored(plan),
		};
	});
};
