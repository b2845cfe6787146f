import { type Field, hasType } from "../document/field.ts";
import { parameterNames, segmentsOf } from "../document/path-template.ts";
import { plain, singular } from "./id-names.ts";
import type { Plan, Selection } from "./operation-plan.ts";

/**
 * Returns the property that contains the value of a path parameter. If there is none, returns the name of a hidden
 * property.
 */
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
	for (const each of names) {
		const [found, field] =
			record.properties.find(([other]) => plain(other) === plain(each)) ?? [];
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

/**
 * Returns the parameters that select records by a property.
 * @param listed the collections by the paths of operations that list or create their records
 */
export function listSelections(
	{ operation, behavior, resource, query, idParameter, isInferred }: Plan,
	record: Field,
	listed: ReadonlyMap<string, string>,
): Selection[] {
	const segments = segmentsOf(operation.path);
	const selections = segments.flatMap((segment, index): Selection[] =>
		parameterNames(segment)
			.filter((name) => name !== idParameter)
			.map((name) => {
				const word = segments[index - 1] ?? "";
				const found = findParentProperty(name, word, record);
				const above = listed.get(`/${segments.slice(0, index).join("/")}`);
				const parent = above === resource ? undefined : above;
				return { in: "path", name, parent, ...found };
			}),
	);
	if (behavior !== "list" || !isInferred) return selections;
	for (const { in: place, required, ...each } of operation.parameters) {
		const name = String(each.name);
		const field = record.byName.get(name);
		const parameter = query.byName.get(name);
		const isPlain = parameter?.role === undefined;
		// No record has the default value of a parameter as its id.
		const isNeverMet =
			field?.role === "id" && "default" in (parameter?.schema ?? {});
		const compared = field?.items ?? field;
		const isCompared = compared !== undefined && isSingle(compared);
		if (place === "query" && isPlain && isCompared && !isNeverMet)
			selections.push({
				...{ in: "query", name, property: name, isHidden: false },
				...{ parent: undefined, isRequired: required === true },
			});
	}
	return selections;
}
