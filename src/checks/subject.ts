import type { Collection } from "../behaviors/collections.ts";
import type { DocumentService } from "../behaviors/create-service.ts";
import type { Plan } from "../behaviors/find-behaviors.ts";
import { isForbidden, isFreeText, sample } from "../document/field.ts";
import { isObject } from "../values/json.ts";
import { uniqueWord } from "../values/unique-word.ts";
import type {
	ContractBehavior,
	ContractOperation,
	ExampleRequest,
} from "../verification/contract.ts";

/** An operation, as checks see it. */
export interface Tested {
	readonly plan: Plan;
	readonly operation: ContractOperation;
	/** Where the operation keeps its records; undefined if it has none. */
	readonly collection: Collection | undefined;
}

/** The service that checks are made for. */
export interface Subject {
	readonly document: DocumentService;
	readonly documented: ContractBehavior;
	readonly tested: readonly Tested[];
}

/** Shorter texts may not hold a new word. */
const MIN_WORD_LENGTH = 40;

/** Lists the texts at the top of a body that may be anything, since a service may require that they are unique. */
export const listFreeTexts = ({
	behavior,
	request,
}: Plan): readonly string[] =>
	behavior === "create" && request
		? request.properties.flatMap(([name, field]) => {
				const { maxLength = MIN_WORD_LENGTH } = field.schema;
				const isLong = Number(maxLength) >= MIN_WORD_LENGTH;
				return isFreeText(field) && isLong ? [name] : [];
			})
		: [];

/** Returns the body that the document gives, or else the simplest one. */
export function exampleBody({ operation, request }: Plan): unknown {
	const [content] = operation.requestContent;
	if (!content || !request) return undefined;
	return "example" in content[1] ? content[1].example : sample(request);
}

/** Returns the object with other values for some of its properties. */
export const replaceTexts = (
	body: unknown,
	names: readonly string[],
	replace: (text: string) => unknown,
): unknown =>
	isObject(body)
		? Object.fromEntries(
				Object.entries(body).map(([name, value]) => [
					name,
					names.includes(name) && typeof value === "string" && value !== ""
						? replace(value)
						: value,
				]),
			)
		: body;

/**
 * Returns a body that the operation should accept.
 * @param selected the optional properties that it has; without them, all that the document's example has
 */
export function createBody(plan: Plan, selected?: readonly string[]): unknown {
	const { request } = plan;
	const example = exampleBody(plan);
	if (!request || !isObject(example)) return example;
	const fields = new Map(request.properties);
	const names = selected
		? [...new Set([...request.required, ...selected])]
		: Object.keys(example);
	return Object.fromEntries(
		names.flatMap((name) => {
			const field = fields.get(name);
			// Only the service knows a valid cursor.
			if (!field || field.role === "cursor" || isForbidden(field))
				return name in example && !field ? [[name, example[name]]] : [];
			return [[name, name in example ? example[name] : sample(field)]];
		}),
	);
}

/** Returns a body with new texts, since a service may require that names are unique. */
export const createNewBody = (
	plan: Plan,
	selected?: readonly string[],
): unknown =>
	replaceTexts(createBody(plan, selected), listFreeTexts(plan), uniqueWord);

/** Returns the query with the required parameters and those that are selected. */
export function createQuery(
	{ query, operation }: Plan,
	selected: readonly string[] = [],
): string {
	const parameters = new URLSearchParams();
	const fields = new Map(query.properties);
	for (const each of operation.parameters) {
		const field = fields.get(String(each.name));
		const isSelected =
			selected.includes(String(each.name)) && field?.role !== "cursor";
		if (field && each.in === "query" && (each.required === true || isSelected))
			parameters.set(String(each.name), String(sample(field)));
	}
	return parameters.size > 0 ? `?${parameters}` : "";
}

/** Returns a request that the operation should accept, with the selected optional properties or parameters. */
export function createValidRequest(
	plan: Plan,
	selected?: readonly string[],
): ExampleRequest {
	const query = createQuery(plan, selected);
	const body = createNewBody(plan, selected);
	return {
		...(query !== "" && { query }),
		...(body !== undefined && { body }),
	};
}

/** Returns the ids of the assumptions that the response itself and its media type depend on. */
export function problemAssumptions(
	{ documented }: Subject,
	target: string,
	status: number,
): string[] {
	const found = documented.findResponseAssumptions(target, status);
	return [
		...new Set([...(found?.status ?? []), ...(found?.contentType ?? [])]),
	];
}

/** Returns the ids of the assumptions of the body at a place of a successful response, such as `$.items[*]`. */
export const bodyAssumptions = (
	{ documented }: Subject,
	{ id, success }: ContractOperation,
	place: string,
): readonly string[] => {
	const found = documented.findResponseAssumptions(id, success);
	return found?.body[place] ?? found?.status ?? [];
};
