import { adapt, compose, readSource } from "../document/compose.ts";
import { type Field, fieldsOf, hasType, readField } from "../document/field.ts";
import { child } from "../document/node.ts";
import { spellSchema } from "../document/schemas.ts";
import type { StoredRecord } from "../store/store.ts";
import { attempt } from "../values/errors.ts";
import { filterEntries, isObject, type Values } from "../values/json.ts";
import { computeOnce } from "../values/load-once.ts";
import {
	type Collection,
	findRecord,
	type RecordParts,
} from "./collections.ts";
import { propertyKey } from "./facets.ts";
import { createIdForm } from "./forms.ts";
import {
	isPage,
	type OperationPlan,
	type Selection,
} from "./operation-plan.ts";
import { type PageBehaviors, type ReadPage, readAfterRecord } from "./pages.ts";

/** Returns the properties that are used to select records, and that responses do not show. */
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
 * Chooses the form with the most properties, because the response to a read may have more properties than the
 * response to a create. Lists count only in documents without roles.
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

/**
 * Adds the properties that only lists show, because the response to a create may show little more than the id.
 * Documents without roles have the form with the most properties instead.
 */
function addListed(record: Field, plans: readonly OperationPlan[]): Field {
	const roles = fieldsOf(record).map(({ role }) => role);
	const properties: Record<string, unknown> = {};
	const required = [...record.required];
	for (const plan of plans) {
		const listed =
			isPage(plan) && !plan.isInferred ? findRecord(plan) : undefined;
		for (const [name, { role, schema }] of listed?.properties ?? []) {
			if (record.byName.has(name) || (role && roles.includes(role))) continue;
			properties[name] = schema;
			if (listed?.required.includes(name)) required.push(name);
		}
	}
	if (Object.keys(properties).length === 0) return record;
	Object.assign(properties, child(record.schema, "properties"));
	return readField({ ...record.schema, properties, required });
}

/** Whether a request may contain the id of a new record. In documents with roles, the property has the role, too. */
function takesId(
	{ behavior, isInferred, request }: OperationPlan,
	record: Field,
): boolean {
	const [id] = record.properties.find(([, { role }]) => role === "id") ?? [];
	if (id === undefined || !request) return false;
	const isOwn = request.byName.has(id) || request.alternatives.length === 0;
	return (
		behavior === "create" &&
		(isOwn ? [request] : request.alternatives).every(({ byName }) => {
			const field = byName.get(id);
			return (
				field !== undefined &&
				field.schema.readOnly !== true &&
				(isInferred === true || field.role === "id")
			);
		})
	);
}

/** Lists the values that records must have to be in each list: the defaults of filters, and required filters. */
function listAsked(plans: readonly OperationPlan[], record: Field): Values {
	const asked: Record<string, unknown> = {};
	for (const { query, selects = [] } of plans)
		for (const { in: place, name, property, parent, isRequired } of selects) {
			const field = record.byName.get(property);
			const { schema } = query.byName.get(name) ?? {};
			// If a property has only few values, samples use several of them.
			const isFree =
				field && !("enum" in field.schema) && !hasType(field, "boolean");
			if (parent !== undefined || !isFree || !schema) continue;
			const isAsked = place === "path" || isRequired;
			if ("default" in schema && schema.default !== "")
				asked[property] = adapt(field, schema.default);
			else if (isAsked && !record.required.includes(property))
				asked[property] = undefined;
		}
	return asked;
}

/** The keywords of a path parameter that apply to the id property, too. */
const ID_KEYWORDS = /^(pattern|format|minLength|maxLength|minimum|maximum)$/;

/** Whether a response shows the id as a number. Others may show it as a text. */
const showsNumber = (plan: OperationPlan): boolean =>
	findRecord(plan)?.properties.some(
		([, { role, isNumeric }]) => role === "id" && isNumeric,
	) ?? false;

/** Returns a record with ids that are also valid in the paths and responses of its operations, if such ids can be made. */
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
	const isNumber =
		hasType(id, "string") &&
		!pattern &&
		(parameter.isNumeric || plans.some(showsNumber));
	if (isNumber) limits.push(["pattern", "^[1-9][0-9]{5}$"]);
	const schema = { ...id.schema, ...Object.fromEntries(limits) };
	const isPossible = attempt(() => createIdForm(readField(schema)));
	if (limits.length === 0 || !isPossible) return record;
	const properties = { ...child(record.schema, "properties"), [name]: schema };
	return readField({ ...record.schema, properties });
}

/**
 * Describes the records of a collection, with the information that its operations need besides the form of a
 * response.
 * @param plans the operations of the collection
 */
export function describeRecord(
	shown: Field,
	plans: readonly OperationPlan[],
): RecordParts {
	const selects = plans.flatMap((each) => each.selects ?? []);
	const hidden = listHidden(selects);
	const record = addHidden(
		restrictId(addListed(chooseRecord(shown, plans), plans), plans),
		hidden,
	);
	return {
		...{ record, hidden, asked: listAsked(plans, record) },
		properties: selects.map(({ property }) => property),
		takesIds: plans.some((each) => takesId(each, record)),
	};
}

/** Returns a function that returns the part of a record that a response shows. */
export function createShow(
	{ record, hidden }: Collection,
	shown: Field,
): (stored: StoredRecord) => unknown {
	// On first use, because it takes long for large schemas, and a document may have thousands of them.
	const isOther = computeOnce(() => {
		const { schema } = addHidden(shown, hidden);
		return (
			schema !== record.schema &&
			spellSchema(schema) !== spellSchema(record.schema)
		);
	});
	return (stored) => {
		if (isOther()) return compose(shown, readSource(record, stored));
		return hidden.length === 0
			? stored
			: filterEntries({ ...stored }, (name) => !hidden.includes(name));
	};
}

/**
 * Returns a function that returns the part of a record that a create or a page shows; undefined if it shows the whole
 * record.
 */
export function createPart(
	plan: OperationPlan,
	collection: Collection,
): ((stored: StoredRecord) => unknown) | undefined {
	const record = findRecord(plan);
	const isOther =
		plan.isInferred ||
		collection.hidden.length > 0 ||
		record?.properties.length !== collection.record.properties.length;
	return isOther && record ? createShow(collection, record) : undefined;
}

/** Creates a function that returns the conditions of a request, one for each property by which it selects records. */
export const createSelect: PageBehaviors["createSelect"] = ({ selects }) => {
	return (
		selects &&
		((input) => {
			const all = selects.flatMap(({ in: place, name, property }) => {
				const given = [input[place][name] ?? []].flat();
				const [first, ...more] = given.map(String);
				// Ranges, such as `created[gte]`, are not applied. A form sends empty texts for fields that are not filled in.
				const isNone =
					first === undefined || first === "" || isObject(given[0]);
				if (isNone) return [];
				const values = more.length > 0 ? [first, ...more] : first;
				return [[propertyKey(property), values] as const];
			});
			return all.length > 0 ? Object.fromEntries(all) : undefined;
		})
	);
};

/** Returns pages that continue after the record whose id is the cursor. */
export const readAfterId: ReadPage = async (state, name, asked) => {
	const { cursor: id = "", ...rest } = asked;
	const page = await readAfterRecord(state, name, asked);
	const last = page ? undefined : await state.get(name, id);
	if (!last) return page;
	const after = { sequence: last.sequence, id };
	return readAfterRecord(state, name, { ...rest, cursor: undefined, after });
};
