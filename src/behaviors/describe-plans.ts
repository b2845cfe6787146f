import type { Field } from "../document/field.ts";
import type { Service } from "../engine/model/service.ts";
import { describeCredentials } from "../engine/response/credentials.ts";
import type { Plan } from "./find-behaviors.ts";

/** What an operation does, for people. */
export interface PlanDescription {
	readonly id: string;
	readonly method: string;
	readonly path: string;
	readonly behavior: string;
	/** The name of the collection; undefined if the operation has none. */
	readonly resource: string | undefined;
	/** What a request has to send, with any value; undefined if nothing. */
	readonly credentials: string | undefined;
	/** By `query`, `request` and `response`: each role and where it is, such as `id at data.id`. */
	readonly roles: Readonly<Record<string, readonly string[]>>;
}

/** Lists each role in a value with its place. */
function listRoles(field: Field, place = ""): string[] {
	const below = (name: string): string =>
		place === "" ? name : `${place}.${name}`;
	const own =
		field.role === undefined
			? []
			: [`${field.role} at ${place === "" ? "the body" : place}`];
	return [
		...own,
		...field.properties.flatMap(([name, each]) => listRoles(each, below(name))),
		...(field.items ? listRoles(field.items, `${place}[]`) : []),
	];
}

/**
 * Describes what the mock makes of the operations of a document.
 * @param definitions those of the service
 */
export const describePlans = (
	plans: readonly Plan[],
	definitions: Service["operations"],
): PlanDescription[] =>
	plans.map(({ operation, behavior, resource, query, request, body }) => {
		const { id, method, path } = operation;
		const security = definitions.find(({ spec }) => spec.id === id)?.spec
			.security;
		const isRequired = security?.every((all) => all.length > 0);
		const isOfCollection = behavior !== "example" && behavior !== "metrics";
		const all = Object.entries({ query, request, response: body }).map(
			([place, field]) => [place, field ? listRoles(field) : []] as const,
		);
		return {
			...{ id, method, path, behavior },
			resource: isOfCollection ? resource : undefined,
			credentials:
				security && isRequired ? describeCredentials(security) : undefined,
			roles: Object.fromEntries(all.filter(([, roles]) => roles.length > 0)),
		};
	});
