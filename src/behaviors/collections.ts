import { compose, readSource, type Source } from "../document/compose.ts";
import {
	allFields,
	type Field,
	fieldsOf,
	findOwner,
	readField,
} from "../document/field.ts";
import { child, isNode } from "../document/node.ts";
import type { NamedSchema } from "../document/schemas.ts";
import type { Rejection } from "../engine/model/service.ts";
import type { Facets, StoredRecord } from "../store/store.ts";
import { isObject } from "../values/json.ts";
import { createFacets, type Delays, listDelays } from "./facets.ts";
import {
	createIdForm,
	createTimeForm,
	firstNumber,
	type Making,
} from "./forms.ts";
import {
	findItems,
	groupByResource,
	isPage,
	type OperationPlan,
} from "./operation-plan.ts";

/** The records of one resource. */
export interface Collection {
	readonly name: string;
	/** The form in which the store keeps a record, with the names of the document. */
	readonly record: Field;
	/** Creates a record from the values of a request. */
	create(making: Making, source: Source): StoredRecord;
	/** Adds the properties that the service generates to a record. Does not change existing properties. */
	completeRecord(
		making: Making,
		record: Readonly<Record<string, unknown>>,
	): StoredRecord;
	/** The name of the property that contains the id. */
	readonly idProperty: string;
	/** The first id, if ids are consecutive numbers. */
	readonly firstId: number | undefined;
	/** Returns the id of a record as a text. */
	idOf(record: StoredRecord): string;
	facetsOf(record: StoredRecord): Facets;
	/** The roles that a search compares. */
	readonly keys: ReadonlySet<string>;
	/** The properties that are in no schema, and that responses therefore do not show. */
	readonly hidden: readonly string[];
	/** Whether a client may choose the id of a record. */
	readonly takesIds: boolean;
	/**
	 * Values by property, so that samples match the filters of each list. Undefined for a value that the client chooses.
	 */
	readonly asked: Readonly<Record<string, unknown>>;
	/** Whether it is the audit trail. */
	readonly isTrail: boolean;
	/** Whether searches find some records only after a delay. */
	readonly isDelayed: boolean;
}

/** Ends a write that changes nothing. Without a rejection, the request begins again, because its id is taken. */
export class AbortedWrite extends Error {
	readonly rejection?: Rejection;
}

/** Returns the id that a client has chosen for a new record. */
export const givenId = (
	{ idProperty, takesIds }: Collection,
	body: unknown,
): unknown => (takesIds && isObject(body) ? body[idProperty] : undefined);

/** The range of numbers reserved for the ids of the items of one record. A record has fewer items. */
const MAX_ITEMS = 1_000;

/**
 * Returns a function that generates the values of a new record that requests do not determine, such as its id and its
 * time.
 */
function createMakers(
	record: Field,
): (making: Making) => NonNullable<Source["make"]> {
	const all = [...allFields(record)];
	const formsOf = <Form>(role: string, create: (field: Field) => Form) =>
		new Map(
			all.flatMap((each) =>
				each.role === role ? [[each, create(each)] as const] : [],
			),
		);
	const idForms = formsOf("id", createIdForm);
	const timeForms = formsOf("createdAt", createTimeForm);
	const own = new Set(fieldsOf(record));
	return ({ context, created, id }) => {
		let items = 0;
		return (field) => {
			if (field.role !== "id") return timeForms.get(field)?.(context.at);
			if (id !== undefined && own.has(field)) return id;
			// The items of a record have ids of their own, whose numbers must be unique, too.
			const number = own.has(field) ? created : created * MAX_ITEMS + items++;
			return idForms.get(field)?.({ context, created: number });
		};
	};
}

/** The roles in a request that are not compared with the same role of a record. */
const PAGING = ["limit", "cursor", "offset", "page", "from", "to", "text"];

/** The records of a collection, with the information that its operations need. */
export interface RecordParts
	extends Pick<Collection, "record" | "hidden" | "takesIds" | "asked"> {
	/** The properties that parameters filter by. */
	readonly properties: readonly string[];
}

const describeShown = (record: Field): RecordParts => ({
	...{ record, hidden: [], takesIds: false, asked: {}, properties: [] },
});

