import { createIdForm } from "../behaviors/forms.ts";
import type { Plan } from "../behaviors/operation-plan.ts";
import { sample } from "../document/compose.ts";
import { type Field, findOwner, isForbidden } from "../document/field.ts";
import { child, entries } from "../document/node.ts";
import { parameterNames } from "../document/path-template.ts";
import { matches } from "../document/pattern.ts";
import { isForm, writeQuery, writeSimple } from "../document/write-request.ts";
import { attempt } from "../values/errors.ts";
import { isObject } from "../values/json.ts";
import { uniqueWord } from "../values/unique-word.ts";
import type {
	ContractBehavior,
	ExampleRequest,
} from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";
import { renewPatterns } from "./pattern-texts.ts";
import {
	listFreeTexts,
	replaceTexts,
	type Tested,
	type TestedPlan,
} from "./subject.ts";

/** New ids that are numbers are smaller. */
const MAX_NEW_ID = 1_000_000_000;

/** Returns the body that the document gives, or else the simplest one. */
export function exampleBody({ operation, request }: Plan): unknown {
	const [content] = operation.requestContent;
	if (!content || !request) return undefined;
	return "example" in content[1] ? content[1].example : sample(request);
}

/** Returns the value that the document gives for a parameter of the path; undefined without one. */
export function findPathExample(
	{ operation: { parameters }, query }: Plan,
	name: string,
): unknown {
	const node = parameters.find(
		(each) => each.in === "path" && each.name === name,
	);
	const [named] = entries(child(node ?? {}, "examples"));
	const field = query.byName.get(name);
	const isGiven = ["example", "examples", "default", "enum", "const"].some(
		(keyword) => keyword in (field?.schema ?? {}),
	);
	return (
		node?.example ??
		named?.[1].value ??
		(field && isGiven ? sample(field) : undefined)
	);
}

/**
 * Returns the path of an operation with examples of its parameters.
 * @param values other ones than the examples, by name
 */
export const createPath = (
	plan: Plan,
	values: Readonly<Record<string, string>> = {},
): string => {
	const { operation, query } = plan;
	const { path, parameters } = operation;
	return parameterNames(path).reduce((filled, name) => {
		const field = query.byName.get(name);
		const node = parameters.find(
			(each) => each.in === "path" && each.name === name,
		);
		const value =
			values[name] ??
			findPathExample(plan, name) ??
			(field ? sample(field) : name);
		const example = encodeURIComponent(writeSimple(node ?? {}, value));
		return filled.replace(`{${name}}`, () => example);
	}, path);
};

/** Returns the values that stand for a record in a property of the requests of checks. */
export function listPlaceholders(
	{ plan }: Tested,
	property: string,
): readonly unknown[] {
	const field = plan.request?.byName.get(property);
	const { [property]: example } = Object(exampleBody(plan));
	return [example, field && sample(field)];
}

/** Whether null removes a property (RFC 7396). */
const isMergePatch = ({ operation: { requestContent } }: Plan): boolean =>
	requestContent[0]?.[0].startsWith("application/merge-patch") ?? false;

/** Returns an array with an item, as a form and a query cannot have an empty one; other values as they are. */
const addItem = ({ items }: Field, value: unknown): unknown =>
	items && Array.isArray(value) && value.length === 0 ? [sample(items)] : value;

/**
 * Returns a body that the operation should accept.
 * @param selected the optional properties that it has; without them, all that the document's example has
 */
