import { adapt, compose, readSource } from "../document/compose.ts";
import { type Field, hasType } from "../document/field.ts";
import { child } from "../document/node.ts";
import { readField } from "../document/read-field.ts";
import { spellSchema } from "../document/schemas.ts";
import type { OperationInput } from "../engine/model/service.ts";
import type { StoredRecord } from "../store/store.ts";
import { attempt } from "../values/errors.ts";
import { computeOnce } from "../values/load-once.ts";
import {
	type Collection,
	findRecord,
	type RecordParts,
} from "./collections.ts";
import { propertyKey } from "./facets.ts";
import { createIdForm } from "./forms.ts";
import type { OperationPlan, Selection } from "./operation-plan.ts";

/** Returns the properties that responses do not show. */
const listHidden = (selects: readonly Selection[]): readonly string[] => [
	...new Set(
		selects.flatMap(({ isHidden, property }) => (isHidden ? property : [])),
	),
];

/** Adds the properties that responses do not show. */
function addHidden(record: Field, hidden: readonly string[]): Field {
	if (hidden.length === 0) return record;
	const properties: Record<string, unknown> = {
		...child(record.schema, "properties"),
	};
	for (const name of hidden) properties[name] = { type: "string" };
	return readField({ ...record.schema, properties });
}

/**
 * Chooses the form with the most properties: the response to a read may have more of them than that to a create. Lists
 * count only in documents without roles.
 */
const chooseRecord = (shown: Field, plans: readonly OperationPlan[]): Field =>
	plans
		.flatMap((plan) =>
			plan.behavior === "get" || plan.isInferred
				? (findRecord(plan) ?? [])
				: [],
		)
		.reduce(
			(most, each) =>
				each.properties.length > most.properties.length ? each : most,
			shown,
		);

/** Whether a request of a document without roles may have the id of a new record. */
function takesId(
	{ behavior, isInferred, request }: OperationPlan,
	record: Field,
): boolean {
	const [id] = record.properties.find(([, { role }]) => role === "id") ?? [];
	if (id === undefined || !request) return false;
	const isOwn = request.byName.has(id) || request.alternatives.length === 0;
	return (
		behavior === "create" &&
		isInferred === true &&
		(isOwn ? [request] : request.alternatives).every(({ byName }) => {
			const field = byName.get(id);
			return field !== undefined && field.schema.readOnly !== true;
		})
	);
}

/** Lists what each list asks for: the defaults of parameters that select records, and the required ones. */
function listAsked(
	plans: readonly OperationPlan[],
	record: Field,
): Readonly<Record<string, unknown>> {
	const asked: Record<string, unknown> = {};
	for (const { query, selects = [] } of plans)
		for (const { in: place, name, property, parent, isRequired } of selects) {
			const field = record.byName.get(property);
			const { schema } = query.byName.get(name) ?? {};
			// Samples have several of few values.
			const isFree =
				field && !("enum" in field.schema) && !hasType(field, "boolean");
			if (parent !== undefined || !isFree || !schema) continue;
			const isAsked = place === "path" || isRequired;
			if ("default" in schema) asked[property] = adapt(field, schema.default);
			else if (isAsked && !record.required.includes(property))
				asked[property] = undefined;
		}
	return asked;
}

/** What the path of a record may say of its id besides the property. */
const ID_KEYWORDS = /^(pattern|format|minLength|maxLength|minimum|maximum)$/;

/** Returns a record whose ids are valid in the paths of its operations, too, if they can be made. */
function restrictId(record: Field, plans: readonly OperationPlan[]): Field {
	const [found] = record.properties.filter(([, { role }]) => role === "id");
	const [parameter] = plans.flatMap(
		({ idParameter = "", query }) => query.byName.get(idParameter) ?? [],
	);
	const isInferred = plans.some((each) => each.isInferred);
	if (!found || !parameter || !isInferred) return record;
	const [name, id] = found;
	const limits = Object.entries(parameter.schema).filter(
		([keyword]) => ID_KEYWORDS.test(keyword) && !(keyword in id.schema),
	);
	const { pattern } = { ...id.schema, ...Object.fromEntries(limits) };
	const isNumber = parameter.isNumeric && hasType(id, "string") && !pattern;
	if (isNumber) limits.push(["pattern", "^[1-9][0-9]{5}$"]);
	const schema = { ...id.schema, ...Object.fromEntries(limits) };
	const isPossible = attempt(() => createIdForm(readField(schema)));
	if (limits.length === 0 || !isPossible) return record;
	const properties = { ...child(record.schema, "properties"), [name]: schema };
	return readField({ ...record.schema, properties });
}

/**
 * Describes the records of a collection, with what its operations need of them besides what a response shows.
 * @param plans the operations of the collection
 */
export function describeRecord(
	shown: Field,
	plans: readonly OperationPlan[],
): RecordParts {
	const selects = plans.flatMap((each) => each.selects ?? []);
	const hidden = listHidden(selects);
	const record = addHidden(
		restrictId(chooseRecord(shown, plans), plans),
		hidden,
	);
	return {
		...{ record, hidden, asked: listAsked(plans, record) },
		properties: selects.map(({ property }) => property),
		takesIds: plans.some((each) => takesId(each, record)),
	};
}

/** Returns a function that returns what a response shows of a record. */
export function createShow(
	{ record, hidden }: Collection,
	shown: Field,
): (stored: StoredRecord) => unknown {
	// On first use, since it takes long for large schemas, of which a document may have thousands.
	const isOther = computeOnce(() => {
		const { schema } = addHidden(shown, hidden);
		return (
			schema !== record.schema &&
			spellSchema(schema) !== spellSchema(record.schema)
		);
	});
	return (stored) => {
		if (isOther()) return compose(shown, readSource(record, stored));
		if (hidden.length === 0) return stored;
		return Object.fromEntries(
			Object.entries(stored).filter(([name]) => !hidden.includes(name)),
		);
	};
}

/** Returns a function that returns what a new record or an item of a page shows; undefined if it shows the whole record. */
export function createPart(
	plan: OperationPlan,
	collection: Collection,
): ((stored: StoredRecord) => unknown) | undefined {
	const record = findRecord(plan);
	const isOther = plan.isInferred || collection.hidden.length > 0;
	return isOther && record ? createShow(collection, record) : undefined;
}

/** Returns a function that returns the properties that a request selects records by, each as a condition. */
export function createSelect({
	selects,
}: OperationPlan):
	| ((
			input: Pick<OperationInput, "path" | "query">,
	  ) => Readonly<Record<string, string>> | undefined)
	| undefined {
	return (
		selects &&
		((input) => {
			const all = selects.flatMap(({ in: place, name, property }) => {
				const [value, ...others] = [input[place][name] ?? []].flat();
				// No condition compares several values.
				return value === undefined || others.length > 0
					? []
					: [[propertyKey(property), String(value)] as const];
			});
			return all.length > 0 ? Object.fromEntries(all) : undefined;
		})
	);
}
