import { findRecord } from "../behaviors/collections.ts";
import { findItems, type Plan } from "../behaviors/find-behaviors.ts";
import {
	adapt,
	type Field,
	isFreeText,
	pathOf,
	readSource,
} from "../document/field.ts";
import { tryParseJson, valueAt } from "../values/json.ts";
import type {
	ExampleRequest,
	OutgoingRequest,
	ProviderResponse,
} from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";

/** Returns a request that the operation should accept. */
export type Create = (operation: string) => ExampleRequest;

export const jsonOf = ({ body }: ProviderResponse): unknown =>
	tryParseJson(`${body}`);

/** Returns a value as a mismatch shows it. */
export const show = (value: unknown): string =>
	JSON.stringify(value) ?? "missing";

/** A page of a list or a search. */
export interface PageReader {
	readonly plan: Plan;
	/** Where the items are, such as `$.items`. */
	readonly place: string;
	/** Returns the items of a response, by role; undefined if it has none. */
	read(
		response: ProviderResponse,
	): readonly Readonly<Record<string, unknown>>[] | undefined;
	/** Creates a request with values by role. */
	request(values: Readonly<Record<string, unknown>>): OutgoingRequest;
	/** Whether requests can have any text for this role. */
	takesText(role: string): boolean;
	/** Whether requests can have a value of this role. */
	has(role: string): boolean;
}

/** Returns the property with the role, in the query or at the top of the body. */
const findInput = ({ query, request }: Plan, role: string) => {
	const find = (field: Field | undefined) =>
		field?.properties.find(([, each]) => each.role === role);
	return { inQuery: find(query), inBody: find(request) };
};

export function createPageReader(
	plan: Plan,
	create: Create,
): PageReader | undefined {
	const { body, operation } = plan;
	const items = body && findItems(body);
	const path = items && pathOf(body, items);
	const record = findRecord(plan);
	if (!items || !path || !record) return undefined;
	return {
		plan,
		place: ["$", ...path].join("."),
		read(response) {
			const found = valueAt(jsonOf(response), ...path);
			return Array.isArray(found)
				? found.map((each) => readSource(record, each).roles)
				: undefined;
		},
		takesText(role) {
			const { inQuery, inBody } = findInput(plan, role);
			const field = (inQuery ?? inBody)?.[1];
			return field !== undefined && isFreeText(field);
		},
		has(role) {
			const { inQuery, inBody } = findInput(plan, role);
			return inQuery !== undefined || inBody !== undefined;
		},
		request(values) {
			const query = new URLSearchParams();
			// An empty object matches every record, and the example may select some.
			const sent: Record<string, unknown> =
				plan.behavior === "search"
					? {}
					: { ...Object(create(operation.id).body) };
			for (const [role, value] of Object.entries(values)) {
				const { inQuery, inBody } = findInput(plan, role);
				if (inQuery) query.set(inQuery[0], String(value));
				else if (inBody) sent[inBody[0]] = adapt(inBody[1], value);
			}
			return buildRequest(operation, {
				...(query.size > 0 && { query: `?${query}` }),
				...(operation.method !== "GET" && { body: sent }),
			});
		},
	};
}
