import type { Field } from "../document/field.ts";
import type { Collection } from "./collections.ts";
import { plain, singular } from "./id-names.ts";
import type { OperationPlan } from "./operation-plan.ts";

/** The collections whose ids are the values of properties. */
export type Links = ReadonlyMap<string, string>;

/** Whether a property can contain the ids of a collection. */
function fits(field: Field, { record, idProperty }: Collection): boolean {
	const id = record.byName.get(idProperty);
	return (
		field.role === undefined &&
		field.properties.length === 0 &&
		!("enum" in field.schema || field.hasConst) &&
		id?.isNumeric === field.isNumeric
	);
}

/**
 * Returns a function that finds the properties of records that name records of other collections: those by which paths
 * select them, such as `/users/{id}/orders`, and those with the name of a collection, such as `userId`.
 */
export function createLinkFinder(
	collections: ReadonlyMap<string, Collection>,
): (collection: Collection, plans: readonly OperationPlan[]) => Links {
	const byName = new Map(
		Array.from(collections.keys(), (name) => [
			`${plain(singular(name))}id`,
			name,
		]),
	);
	return ({ name, record, idProperty }, plans) => {
		const selected = new Map(
			plans
				.flatMap(({ selects = [] }) => selects)
				.map(({ property, parent }) => [property, parent] as const),
		);
		return new Map(
			record.properties.flatMap(([property, field]) => {
				const parent = selected.get(property) ?? byName.get(plain(property));
				const other = collections.get(parent ?? "");
				const isOther = parent !== name && property !== idProperty;
				return other && isOther && fits(field, other)
					? [[property, other.name]]
					: [];
			}),
		);
	};
}