function createCollection(
	name: string,
	{ record, hidden, takesIds, asked, properties }: RecordParts,
	conditions: readonly (string | undefined)[],
	delays: Delays,
): Collection {
	const createMake = createMakers(record);
	const [idProperty = "id", idField] =
		record.properties.find(([, { role }]) => role === "id") ?? [];
	// Only the name of the parameter tells its role.
	const [timeName = "", time] =
		record.properties.find(
			([, each]) => each.schema["x-role"] === "inferred.createdAt",
		) ?? [];
	const roles = fieldsOf(record).flatMap(({ role }) => role ?? []);
	const keys = new Set(
		roles.filter((role) => conditions.includes(role) && !PAGING.includes(role)),
	);
	const isTrail = roles.includes("action");
	return {
		name,
		record,
		create(making, { roles, named }) {
			const generate = createMake(making);
			// A client may send this time.
			const make: typeof generate = Object.hasOwn(named, timeName)
				? (field) => (field === time ? undefined : generate(field))
				: generate;
			return compose(record, { roles, named, make }) as StoredRecord;
		},
		completeRecord(making, given) {
			const { roles, named } = readSource(record, given);
			const make = createMake(making);
			const otherwise = () => undefined;
			const made = Object(compose(record, { roles, named, make, otherwise }));
			for (const name of Object.keys(made))
				if (Object.hasOwn(given, name) && name !== "__proto__")
					made[name] = given[name];
			return made;
		},
		idProperty,
		firstId: idField?.isNumeric ? firstNumber(idField) : undefined,
		idOf: (stored) => String(Reflect.get(stored, idProperty)),
		facetsOf: createFacets(
			record,
			{ keys, isTrail, unknown: [...hidden, ...Object.keys(asked)] },
			delays,
			properties,
		),
		...{ keys, isTrail, takesIds, asked, hidden },
		isDelayed: isTrail && delays.size > 0,
	};
}

/** Returns the object with an id in a response, or in an item of a page. */
export function findRecord(plan: OperationPlan): Field | undefined {
	const { body } = plan;
	if (!body) return undefined;
	const items = findItems(body)?.items;
	const found = isPage(plan) ? undefined : findOwner(body, "id");
	return found ?? (items && findOwner(items, "id"));
}

/** Returns a response that shows a record: the record itself, or a list with the record as its only item. */
export function composeShown(
	whole: Field,
	shown: Field,
	part: unknown,
	source: () => Source,
): unknown {
	if (shown === whole) return part;
	const items = findItems(whole);
	const isItem = items?.items && fieldsOf(items.items).includes(shown);
	const parts = isItem ? new Map([[items, [part]]]) : new Map([[shown, part]]);
	return compose(whole, { whole: parts, ...source() });
}

/** Returns the record of a request whose response shows no record: the values of the request, and an id. */
function createUnseen({ request }: OperationPlan): Field {
	const given = child(request?.schema ?? {}, "properties");
	const id = { type: "string", ...child(given, "id"), "x-role": "record.id" };
	const properties = { id, ...given, ...(isNode(given.id) && { id }) };
	return readField({ type: "object", required: ["id"], properties });
}

/** Lists the roles in the requests of the operations. */
const listConditions = (plans: readonly OperationPlan[]) =>
	plans
		.flatMap(({ request, query }) =>
			[request ?? query, query].flatMap(fieldsOf),
		)
		.map(({ role }) => role);

/** Returns the schemas of the records, by collection. */
export const listRecordSchemas = (
	collections: ReadonlyMap<string, Collection>,
): NamedSchema[] =>
	[...collections].map(([name, { record }]) => [name, record.schema]);

/**
 * Finds the collections of a document. The response that creates a record defines its form, because a page may show
 * fewer properties.
 */
export function findCollections(
	plans: readonly OperationPlan[],
	describe: (
		shown: Field,
		plans: readonly OperationPlan[],
	) => RecordParts = describeShown,
): ReadonlyMap<string, Collection> {
	const collections = new Map<string, Collection>();
	const delays = listDelays(plans);
	const byResource = groupByResource(plans);
	for (const behavior of ["create", "list", "search", "unseen"])
		for (const plan of plans) {
			const { resource } = plan;
			const isUnseen = behavior === "unseen" && plan.behavior === "create";
			if (!isUnseen && plan.behavior !== behavior) continue;
			const shown = isUnseen ? createUnseen(plan) : findRecord(plan);
			if (!shown || collections.has(resource)) continue;
			const own = byResource.get(resource) ?? [];
			const parts = describe(shown, own);
			collections.set(
				resource,
				createCollection(resource, parts, listConditions(own), delays),
			);
		}
	return collections;
}
