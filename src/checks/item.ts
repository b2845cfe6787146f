import { findRecord } from "../behaviors/collections.ts";
import { createIdForm } from "../behaviors/forms.ts";
import { readPageForm } from "../behaviors/operation-plan.ts";
import { pathOf } from "../document/field.ts";
import { isObject, valueAt } from "../values/json.ts";
import type { ProviderResponse } from "../verification/contract.ts";
import { EXAMPLE_CONTEXT } from "./creations.ts";
import { itemPlaceOf, namesParents } from "./named-records.ts";
import { jsonOf, type PageReader } from "./page-reader.ts";
import { isWriting, type Subject, type Tested } from "./subject.ts";
import { selectValid } from "./valid-requests.ts";

export type Values = Readonly<Record<string, unknown>>;

/** The operations on the records of one collection at one place. */
export interface Item {
	readonly creator: Tested;
	/** The properties that a new record may have, except its id. */
	readonly properties: readonly string[];
	/** Those whose path ends with the id. */
	readonly operations: readonly Tested[];
	readonly get: Tested | undefined;
	/** The lists that show a new record on their first page. */
	readonly readers: readonly PageReader[];
}

/** Finds the records that an operation creates, and what reads and changes them. */
export function findItem(
	{ tested, origins, documented }: Subject,
	creator: Tested,
	readers: readonly PageReader[],
): Item {
	const operations = tested.filter((each) => {
		const place = itemPlaceOf(each);
		return place !== undefined && origins.get(place)?.creator === creator;
	});
	const names = (creator.plan.request?.properties ?? []).map(([name]) => name);
	const properties = selectValid(documented, creator, names).filter(
		(name) => !isGenerated(creator, name),
	);
	return {
		...{ creator, operations, properties },
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

/** Later than any id that a service has counted to. */
const NEVER_CREATED = 2_000_000_000;

/** Returns an id in the form of the collection that no record has. */
export function createUnknownId(
	{ collection }: Tested,
	fraction: () => number = Math.random,
): unknown {
	const field = collection?.record.byName.get(collection.idProperty);
	const context = { ...EXAMPLE_CONTEXT, fraction };
	return field && createIdForm(field)({ created: NEVER_CREATED, context });
}

/** Whether a service gives a property its value, also where a request may have it. */
export const isGenerated = ({ collection }: Tested, name: string): boolean => {
	const role = collection?.record.byName.get(name)?.role ?? "";
	return name === collection?.idProperty || GENERATED.has(role);
};

const GENERATED: ReadonlySet<string> = new Set(["id", "createdAt"]);

/** Returns the properties of a record that only a client changes, and those that stay as they are. */
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

/** Returns where the record is in the body of a response, such as `$.data`; undefined without one. */
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

/** Returns these properties only. */
export const pick = (values: Values, names: readonly string[]): Values =>
	Object.fromEntries(names.map((name) => [name, values[name]]));
