import type { Collection } from "../behaviors/collections.ts";
import type { DocumentService } from "../behaviors/create-service.ts";
import type { Plan } from "../behaviors/operation-plan.ts";
import {
	type Field,
	isForbidden,
	isFreeText,
	sample,
} from "../document/field.ts";
import { matches } from "../document/pattern.ts";
import { isObject, valueAt, withValueAt } from "../values/json.ts";
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

/** A text of a request that may be anything. A service may require that it is unique. */
export interface FreeText {
	/** The names of the properties that lead to it. */
	readonly path: readonly string[];
	readonly field: Field;
	readonly isRequired: boolean;
}

/** How many fields a check looks at: objects that are used often have more places than anyone could check. */
export const MAX_FIELDS = 1_000;

/** Lists the free texts of an object. */
export function listTexts(
	{ properties, required }: Field,
	isRequired = true,
	at: readonly string[] = [],
	left: { count: number } = { count: MAX_FIELDS },
): FreeText[] {
	return properties.flatMap(([name, field]) => {
		if (--left.count < 0) return [];
		const path = [...at, name];
		const isNeeded = isRequired && required.includes(name);
		const { maxLength = MIN_WORD_LENGTH } = field.schema;
		const isLong = Number(maxLength) >= MIN_WORD_LENGTH;
		return isFreeText(field) && isLong
			? [{ path, field, isRequired: isNeeded }]
			: listTexts(field, isNeeded, path, left);
	});
}

/** Lists the free texts of a new record, also in objects. */
export const listFreeTexts = ({ behavior, request }: Plan): FreeText[] =>
	behavior === "create" && request ? listTexts(request) : [];

/** Returns a required text of a new record, by which people tell records apart. */
export const findLabel = ({ plan }: Tested): FreeText | undefined =>
	listFreeTexts(plan).find(({ isRequired }) => isRequired);

/** Returns the body with other texts, where it has any. */
export const replaceTexts = (
	body: unknown,
	texts: readonly FreeText[],
	replace: (text: string) => unknown,
): unknown =>
	texts.reduce<unknown>((changed, { path }) => {
		const text = valueAt(changed, ...path);
		return typeof text === "string" && text !== ""
			? withValueAt(changed, path, replace(text))
			: changed;
	}, body);

/** Returns the body that the document gives, or else the simplest one. */
export function exampleBody({ operation, request }: Plan): unknown {
	const [content] = operation.requestContent;
	if (!content || !request) return undefined;
	return "example" in content[1] ? content[1].example : sample(request);
}

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
			if (name in example) return [[name, example[name]]];
			const made = sample(field);
			// A service is right to reject what its document forbids.
			const isWrong =
				typeof made === "string" && !matches(made, field.schema.pattern);
			return isWrong && !request.required.includes(name) ? [] : [[name, made]];
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
