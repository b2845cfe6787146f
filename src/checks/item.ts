import { findRecord } from "../behaviors/collections.ts";
import { createIdForm } from "../behaviors/forms.ts";
import { readPageForm } from "../behaviors/operation-plan.ts";
import { pathOf } from "../document/field.ts";
import { isObject, type Values, valueAt } from "../values/json.ts";
import type { ProviderResponse } from "../verification/contract.ts";
import { EXAMPLE_CONTEXT } from "./creations.ts";
import { itemPlaceOf, namesParents } from "./named-records.ts";
import { jsonOf, type PageReader } from "./page-reader.ts";
import { isWriting, type Subject, type Tested } from "./subject.ts";
import { createNewBody, selectValid } from "./valid-requests.ts";

/** The operations on the records of one collection, below one path. */
export interface Item {
	readonly subject: Subject;
	readonly creator: Tested;
	/** Returns the body of a new record with all optional properties. */
	readonly createBody: () => unknown;
	/** The operations whose path ends with the id. */
	readonly operations: readonly Tested[];
	readonly get: Tested | undefined;
	/** The lists that show a new record on their first page. */
	readonly readers: readonly PageReader[];
}

/** Finds the operations that read and change the records of an operation. */
export function findItem(
	subject: Subject,
	creator: Tested,
	readers: readonly PageReader[],
): Item {
	const { tested, origins, documented } = subject;
	const operations = tested.filter((each) => {
		const place = itemPlaceOf(each);
		return place !== undefined && origins.get(place)?.creator === creator;
	});
	const names = (creator.plan.request?.properties ?? []).map(([name]) => name);
	const properties = selectValid(documented, creator, names).filter(
		(name) => !isGenerated(creator, name),
	);
	return {
		...{ subject, creator, operations },
		createBody: () => createNewBody(creator.plan, properties),
		get: operations.find(({ plan }) => plan.behavior === "get"),
		readers: readers.filter(
			({ plan }) =>
				plan.behavior === "list" &&
				plan.resource === creator.plan.resource &&
				namesParents(creator, plan.operation.path) &&
				!readPageForm(plan).isOldestFirst,
		),
	};
}

/** A number that is higher than the ids of any service. */
const NEVER_CREATED = 2_000_000_000;

/** Returns an id in the form of the collection that belongs to no record. */
export function createUnknownId(
	{ collection }: Tested,
	fraction: () => number = Math.random,
): unknown {
	const field = collection?.record.byName.get(collection.idProperty);
	const context = { ...EXAMPLE_CONTEXT, fraction };
	return field && createIdForm(field)({ created: NEVER_CREATED, context });
}

/** Whether the service sets a property, even if a request may contain it. */
export const isGenerated = ({ collection }: Tested, name: string): boolean => {
	const role = collection?.record.byName.get(name)?.role ?? "";
	return name === collection?.idProperty || GENERATED.has(role);
};

const GENERATED: ReadonlySet<string> = new Set(["id", "createdAt"]);

/** Returns the properties of a record that only clients change, and properties that never change. */
export const listKept = (item: Item): ReadonlySet<string> =>
	new Set(
		[item.creator, ...item.operations]
			.filter(({ plan }) => isWriting(plan))
			.flatMap(({ plan, collection }) => [
				...(plan.request?.properties ?? []).map(([name]) => name),
				...(plan.selects ?? []).map(({ property }) => property),
				...(collection?.record.properties ?? []).flatMap(([name, { role }]) =>
					GENERATED.has(role ?? "") ? name : [],
				),
			]),
	);

/**
 * Returns the place of the record in the body of a response, such as `$.data`; undefined if the body has no record.
 */
export function findRecordPlace({ plan }: Tested): string | undefined {
	const record = findRecord(plan);
	const at = record && plan.body && pathOf(plan.body, record);
	return at && ["$", ...at].join(".");
}

/** Returns the record in the body of a response. */
export function readShown(tested: Tested, response: ProviderResponse): Values {
	const [, ...at] = findRecordPlace(tested)?.split(".") ?? [];
	const shown = valueAt(jsonOf(response), ...at);
	return isObject(shown) ? shown : {};
}

/** Returns an object with only these properties. */
export const pick = (values: Values, names: readonly string[]): Values =>
	Object.fromEntries(names.map((name) => [name, values[name]]));
