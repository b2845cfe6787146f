import { type Field, fieldsOf, hasType, readField } from "../document/field.ts";
import { child, type DocumentOperation, type Node } from "../document/node.ts";
import { groupBy } from "../values/group-by.ts";

export const BEHAVIORS = [
	"list",
	"search",
	"create",
	"get",
	"replace",
	"update",
	"remove",
	"metrics",
	"example",
] as const;

export type Behavior = (typeof BEHAVIORS)[number];

/** A parameter that selects records by a property. */
export interface Selection {
	readonly in: "path" | "query";
	/** The name of the parameter. */
	readonly name: string;
	readonly property: string;
	/** Whether the property is in no schema. Responses do not show such a property. */
	readonly isHidden: boolean;
	/** Whether each request has the parameter. */
	readonly isRequired?: boolean;
	/** The collection of the record that the parameter identifies. */
	readonly parent: string | undefined;
}

/** The behavior of an operation, and the parts of the document that it uses. */
export interface OperationPlan {
	readonly operation: Pick<DocumentOperation, "id" | "node"> &
		Partial<Pick<DocumentOperation, "pointer" | "method" | "path">>;
	readonly behavior: Behavior;
	/** The name of the collection. */
	readonly resource: string;
	readonly success: number;
	/** The response of success, with each `$ref` resolved. */
	readonly response: Node;
	/** The body of this response; undefined if it has none. */
	readonly body: Field | undefined;
	/** The body of the request, if any. */
	readonly request: Field | undefined;
	/** The parameters, in the form of an object. */
	readonly query: Field;
	/** Whether the roles were inferred from the form of the response, because the document has none. */
	readonly isInferred?: boolean;
	/** The path parameter that contains the id of a record. */
	readonly idParameter?: string | undefined;
	/**
	 * Whether clients may know ids that no operation showed them, because no operation lists or creates records at the
	 * path above.
	 */
	readonly takesUnknownIds?: boolean;
	/** Whether PUT creates a missing record, because no POST creates records, or because PUT documents 201. */
	readonly createsUnknown?: boolean;
	/** Whether a response header contains the total number of records. */
	readonly countsInHeader?: boolean;
	readonly selects?: readonly Selection[];
	/** The example of the response; undefined if the operation has another behavior. */
	readonly example?: unknown;
}

/** The plan of an operation from a document that was read at run time. */
export interface Plan extends OperationPlan {
	readonly operation: DocumentOperation;
}

/** Groups plans by collection. A document may have thousands of plans and collections. */
export const groupByResource = <Each extends OperationPlan>(
	plans: readonly Each[],
): ReadonlyMap<string, readonly Each[]> =>
	new Map(
		groupBy(plans, ({ resource }) => resource).map((all) => [
			all[0].resource,
			all,
		]),
	);

/**
 * A plan as plain JSON, with schemas instead of fields. The build writes these plans for the document of the package.
 */
export type StoredPlan = Omit<OperationPlan, "body" | "request" | "query"> &
	Readonly<Partial<Record<"body" | "request" | "query", Node>>>;

export const readPlan = (stored: StoredPlan): OperationPlan => ({
	...stored,
	body: stored.body && readField(stored.body),
	request: stored.request && readField(stored.request),
	query: readField(stored.query ?? {}),
});

/** Whether the response contains records as a page. */
export const isPage = ({
	behavior,
}: Pick<OperationPlan, "behavior">): boolean =>
	behavior === "list" || behavior === "search";

/** Whether the document lists one of the statuses. */
export const lists = (
	{ operation }: OperationPlan,
	...statuses: (number | string)[]
): boolean =>
	statuses.some((each) => `${each}` in child(operation.node, "responses"));

/** Returns the parameter, or the property of the request, that has the role, with its name. */
export const findInput = (
	{ query, request }: Pick<OperationPlan, "query" | "request">,
	role: string,
): readonly [name: string, field: Field] | undefined =>
	[...query.properties, ...(request?.properties ?? [])].find(
		([, each]) => each.role === role,
	);

/** Returns the number of the first page. */
export const readFirstPage = (page: Field | undefined): number =>
	Number(page?.schema.default ?? page?.schema.minimum ?? 1);

/** The paging of a list or a search. */
export interface PageForm {
	/** Whether the oldest record comes first. */
	readonly isOldestFirst: boolean;
	/** What a cursor is: the number of records from the start, the id of a record, or a record that only the mock knows. */
	readonly position: "number" | "id" | "record";
	/** Whether an unknown cursor gets the first page. */
	readonly takesUnknownCursor: boolean;
	readonly includesFrom: boolean;
	readonly includesTo: boolean;
	readonly isCaseSensitive: boolean;
}

/** Reads the keywords of an operation and its input, or their defaults. */
export function readPageForm(plan: OperationPlan): PageForm {
	const keywordsOf = (role: string): Node =>
		findInput(plan, role)?.[1].schema ?? {};
	const cursor = keywordsOf("cursor");
	const position = cursor["x-cursor-position"];
	return {
		isOldestFirst: plan.operation.node["x-order"] === "oldest first",
		position: position === "number" || position === "id" ? position : "record",
		takesUnknownCursor: cursor["x-unknown-cursor"] === "first page",
		includesFrom: keywordsOf("from")["x-inclusive"] !== false,
		includesTo: keywordsOf("to")["x-inclusive"] === true,
		isCaseSensitive: keywordsOf("text")["x-case-sensitive"] === true,
	};
}

/** Returns the array of a page: the array with the role `items`, or the whole body. */
export const findItems = (body: Field): Field | undefined =>
	hasType(body, "array")
		? body
		: fieldsOf(body).find(({ role }) => role === "items");
