import { type Field, fieldsOf, hasType } from "../document/field.ts";
import type { DocumentOperation, Node } from "../document/node.ts";
import { readField } from "../document/read-field.ts";
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

/** A parameter that selects records by one of their properties. */
export interface Selection {
	readonly in: "path" | "query";
	/** The name of the parameter. */
	readonly name: string;
	readonly property: string;
	/** Whether the property is in no schema, so that responses do not show it. */
	readonly isHidden: boolean;
	/** Whether each request has the parameter. */
	readonly isRequired?: boolean;
	/** The collection of the record that the parameter identifies. */
	readonly parent: string | undefined;
}

/** What an operation does, and with which parts of the document. */
export interface OperationPlan {
	readonly operation: Pick<DocumentOperation, "id" | "node"> &
		Partial<Pick<DocumentOperation, "pointer">>;
	readonly behavior: Behavior;
	/** The name of the collection. */
	readonly resource: string;
	readonly success: number;
	/** The response of success, with each `$ref` resolved. */
	readonly response: Node;
	/** The body of this response; undefined if it has none. */
	readonly body: Field | undefined;
	/** The body of the request. */
	readonly request: Field | undefined;
	/** The parameters, as if they were the properties of an object. */
	readonly query: Field;
	/** Whether the roles follow from the form of the response, which has none. */
	readonly isInferred?: boolean;
	/** The parameter of the path with the id of a record. */
	readonly idParameter?: string | undefined;
	/** Whether clients may know ids that no operation showed them: none lists or adds records at the path above. */
	readonly takesUnknownIds?: boolean;
	/** Whether PUT creates the record that its path names, if there is none: no POST creates records, or it documents 201. */
	readonly createsUnknown?: boolean;
	/** Whether a header of the response has the total. */
	readonly countsInHeader?: boolean;
	readonly selects?: readonly Selection[];
	/** The example of the response; undefined if the operation does more than to respond with it. */
	readonly example?: unknown;
}

/** What an operation of a document does that was read at run time. */
export interface Plan extends OperationPlan {
	readonly operation: DocumentOperation;
}

/** Groups plans by their collection. A document may have thousands of each. */
export const groupByResource = <Each extends OperationPlan>(
	plans: readonly Each[],
): ReadonlyMap<string, readonly Each[]> =>
	new Map(
		groupBy(plans, ({ resource }) => resource).map((all) => [
			all[0].resource,
			all,
		]),
	);

/** A plan as plain JSON, with the schemas of its fields. The build writes it for the document of the package. */
export type StoredPlan = Omit<OperationPlan, "body" | "request" | "query"> &
	Readonly<Partial<Record<"body" | "request" | "query", Node>>>;

export const readPlan = (stored: StoredPlan): OperationPlan => ({
	...stored,
	body: stored.body && readField(stored.body),
	request: stored.request && readField(stored.request),
	query: readField(stored.query ?? {}),
});

/** Whether the response has records as a page. */
export const isPage = ({
	behavior,
}: Pick<OperationPlan, "behavior">): boolean =>
	behavior === "list" || behavior === "search";

/** Returns the parameter or the property of the request that has the role, with its name. */
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

/** What a list or a search makes of a request. */
export interface PageForm {
	/** Whether pages begin with the oldest record. */
	readonly isOldestFirst: boolean;
	/** Whether a cursor counts records from the start. */
	readonly isNumbered: boolean;
	/** Whether a cursor that was never issued gets the first page. */
	readonly takesUnknownCursor: boolean;
	readonly includesFrom: boolean;
	readonly includesTo: boolean;
	readonly isCaseSensitive: boolean;
}

/** Reads what the keywords of an operation and its input say, or what holds without them. */
export function readPageForm(plan: OperationPlan): PageForm {
	const keywordsOf = (role: string): Node =>
		findInput(plan, role)?.[1].schema ?? {};
	const cursor = keywordsOf("cursor");
	return {
		isOldestFirst: plan.operation.node["x-order"] === "oldest first",
		isNumbered: cursor["x-cursor-position"] === "number",
		takesUnknownCursor: cursor["x-unknown-cursor"] === "first page",
		includesFrom: keywordsOf("from")["x-inclusive"] !== false,
		includesTo: keywordsOf("to")["x-inclusive"] === true,
		isCaseSensitive: keywordsOf("text")["x-case-sensitive"] === true,
	};
}

/** Returns the array of a page: the one with the role `items`, or the whole body. */
export const findItems = (body: Field): Field | undefined =>
	hasType(body, "array")
		? body
		: fieldsOf(body).find(({ role }) => role === "items");
