import { findInput } from "../behaviors/operation-plan.ts";
import { createUnknownId } from "../checks/item.ts";
import { findOrigin } from "../checks/named-records.ts";
import { NEVER_ISSUED } from "../checks/page-reader.ts";
import {
	isWriting,
	listFreeTexts,
	replaceTexts,
	type Subject,
	type Tested,
} from "../checks/subject.ts";
import { createBody, createQueryValues } from "../checks/valid-requests.ts";
import type { Field } from "../document/field.ts";
import { parameterNames } from "../document/path-template.ts";
import { isObject } from "../values/json.ts";
import type { Choices } from "./choices.ts";
import type { KnownRecord, KnownValues } from "./known-values.ts";
import { listSources, listTextSources } from "./known-values.ts";
import type { Operation } from "./operation.ts";
import type { Step, Word } from "./step.ts";
import { varyValue } from "./vary-value.ts";

/** The roles of inputs that choose a page. */
const PAGING = new Set(["limit", "cursor", "offset", "page"]);
/** No service gives a record this entity tag. */
const OTHER_TAG = '"understudy"';

/** What a step is made from. */
interface Making {
	readonly subject: Subject;
	readonly known: KnownValues;
	readonly choices: Choices;
}

/** A record has to be created first. */
export class MissingRecord extends Error {
	readonly creator: Tested;
	constructor(creator: Tested) {
		super();
		this.creator = creator;
	}
}

/** Returns a text that no other play has. */
const createWord = ({ known }: Making, length?: number): Word => ({
	$word: known.words++,
	...(length !== undefined && { length }),
});

/** How far back records are chosen: sequences about few records go deeper. */
const RECENT = 4;

/** @throws MissingRecord */
function chooseRecord(
	{ known, choices }: Making,
	resource: string,
	creator: Tested | undefined,
): KnownRecord | undefined {
	const all = known.records.filter((each) => each.resource === resource);
	if (all.length > 0) return choices.of(all.slice(-RECENT));
	if (creator) throw new MissingRecord(creator);
	return undefined;
}

/** Chooses the records that the path names: mostly those that belong together. */
function createPathValues(making: Making, operation: Operation) {
	const { subject, choices } = making;
	const { idParameter } = operation.plan;
	const own =
		idParameter === undefined
			? undefined
			: findOrigin(subject, operation, idParameter);
	const record = own && chooseRecord(making, own.resource, own.creator);
	const path: Record<string, unknown> = {};
	let isSound = !record?.isRemoved;
	for (const name of parameterNames(operation.operation.path)) {
		const { resource, creator } = findOrigin(subject, operation, name) ?? {};
		const parent = record?.parents[name];
		if (name === idParameter && record) path[name] = record.id;
		else if (parent !== undefined && choices.chance(0.85)) path[name] = parent;
		else if (resource !== undefined) {
			const found = chooseRecord(making, resource, creator);
			path[name] = found?.id;
			if (parent !== undefined || found?.isRemoved) isSound = false;
		}
		if (creator && choices.chance(0.05)) {
			path[name] = createUnknownId(creator, choices.fraction);
			isSound = false;
		}
	}
	return { path, record, isSound };
}

function createBodyValues(making: Making, operation: Operation): unknown {
	const { subject, choices } = making;
	const { plan, optional } = operation;
	if (!plan.request) return undefined;
	const density = choices.of([0, 0.5, 1]) ?? 0;
	const selected = optional.filter(() => choices.chance(density));
	const made = createBody(plan, selected);
	if (!isObject(made) || !isWriting(plan)) return made;
	const body = Object.fromEntries(
		Object.entries(made).map(([name, value]) => {
			const { place } = plan.references?.get(name) ?? {};
			const origin = subject.origins.get(place ?? "");
			if (origin) {
				const found = chooseRecord(making, origin.resource, origin.creator);
				const isUnknown = origin.creator && choices.chance(0.05);
				return [
					name,
					isUnknown && origin.creator
						? createUnknownId(origin.creator, choices.fraction)
						: (found?.id ?? value),
				];
			}
			const field = plan.request?.byName.get(name);
			const varied = field
				? varyValue(field, value, choices, (length) =>
						createWord(making, length),
					)
				: value;
			return [name, varied];
		}),
	);
	return replaceTexts(body, listFreeTexts(plan), () => createWord(making));
}

/** The end of a word is so long that no other word has it. */
const PART_LENGTH = 7;

/** Chooses a value of a condition: one that a record has, or a word. */
function chooseCondition(
	making: Making,
	operation: Operation,
	name: string,
	field: Field,
): unknown {
	const { known, choices } = making;
	const { role, schema } = field;
	if (Array.isArray(schema.enum)) return choices.of(schema.enum);
	if (role === "text") {
		const [shown] = listTextSources(known, operation);
		if (shown && choices.chance(0.2)) return shown;
		const change = choices.of(["upper", "lower", undefined] as const);
		const $word = choices.below(Math.max(known.words, 1));
		return {
			$word,
			...(choices.chance(0.3) && { length: PART_LENGTH }),
			...(change && { change }),
		} satisfies Word;
	}
	return choices.of(
		listSources(known, operation, name, field).slice(-2 * RECENT),
	);
}

