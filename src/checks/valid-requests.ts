import { createIdForm } from "../behaviors/forms.ts";
import type { Plan } from "../behaviors/operation-plan.ts";
import { sample } from "../document/compose.ts";
import { type Field, findOwner, isForbidden } from "../document/field.ts";
import { child, entries } from "../document/node.ts";
import { parameterNames } from "../document/path-template.ts";
import { matches } from "../document/pattern.ts";
import { isForm, writeQuery, writeSimple } from "../document/write-request.ts";
import { attempt } from "../values/errors.ts";
import { isObject, type Texts, type Values } from "../values/json.ts";
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

/** The limit of new ids that are numbers. */
const MAX_NEW_ID = 1_000_000_000;

/** Returns the example body of the document, or else the simplest valid body. */
export function exampleBody({ operation, request }: Plan): unknown {
	const [content] = operation.requestContent;
	if (!content || !request) return undefined;
	return "example" in content[1] ? content[1].example : sample(request);
}

/** Returns the example of a path parameter in the document; undefined if there is none. */
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
 * @param values values that replace the examples, by name
 */
export const createPath = (plan: Plan, values: Texts = {}): string => {
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

/** Returns the placeholders for records in a property of requests. */
export function listPlaceholders(
	{ plan }: Tested,
	property: string,
): readonly unknown[] {
	const field = plan.request?.byName.get(property);
	const { [property]: example } = Object(exampleBody(plan));
	return [example, field && sample(field)];
}

/** Whether null removes a property in this request (RFC 7396). */
const isMergePatch = ({ operation: { requestContent } }: Plan): boolean =>
	requestContent[0]?.[0].startsWith("application/merge-patch") ?? false;

/**
 * Adds an item to an empty array, because forms and queries cannot contain empty arrays. Returns other values
 * unchanged.
 */
const addItem = ({ items }: Field, value: unknown): unknown =>
	items && Array.isArray(value) && value.length === 0 ? [sample(items)] : value;

/**
 * Returns a body that the operation should accept.
 * @param selected the optional properties in the body; defaults to all those of the document's example
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
			// A service may reject a value that its document forbids.
			const isWrong =
				typeof made === "string"
					? !matches(made, field.schema.pattern)
					: made === null && isMergePatch(plan);
			return isWrong && !request.required.includes(name) ? [] : [[name, made]];
		}),
	);
}

/** Returns a ULID of 1970, which no service issues. */
const newUlid = (): string =>
	`${Math.floor(Math.random() * 1e16)}`.padStart(26, "0");

/** Returns an unused id under its name in the request. Returns an empty object if clients do not choose ids. */
export function createNewId({ behavior, body, request }: Plan): object {
	const record =
		behavior === "create" && body ? findOwner(body, "id") : undefined;
	const [name = ""] =
		record?.properties.find(([, { role }]) => role === "id") ?? [];
	const field = request?.byName.get(name);
	if (!field || isForbidden(field)) return {};
	const draw = () => Math.floor(Math.random() * MAX_NEW_ID);
	const { pattern } = field.schema;
	const id = (prefix: string): string =>
		pattern === undefined ? uniqueWord() : prefix + newUlid();
	const context = { at: "", id, fraction: Math.random };
	const made = attempt(() => createIdForm(field)({ created: draw(), context }));
	const { maximum = Infinity } = field.schema;
	return made === undefined || Number(made) > Number(maximum)
		? {}
		: { [name]: made };
}

/** Returns the body of a new record. If the body contains an id, it is an unused one. */
export function withNewId(plan: Plan, body: unknown): unknown {
	if (!isObject(body)) return body;
	// A matcher makes a new text itself.
	const id = Object.entries(createNewId(plan)).filter(
		([name]) => name in body && !isObject(body[name]),
	);
	return id.length > 0 ? { ...body, ...Object.fromEntries(id) } : body;
}

/** Returns a body with new texts, because a service may require unique names. */
export const createNewBody = (
	plan: TestedPlan,
	selected?: readonly string[],
): unknown => {
	const body = createBody(plan, selected);
	const made = replaceTexts(body, listFreeTexts(plan), uniqueWord);
	return withNewId(plan, renewPatterns(plan, made));
};

/** Returns a valid request body, if the operation takes one. */
export const createBodyOf = ({ plan }: Tested): unknown =>
	plan.request && createNewBody(plan, []);

/** Returns the values of a query: the required parameters and the selected ones. */
export function createQueryValues(
	{ query, operation }: Plan,
	selected: readonly string[] = [],
): Values {
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

/** Returns the query with the required parameters, the selected ones, and other values. */
export function createQuery(
	plan: Plan,
	selected?: readonly string[],
	values?: Values,
): string {
	const pairs = writeQuery(plan.operation.parameters, {
		...createQueryValues(plan, selected),
		...values,
	});
	return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : "";
}

/** Returns a request that the operation should accept. It contains the selected optional properties or parameters. */
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

/** Returns the optional properties and parameters for which checks have a valid value. */
export const selectValid = (
	{ expectStatus }: Pick<ContractBehavior, "expectStatus">,
	{ plan, operation }: Tested,
	names: readonly string[],
): readonly string[] =>
	names.filter((name) => {
		const request = buildRequest(operation, createValidRequest(plan, [name]));
		return expectStatus(operation.id, request).because === undefined;
	});