export function createBody(plan: Plan, selected?: readonly string[]): unknown {
	const { request } = plan;
	const example = exampleBody(plan);
	if (!request || !isObject(example)) return example;
	const fields = new Map(request.properties);
	const names = new Set(
		selected ? [...request.required, ...selected] : Object.keys(example),
	);
	const isInForm = isForm(plan.operation.requestContent[0]?.[0] ?? "");
	const { minProperties = 0 } = request.schema;
	for (const [name, field] of request.properties)
		if (names.size < Number(minProperties) && !isForbidden(field))
			names.add(name);
	return Object.fromEntries(
		[...names].flatMap((name) => {
			const field = fields.get(name);
			// Only the service knows a valid cursor.
			if (!field || field.role === "cursor" || isForbidden(field))
				return name in example && !field ? [[name, example[name]]] : [];
			const made = name in example ? example[name] : sample(field);
			if (isInForm) return [[name, addItem(field, made)]];
			if (name in example) return [[name, made]];
			// A service is right to reject what its document forbids.
			const isWrong =
				typeof made === "string"
					? !matches(made, field.schema.pattern)
					: made === null && isMergePatch(plan);
			return isWrong && !request.required.includes(name) ? [] : [[name, made]];
		}),
	);
}

/** Returns an id that no record has, under its name in the request; nothing if a client does not choose the id. */
function createNewId({ behavior, body, request }: Plan): object {
	const record =
		behavior === "create" && body ? findOwner(body, "id") : undefined;
	const [name = ""] =
		record?.properties.find(([, { role }]) => role === "id") ?? [];
	const field = request?.byName.get(name);
	if (!field || isForbidden(field)) return {};
	const draw = () => Math.floor(Math.random() * MAX_NEW_ID);
	const context = { at: "", id: () => uniqueWord(), fraction: Math.random };
	const made = attempt(() => createIdForm(field)({ created: draw(), context }));
	const { maximum = Infinity } = field.schema;
	return made === undefined || Number(made) > Number(maximum)
		? {}
		: { [name]: made };
}

/** Returns the body of a new record with an id that no record has, if it has one. */
export function withNewId(plan: Plan, body: unknown): unknown {
	if (!isObject(body)) return body;
	// A matcher makes a new text of its own.
	const id = Object.entries(createNewId(plan)).filter(
		([name]) => name in body && !isObject(body[name]),
	);
	return id.length > 0 ? { ...body, ...Object.fromEntries(id) } : body;
}

/** Returns a body with new texts, since a service may require that names are unique. */
export const createNewBody = (
	plan: TestedPlan,
	selected?: readonly string[],
): unknown => {
	const body = createBody(plan, selected);
	const made = replaceTexts(body, listFreeTexts(plan), uniqueWord);
	return withNewId(plan, renewPatterns(plan, made));
};

/** Returns a valid body of a request, if it has one. */
export const createBodyOf = ({ plan }: Tested): unknown =>
	plan.request && createNewBody(plan, []);

/** Returns the values of a query: of the required parameters and of those that are selected. */
export function createQueryValues(
	{ query, operation }: Plan,
	selected: readonly string[] = [],
): Readonly<Record<string, unknown>> {
	const values: Record<string, unknown> = {};
	for (const each of operation.parameters) {
		const name = String(each.name);
		const field = query.byName.get(name);
		const isSelected = selected.includes(name) && field?.role !== "cursor";
		if (field && each.in === "query" && (each.required === true || isSelected))
			values[name] = addItem(field, sample(field));
	}
	return values;
}

/** Returns the query with the required parameters, those that are selected, and other values. */
export function createQuery(
	plan: Plan,
	selected?: readonly string[],
	values?: Readonly<Record<string, unknown>>,
): string {
	const pairs = writeQuery(plan.operation.parameters, {
		...createQueryValues(plan, selected),
		...values,
	});
	return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : "";
}

/** Returns a request that the operation should accept, with the selected optional properties or parameters. */
export function createValidRequest(
	plan: TestedPlan,
	selected?: readonly string[],
): ExampleRequest {
	const query = createQuery(plan, selected);
	const body = createNewBody(plan, selected);
	return {
		...(query !== "" && { query }),
		...(body !== undefined && { body }),
	};
}

/** Returns the optional properties and parameters whose value in checks the document allows. */
export const selectValid = (
	{ expectStatus }: Pick<ContractBehavior, "expectStatus">,
	{ plan, operation }: Tested,
	names: readonly string[],
): readonly string[] =>
	names.filter((name) => {
		const request = buildRequest(operation, createValidRequest(plan, [name]));
		return expectStatus(operation.id, request).because === undefined;
	});