const MAX_SMALL = 3;

function choosePaging({ choices }: Making, { role, schema }: Field): unknown {
	if (role === "limit") {
		if (choices.chance(0.1) && schema.maximum !== undefined)
			return schema.maximum;
		return choices.chance(0.75) ? 1 + choices.below(MAX_SMALL) : undefined;
	}
	if (role === "cursor") return choices.chance(0.03) ? NEVER_ISSUED : undefined;
	if (choices.chance(0.6)) return undefined;
	return Number(schema.minimum ?? 0) + choices.below(MAX_SMALL);
}

/** Chooses conditions and a page. */
function createPageInput(making: Making, operation: Operation) {
	const { choices } = making;
	const { plan } = operation;
	const query: Record<string, unknown> = { ...createQueryValues(plan) };
	const body: Record<string, unknown> = { ...Object(createBody(plan, [])) };
	const density = choices.of([0, 0, 0.3, 0.6]) ?? 0;
	const fill = (target: Record<string, unknown>, field: Field | undefined) => {
		for (const [name, each] of field?.properties ?? []) {
			if (parameterIn(operation, name)) continue;
			const isPaging = PAGING.has(each.role ?? "");
			if (!isPaging && !choices.chance(density)) continue;
			const value = isPaging
				? choosePaging(making, each)
				: chooseCondition(making, operation, name, each);
			if (value !== undefined) target[name] = value;
		}
	};
	fill(query, plan.query);
	if (!plan.request) return { query, body: undefined };
	fill(body, plan.request);
	return { query, body };
}

/** Whether a parameter is in the path or a header. */
const parameterIn = ({ plan }: Operation, name: string): boolean =>
	plan.operation.parameters.some(
		(each) => each.name === name && each.in !== "query",
	);

/** Returns the request for the next page after one that the sequence has read. */
function createNextPage(
	{ known, choices }: Making,
	operation: Operation,
): Omit<Step, "id"> | undefined {
	const { plan } = operation;
	const pages = known.pages.filter(
		({ step }) => step.operation === operation.operation.id,
	);
	const page = choices.chance(0.5)
		? pages.at(-1)
		: choices.of(pages.slice(-RECENT));
	const [name] = findInput(plan, "cursor") ?? [];
	if (!page || name === undefined) return undefined;
	const { id: _, ...step } = page.step;
	const changed = { [name]: page.cursor };
	return plan.query.byName.has(name)
		? { ...step, query: { ...step.query, ...changed } }
		: { ...step, body: { ...Object(step.body), ...changed } };
}

/** Chooses the version that a request requires. */
function createHeaders(
	{ choices }: Making,
	{ conditions, plan }: Operation,
	record: KnownRecord | undefined,
): Step["headers"] {
	const wanted = plan.behavior === "get" ? "if-none-match" : "if-match";
	const name =
		conditions.get(wanted) ??
		(plan.behavior === "get" && "304" in Object(plan.operation.node.responses)
			? "If-None-Match"
			: undefined);
	if (name === undefined || !record || choices.chance(0.5)) return {};
	const tag = choices.chance(0.15) ? OTHER_TAG : choices.of(record.tags);
	return tag === undefined ? {} : { [name]: tag };
}

/** Returns a request that violates one constraint. */
function violate(making: Making, operation: Operation, step: Omit<Step, "id">) {
	const { request } = making.choices.of(operation.violations) ?? {};
	if (!request) return step;
	const { plan } = operation;
	const query = createQueryValues(plan);
	if ("query" in request)
		return { ...step, headers: {}, query: { ...query, ...request.query } };
	const body = replaceTexts(request.json, listFreeTexts(plan), (text) =>
		createWord(making, [...text].length),
	);
	return { ...step, headers: {}, query, body };
}

/**
 * Returns a request of an operation, as what the sequence has shown so far allows.
 * @throws MissingRecord if a record has to be created first
 */
export function createStep(
	making: Making,
	operation: Operation,
): Omit<Step, "id"> {
	const { choices } = making;
	const { plan, page } = operation;
	if (page?.takesCursor && choices.chance(0.45)) {
		const next = createNextPage(making, operation);
		if (next) return next;
	}
	const { path, record, isSound } = createPathValues(making, operation);
	const input = page
		? createPageInput(making, operation)
		: {
				query: createQueryValues(plan),
				body: createBodyValues(making, operation),
			};
	const headers = createHeaders(making, operation, record);
	const step = {
		...{ operation: operation.operation.id, path, headers },
		...{ query: input.query, body: input.body },
	};
	// Of several reasons to reject a request, a service may give any.
	return isSound && choices.chance(0.08)
		? violate(making, operation, step)
		: step;
}
