import { type Field, isForbidden, readField } from "../document/field.ts";
import { child, type Node } from "../document/node.ts";
import { plain } from "./id-names.ts";
import type { Plan } from "./operation-plan.ts";

/**
 * Returns the only property of a request, such as `data` in `{ "data": { … } }`, if it contains the values of a
 * record.
 */
function findWrapped(
	{ properties: [first, ...others] }: Field,
	record: Field,
): readonly [name: string, field: Field] | undefined {
	if (!first || others.length > 0 || record.byName.has(first[0]))
		return undefined;
	const names = new Set(record.properties.map(([name]) => plain(name)));
	const isShown = first[1].properties.some(([name]) => names.has(plain(name)));
	return isShown ? first : undefined;
}

/**
 * Returns the schema of a request with the names of the record for properties in another spelling, such as
 * `FriendlyName` for `friendly_name`.
 */
function nameProperties({ schema, properties }: Field, record: Field): Node {
	const spelled = new Map(
		record.properties.map(([name]) => [plain(name), name] as const),
	);
	const renamed = properties.flatMap(([name, field]) => {
		const own = spelled.get(plain(name));
		const isOther = own !== undefined && !record.byName.has(name);
		return isOther && !isForbidden(field)
			? [[name, { ...field.schema, "x-inferred-name": own }]]
			: [];
	});
	return renamed.length === 0
		? schema
		: {
				...schema,
				properties: {
					...child(schema, "properties"),
					...Object.fromEntries(renamed),
				},
			};
}

/** Marks the values of a record in a request, by their names. */
export function fitRequest(plan: Plan, record: Field): Plan {
	const { request, isInferred } = plan;
	if (!request || !isInferred || request.hasRoles) return plan;
	const wrapped = findWrapped(request, record);
	if (!wrapped) {
		const schema = nameProperties(request, record);
		return schema === request.schema
			? plan
			: { ...plan, request: readField(schema) };
	}
	const [name, values] = wrapped;
	const inner = nameProperties(values, record);
	const properties = { [name]: { ...inner, "x-role": "inferred.record" } };
	return { ...plan, request: readField({ ...request.schema, properties }) };
}
