import type { Behavior } from "../behaviors/operation-plan.ts";
import { findOrigin } from "../checks/named-records.ts";
import { isWriting, type Subject } from "../checks/subject.ts";
import { createQueryValues } from "../checks/valid-requests.ts";
import type { ViolatingRequest } from "../document/model.ts";
import { parameterNames } from "../document/path-template.ts";
import { filterEntries, isObject } from "../values/json.ts";
import { type Choices, createChoices } from "./choices.ts";
import {
	createBodyValues,
	createNextPage,
	createPageInput,
} from "./create-input.ts";
import {
	addKnownValues,
	chooseId,
	chooseRecord,
	createKnownValues,
	type KnownRecord,
	type Making,
	MissingRecord,
} from "./known-values.ts";
import { fillRequest, type Operation } from "./operation.ts";
import type { MockSession } from "./sides.ts";
import { type Step, Unfillable } from "./step.ts";

/** An entity tag that no service gives to a record. */
const OTHER_TAG = '"understudy"';

/** Chooses the records in the path. Most of them belong together. */
function createPathValues(making: Making, operation: Operation) {
	const { subject, choices } = making;
	const { idParameter = "" } = operation.plan;
	const own = findOrigin(subject, operation, idParameter);
	const record = own && chooseRecord(making, own.resource, own.creator);
	if (record?.isRemoved) making.isSound = false;
	const path: Record<string, unknown> = {};
	for (const name of parameterNames(operation.operation.path)) {
		const origin = findOrigin(subject, operation, name);
		const known = name === idParameter ? record?.id : record?.parents[name];
		const isOther =
			known !== undefined && name !== idParameter && choices.chance(0.15);
		if (isOther) making.isSound = false;
		if (origin)
			path[name] = chooseId(making, origin, isOther ? undefined : known);
		else if (known !== undefined) path[name] = known;
	}
	return { path, record };
}

/** Chooses the record version that a request requires. */
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
	const any = wanted === "if-match" && record.tags.length > 0 ? ["*"] : [];
	const tag = choices.chance(0.15)
		? OTHER_TAG
		: choices.of([...record.tags, ...any]);
	return tag === undefined ? {} : { [name]: tag };
}

/** Returns the body with an invalid value at one place. The other values, and items before it, stay valid. */
export function violateBody(
	{ constraint, expected, place, request }: ViolatingRequest,
	body: unknown,
): unknown {
	const invalid = "json" in request ? request.json : body;
	if (!isObject(invalid) || !isObject(body)) return invalid;
	const [, name, ...inner] = place.split("/");
	if (name === undefined) {
		if (constraint === "required")
			return filterEntries(body, (each) => each !== expected);
		return constraint === "minProperties" ? invalid : { ...invalid, ...body };
	}
	const [value, valid] = [invalid[name], body[name]];
	const isInItem = inner.length > 0 && [value, valid].every(Array.isArray);
	return { ...body, [name]: isInItem ? [valid, value].flat() : value };
}

/** Returns a request that violates one constraint. */
function violate(
	{ choices }: Making,
	{ violations, plan }: Operation,
	step: Omit<Step, "id">,
) {
	const violation = choices.of(violations);
	if (!violation) return step;
	const { query } = { query: {}, ...violation.request };
	return {
		...{ ...step, headers: {} },
		query: { ...createQueryValues(plan), ...query },
		body: violateBody(violation, step.body),
	};
}

/**
 * Returns a request of an operation that uses the results of the sequence so far.
 * @throws MissingRecord if a record must be created first
 */
function createStep(making: Making, operation: Operation): Omit<Step, "id"> {
	const { choices, steps } = making;
	const { plan, page } = operation;
	if (page?.takesCursor && choices.chance(0.45)) {
		const next = createNextPage(making, operation);
		if (next) return next;
	}
	const repeated = isWriting(plan)
		? undefined
		: choices.of(
				steps.filter((each) => each.operation === operation.operation.id),
			);
	if (repeated && choices.chance(0.1)) return repeated;
	making.isSound = true;
	const { path, record } = createPathValues(making, operation);
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
	// A request has only one reason to be rejected, because a service may report any of several.
	return making.isSound && choices.chance(0.08)
		? violate(making, operation, step)
		: step;
}

/** The relative frequency of each operation. */
const WEIGHTS: Readonly<Record<Behavior, number>> = {
	...{ create: 8, list: 8, search: 16, get: 5, replace: 5, update: 5 },
	...{ remove: 3, metrics: 1, example: 1 },
};

/** How much more often a sequence calls some operations than others. With few operations, it tests them more deeply. */
const FACTORS = [1, 4, 16];

/** Lists each operation as often as a sequence calls it. */
const weighOperations = (
	operations: readonly Operation[],
	choices: Choices,
): readonly Operation[] =>
	operations.flatMap((each) => {
		const factor = choices.of(FACTORS) ?? 1;
		return Array<Operation>(WEIGHTS[each.plan.behavior] * factor).fill(each);
	});

/** The maximum depth of records that need other records. */
const MAX_DEPTH = 5;
const TAG = "generated";
/** The share of sequences that are longer, so that lists have several pages of the usual size. */
const LONG_SHARE = 0.05;
const LONGER = 5;

/**
 * Returns the sequence of a seed. It depends only on the document, not on the service. The mock plays it meanwhile,
 * because later requests use earlier responses.
 */
export async function generateSequence(
	subject: Subject,
	operations: readonly Operation[],
	session: MockSession,
	{ seed, length }: { readonly seed: number; readonly length: number },
): Promise<Step[]> {
	const choices = createChoices(seed);
	const known = createKnownValues();
	const steps: Step[] = [];
	const making = { subject, known, choices, steps, isSound: true };
	const byId = new Map(operations.map((each) => [each.operation.id, each]));
	const weighted = weighOperations(operations, choices);
	const count = choices.chance(LONG_SHARE) ? LONGER * length : length;

	function create(operation: Operation, depth = 0): Step | undefined {
		try {
			return { ...createStep(making, operation), id: steps.length };
		} catch (error) {
			if (!(error instanceof MissingRecord)) throw error;
			const creator = byId.get(error.creator.operation.id);
			return creator && depth < MAX_DEPTH
				? create(creator, depth + 1)
				: undefined;
		}
	}
	for (let tries = 0; steps.length < count && tries < 2 * count; tries++) {
		const page = known.pages.at(-1)?.step;
		const first =
			page && page === steps.at(-1) && choices.chance(0.4)
				? byId.get(page.operation)
				: choices.of(weighted);
		const step = first && create(first);
		const operation = step && byId.get(step.operation);
		if (!operation) continue;
		try {
			const filling = { tag: TAG, seen: known.seen };
			const request = fillRequest(operation, step, filling);
			const response = await session.send(request, operation.operation);
			addKnownValues(known, operation, step, response);
			steps.push(step);
		} catch (error) {
			if (!(error instanceof Unfillable)) throw error;
		}
	}
	return steps;
}
