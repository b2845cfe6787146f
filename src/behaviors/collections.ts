import {
	compose,
	type Field,
	fieldsOf,
	findOwner,
	readField,
	readSource,
	type Source,
	SourceList,
} from "../document/field.ts";
import { child } from "../document/node.ts";
import type { Facets, StoredRecord } from "../store/store.ts";
import type { WriteContext } from "../store/write-context.ts";
import { findItems, type Plan } from "./find-behaviors.ts";
import {
	createIdForm,
	createTimeForm,
	type Making,
	readTime,
} from "./forms.ts";

/** The records behind one resource. */
export interface Collection {
	readonly name: string;
	/** A record as the store keeps it: in the names of the document. */
	readonly record: Field;
	/** Creates a record from the values of a request. */
	create(making: Making, source: Source): StoredRecord;
	/** The name of the property with the id. */
	readonly idProperty: string;
	/** Returns the id of a record as a text. */
	idOf(record: StoredRecord): string;
	facetsOf(record: StoredRecord): Facets;
	/** The roles whose values a search can compare. */
	readonly keys: ReadonlySet<string>;
	/** Whether searches find some records later than they are written. */
	readonly isDelayed: boolean;
}

/** Returns the properties of a record with the role, also of nested objects and of items. */
function fieldsWith(record: Field, role: string): Field[] {
	const below = fieldsOf(record);
	return [
		...below.filter((each) => each.role === role),
		...below.flatMap(({ items }) => (items ? fieldsWith(items, role) : [])),
	];
}

/** Returns a function that makes the value of each field with a role, whose form is read once. */
function createMaker<Value>(
	record: Field,
	role: string,
	read: (field: Field) => Value,
): (field: Field) => Value {
	const forms = new Map(
		fieldsWith(record, role).map((field) => [field, read(field)]),
	);
	return (field) => forms.get(field) ?? read(field);
}

/** More items than a record has. */
const MAX_ITEMS = 1_000;

/** Roles that the service fills in, whatever a request has. */
function createGenerated(record: Field) {
	const idFormOf = createMaker(record, "id", createIdForm);
	const timeFormOf = createMaker(record, "createdAt", createTimeForm);
	const own = new Set(fieldsOf(record));
	return (making: Making): Source["roles"] => {
		let items = 0;
		return {
			id: (field: Field) => {
				// Items of a record have ids of their own, whose numbers must not repeat either.
				const created = own.has(field)
					? making.created
					: making.created * MAX_ITEMS + items++;
				return idFormOf(field)({ ...making, created });
			},
			createdAt: (field: Field) => timeFormOf(field)(making.context.at),
		};
	};
}

/** Adds the roles to those of a source, and to those of its items. */
export const withRoles = (source: Source, roles: Source["roles"]): Source => ({
	...source,
	roles: {
		...Object.fromEntries(
			Object.entries(source.roles).map(([role, value]) => [
				role,
				value instanceof SourceList
					? new SourceList(
							value.sources.map((each) =>
								withRoles({ ...source, ...each }, roles),
							),
						)
					: value,
			]),
		),
		...roles,
	},
});

/** Lists the texts and numbers of a value, however deep. */
function listTexts(value: unknown): string[] {
	if (typeof value === "string" || typeof value === "number")
		return [String(value)];
	return typeof value === "object" && value !== null
		? Object.values(value).flatMap(listTexts)
		: [];
}

/** By the action of an audit record, the milliseconds after which searches find it. */
type Delays = ReadonlyMap<unknown, number>;

const listDelays = (plans: readonly Plan[]): Delays =>
	new Map(
		plans.flatMap(({ operation: { node } }) => {
			const { action, delayMs } = child(node, "x-audit");
			return typeof delayMs === "number" ? [[action, delayMs]] : [];
		}),
	);

function createFacets(record: Field, delays: Delays): Collection["facetsOf"] {
	const searched = ["action", "subjectId", "detail"];
	const roles = fieldsOf(record).map(({ role }) => role);
	const isTrail = roles.includes("action");
	return (stored) => {
		const source = readSource(record, stored);
		const texts = searched.map((role) => source.roles[role]);
		const at = readTime(source.roles.createdAt ?? 0);
		const delayMs = delays.get(source.roles.action);
		return {
			keys: Object.fromEntries(
				Object.entries(source.roles).flatMap(([role, value]) =>
					typeof value === "object" ? [] : [[role, String(value)]],
				),
			),
			at,
			...(delayMs !== undefined && { visibleAt: at + delayMs }),
			texts: listTexts(isTrail ? texts : { ...stored }),
		};
	};
}

function createCollection(
	name: string,
	record: Field,
	delays: Delays,
): Collection {
	const keys = new Set(fieldsOf(record).flatMap(({ role }) => role ?? []));
	const generate = createGenerated(record);
	const [idProperty = "id"] =
		record.properties.find(([, { role }]) => role === "id") ?? [];
	return {
		name,
		record,
		create: (making, source) =>
			compose(record, withRoles(source, generate(making))) as StoredRecord,
		idProperty,
		idOf: (stored) => String(Reflect.get(stored, idProperty)),
		facetsOf: createFacets(record, delays),
		keys,
		isDelayed: keys.has("action") && delays.size > 0,
	};
}

/** Returns the object with an id in a response, or in an item of its page. */
export function findRecord({ body, behavior }: Plan): Field | undefined {
	if (!body) return undefined;
	const within = behavior === "create" ? body : findItems(body)?.items;
	return within && findOwner(within, "id");
}

/** Returns what is kept of a request whose response shows no record: its values, and an id. */
function createUnseen({ behavior, request }: Plan): Field | undefined {
	if (behavior !== "create") return undefined;
	const id = { type: "string", "x-role": "record.id" };
	const properties = { id, ...child(request?.schema ?? {}, "properties") };
	return readField({ type: "object", required: ["id"], properties });
}

/** Finds the collections of a document. What creates records says what they are; a page may show less of them. */
export function findCollections(
	plans: readonly Plan[],
): ReadonlyMap<string, Collection> {
	const collections = new Map<string, Collection>();
	const delays = listDelays(plans);
	for (const behavior of ["create", "list", "search"])
		for (const plan of plans) {
			const { resource } = plan;
			if (plan.behavior !== behavior || collections.has(resource)) continue;
			const record = findRecord(plan) ?? createUnseen(plan);
			if (record)
				collections.set(resource, createCollection(resource, record, delays));
		}
	return collections;
}

/** A record that a write adds to the audit trail. */
export type CreateAudit = (
	context: WriteContext,
	created: number,
	record: StoredRecord,
) => StoredRecord;

/** Returns a function that creates the audit record of a write; undefined if the document has no audit trail for it. */
export function createAudit(
	{ operation: { node } }: Plan,
	trail: Collection | undefined,
	{ record, idOf }: Collection,
): CreateAudit | undefined {
	const audit = node["x-audit"];
	if (!trail || typeof audit !== "object" || audit === null) return undefined;
	const { action, subjectType } = Object(audit);
	return (context, created, stored) => {
		const { roles } = readSource(record, stored);
		return trail.create(
			{ context, created },
			{
				roles: { ...roles, action, subjectType, subjectId: idOf(stored) },
				named: {},
			},
		);
	};
}
