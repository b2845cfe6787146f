import { findRecord } from "../behaviors/collections.ts";
import {
	findInput,
	findItems,
	isPage,
	readPageForm,
} from "../behaviors/operation-plan.ts";
import { listViolations } from "../checks/rejections.ts";
import type { Subject, Tested } from "../checks/subject.ts";
import { selectValid } from "../checks/valid-requests.ts";
import {
	type Field,
	fieldsOf,
	isForbidden,
	pathOf,
} from "../document/field.ts";
import type { ViolatingRequest } from "../document/model.ts";
import { writeQuery, writeSimple } from "../document/write-request.ts";
import { filterEntries, lowerNames, mapValues } from "../values/json.ts";
import type { OutgoingRequest } from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";
import { type Filling, fill, type Step } from "./step.ts";

/** An operation with the information that sequences need. */
export interface Operation extends Tested {
	/** The optional properties that its requests may have. */
	readonly optional: readonly string[];
	/** Invalid requests of the operation. */
	readonly violations: readonly ViolatingRequest[];
	/** The property names on the path to the record in the response; undefined if it shows no record. */
	readonly recordPath: readonly string[] | undefined;
	readonly record: Field | undefined;
	readonly page: PagePaths | undefined;
	/** By lower-case name, the optional headers of requests in the spelling of the document. */
	readonly conditions: ReadonlyMap<string, string>;
}

/** The places of the parts of a page in a response. */
export interface PagePaths {
	readonly items: readonly string[];
	readonly nextCursor: readonly string[] | undefined;
	/** Whether the request names the page by a cursor. */
	readonly takesCursor: boolean;
	/** The property of the items with the id that is a cursor; undefined if ids are no cursors. */
	readonly cursorId: string | undefined;
	/** Whether a response and the document lead to the next page. */
	readonly leadsOn: boolean;
}

/** Returns the step with another value of a parameter or property. */
export const setInput = <Each extends Pick<Step, "query" | "body">>(
	plan: Tested["plan"],
	step: Each,
	name: string,
	value: unknown,
): Each =>
	plan.query.byName.has(name)
		? { ...step, query: { ...step.query, [name]: value } }
		: { ...step, body: { ...Object(step.body), [name]: value } };

/** Returns the step with another value of the input that has the role; undefined if there is no input or value. */
export function withInput<Each extends Omit<Step, "id">>(
	{ plan }: Operation,
	step: Each,
	role: string,
	value: unknown,
): Each | undefined {
	const [name] = findInput(plan, role) ?? [];
	return name === undefined || value === undefined
		? undefined
		: setInput(plan, step, name, value);
}

/** Returns the value of the input that has the role; undefined if the step has none. */
export function readInput(
	{ plan }: Operation,
	{ query, body }: Step,
	role: string,
): unknown {
	const [name = ""] = findInput(plan, role) ?? [];
	return query[name] ?? Object(body)[name];
}

/** Returns the step without the inputs that select another page than the first one; undefined if it has none. */
export function withoutPosition(
	{ plan }: Operation,
	step: Step,
): Step | undefined {
	const names = ["cursor", "offset", "page"].flatMap(
		(role) => findInput(plan, role)?.[0] ?? [],
	);
	const drop = (from: unknown) =>
		filterEntries(Object(from), (name) => !names.includes(name));
	const { query, body } = step;
	return names.some((name) => name in { ...query, ...Object(body) })
		? { ...step, query: drop(query), body: body && drop(body) }
		: undefined;
}

const CONFLICT = 409;

/** The maximum length of invalid values. Longer ones would test the limits of a service instead of its behavior. */
const MAX_VIOLATION = 20_000;

function findPage(tested: Tested): PagePaths | undefined {
	const { plan } = tested;
	const { body } = plan;
	const items = body && isPage(plan) ? findItems(body) : undefined;
	const path = body && items && pathOf(body, items);
	if (!body || !path) return undefined;
	const next = fieldsOf(body).find(({ role }) => role === "nextCursor");
	const nextCursor = next && pathOf(body, next);
	const takesCursor = findInput(plan, "cursor") !== undefined;
	const cursorId =
		readPageForm(plan).position === "id"
			? findRecord(plan)?.properties.find(([, { role }]) => role === "id")?.[0]
			: undefined;
	return {
		...{ items: path, nextCursor, takesCursor, cursorId },
		leadsOn: takesCursor
			? (nextCursor ?? cursorId) !== undefined
			: ["offset", "page"].some((role) => findInput(plan, role)),
	};
}

/** Returns the operations that sequences can call. */
export function listOperations(subject: Subject): Operation[] {
	const violations = listViolations(subject).filter(
		({ request }) => JSON.stringify(request).length < MAX_VIOLATION,
	);
	return subject.tested.map((tested) => {
		const { plan, operation } = tested;
		const { request, body } = plan;
		// Each play would send the same id, since a text with a pattern stays as it is.
		const sameId =
			CONFLICT in operation.responses && tested.collection?.idProperty;
		const optional = (request?.properties ?? []).filter(
			([name, field]) =>
				!request?.required.includes(name) &&
				!isForbidden(field) &&
				!(name === sameId && "pattern" in field.schema) &&
				!plan.references?.has(name),
		);
		const record = findRecord(plan);
		const headers = plan.operation.parameters.flatMap((each) =>
			each.in === "header" ? [String(each.name)] : [],
		);
		return {
			...tested,
			optional: selectValid(
				subject.documented,
				tested,
				optional.map(([name]) => name),
			),
			violations: violations.filter((each) => each.operation === operation.id),
			record,
			recordPath:
				record && body && !isPage(plan) ? pathOf(body, record) : undefined,
			page: findPage(tested),
			conditions: new Map(headers.map((name) => [name.toLowerCase(), name])),
		};
	});
}

/**
 * Returns the request of a step with the values of one side.
 * @throws Unfillable if the step refers to a value that the side does not have
 */
export function fillRequest(
	{ operation, plan }: Operation,
	step: Step,
	filling: Filling,
): OutgoingRequest {
	const values = Object(fill({ ...step }, filling));
	const { parameters } = plan.operation;
	const path = Object.entries(values.path).reduce((filled, [name, value]) => {
		const node = parameters.find(
			(each) => each.in === "path" && each.name === name,
		);
		const text = encodeURIComponent(writeSimple(node ?? {}, value));
		return filled.replace(`{${name}}`, () => text);
	}, operation.path);
	const pairs = writeQuery(parameters, values.query);
	const request = buildRequest(
		{ ...operation, path },
		{
			query: pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : "",
			body: values.body,
		},
	);
	const headers = mapValues(lowerNames<unknown>(values.headers), String);
	return { ...request, headers: { ...request.headers, ...headers } };
}
