import {
	compose,
	listNames,
	readSource,
	type Source,
	sample,
} from "../document/compose.ts";
import { type Field, fieldsOf } from "../document/field.ts";
import type { OperationInput } from "../engine/model/service.ts";
import type { StoredRecord } from "../store/store.ts";
import { essenceOf } from "../values/http.ts";
import { filterEntries, isObject } from "../values/json.ts";
import type { Collection } from "./collections.ts";
import type { OperationPlan } from "./operation-plan.ts";
import { createReader } from "./replies.ts";

/** Returns the roles of the properties with these names. A request may use the names without the roles. */
const rolesOf = (record: Field, names: readonly string[]): string[] =>
	names.flatMap((name) => record.byName.get(name)?.role ?? []);

const omitRoles = (
	roles: Source["roles"],
	omitted: readonly (string | undefined)[],
): Source["roles"] =>
	filterEntries(
		roles,
		(role) => !omitted.includes(role) || GENERATED.includes(role),
	);

/** Returns a function that returns the values of a record that requests do not change. */
function createKeepUnknown(
	request: Field | undefined,
	{ record, hidden }: Collection,
) {
	const names = new Set(request && listNames(request));
	const asked = request
		? [
				...fieldsOf(request).map(({ role }) => role),
				...rolesOf(record, [...names]),
			]
		: [];
	const isKnown = (name: string): boolean =>
		record.byName.has(name) || hidden.includes(name);
	const isKept = (name: string): boolean =>
		record.byName.get(name)?.schema.readOnly === true ||
		(!names.has(name) && (isKnown(name) || request?.isOpen !== true));
	return ({ roles, named }: Source): Source => ({
		roles: omitRoles(roles, asked),
		named: filterEntries(named, isKept),
	});
}

/** The roles of values that the service generates. */
const GENERATED = ["id", "createdAt"];

/**
 * Merges a change into a value and into nested objects.
 * @param isPatch whether null removes a property (RFC 7396)
 */
function mergeChange(
	value: unknown,
	change: unknown,
	isPatch: boolean,
): unknown {
	if (!isObject(change)) return change;
	// A map, because a property may have the name `__proto__`.
	const merged = new Map(Object.entries(isObject(value) ? value : {}));
	for (const [name, each] of Object.entries(change))
		if (isPatch && each === null) merged.delete(name);
		else merged.set(name, mergeChange(merged.get(name), each, isPatch));
	return Object.fromEntries(merged);
}

/**
 * Returns the values of a record by role. Properties that a request contains by name are returned by name instead.
 */
function keepNamed(
	{ roles, named }: Source,
	names: readonly string[],
	record: Field,
	before: StoredRecord,
): Source {
	const withRole = names.filter((name) => rolesOf(record, [name]).length > 0);
	const moved = withRole.map((name) => [name, Reflect.get(before, name)]);
	return {
		roles: omitRoles(roles, rolesOf(record, withRole)),
		named: { ...named, ...Object.fromEntries(moved) },
	};
}

/** Returns a function that creates the next version of a record from a request. */
export function createNext(plan: OperationPlan, collection: Collection) {
	const { record } = collection;
	const read = createReader(plan);
	const keepUnknown = createKeepUnknown(plan.request, collection);
	const isReadOnly = (name: string): boolean =>
		record.byName.get(name)?.schema.readOnly === true;
	return (before: StoredRecord, input: OperationInput): StoredRecord => {
		const old = readSource(record, before);
		const sent = read({ query: {}, body: input.body });
		const named = filterEntries(sent.named, (name) => !isReadOnly(name));
		const roles = filterEntries(
			sent.roles,
			(role) => !GENERATED.includes(role),
		);
		const type = essenceOf(input.request.header("content-type") ?? "");
		const change = { roles, named };
		const isUpdate = plan.behavior === "update";
		const kept = isUpdate
			? keepNamed(old, Object.keys(named), record, before)
			: keepUnknown(old);
		const isPatch = type === "application/merge-patch+json";
		const merge = (value: unknown, sent: object): unknown =>
			isUpdate
				? mergeChange(value, sent, isPatch)
				: { ...Object(value), ...sent };
		const values = new Map(
			record.properties.map(([name, field]) => [
				field,
				Reflect.get(before, name),
			]),
		);
		return compose(record, {
			roles: Object(merge(kept.roles, change.roles)),
			named: Object(merge(kept.named, change.named)),
			// The document requires what the change removes.
			otherwise: (field) => values.get(field) ?? sample(field),
		}) as StoredRecord;
	};
}
