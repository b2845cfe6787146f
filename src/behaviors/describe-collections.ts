import { readSource } from "../document/field.ts";
import { interpretSchemas } from "../document/interpret-schemas.ts";
import type { Node } from "../document/node.ts";
import { spellSchema } from "../document/schemas.ts";
import type { Service, Validator } from "../engine/model/service.ts";
import type { Collection } from "./collections.ts";
import { createWrite, findTrail } from "./create-operations.ts";
import type { Creation } from "./datasets.ts";
import type { Plan } from "./find-behaviors.ts";

/** What the parts of a service that concern records are made from. */
export interface RecordParts {
	readonly root: Node;
	readonly plans: readonly Plan[];
	readonly collections: ReadonlyMap<string, Collection>;
	/** By `<operation> query` and `<operation> body`. */
	readonly validators: Readonly<Record<string, Validator>>;
}

/** Lists the operations that create records, which datasets call. */
export function listCreations({
	plans,
	collections,
	validators,
}: RecordParts): Creation[] {
	const trail = findTrail(collections);
	return plans.flatMap((plan) => {
		const collection = collections.get(plan.resource);
		if (plan.behavior !== "create" || !collection) return [];
		const { id, requestContent } = plan.operation;
		return [
			{
				write: createWrite(plan, collection, trail),
				request: plan.request,
				validate: validators[`${id} body`],
				example: requestContent[0]?.[1].example,
			},
		];
	});
}

/** Describes the collections for the store and the control API. */
export function describeCollections({
	root,
	plans,
	collections,
}: RecordParts): Pick<
	Service,
	| "recordValidators"
	| "recordSchemas"
	| "createRecord"
	| "facets"
	| "idProperties"
> {
	const all = [...collections.values()];
	const byName = <Value>(of: (each: Collection) => Value) =>
		Object.fromEntries(all.map((each) => [each.name, of(each)]));
	const recordValidators = interpretSchemas(
		root,
		all.map(({ name, record }) => [name, record.schema]),
	);
	const listed = plans.filter(({ behavior }) => behavior === "list");
	const isListed = ({ name }: Collection): boolean =>
		listed.some(({ resource }) => resource === name);
	return {
		recordValidators: async () => recordValidators,
		recordSchemas: byName(({ record }) => spellSchema(record.schema)),
		createRecord: Object.fromEntries(
			all
				.filter(isListed)
				.map(({ name, record, create }) => [
					name,
					(context, values, countCreated) =>
						create(
							{ context, created: countCreated(name) },
							readSource(record, values),
						),
				]),
		),
		facets: byName(({ facetsOf }) => facetsOf),
		idProperties: byName(({ idProperty }) => idProperty),
	};
}
