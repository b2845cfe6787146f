import type { Behavior } from "../behaviors/operation-plan.ts";
import { createUnknownId } from "../checks/item.ts";
import { findOrigin } from "../checks/named-records.ts";
import {
	listFreeTexts,
	replaceTexts,
	type Subject,
} from "../checks/subject.ts";
import { createQueryValues } from "../checks/valid-requests.ts";
import { parameterNames } from "../document/path-template.ts";
import { createBodyValues } from "./create-body-values.ts";
import { createNextPage, createPageInput } from "./create-page-input.ts";
import {
	addKnownValues,
	type Choices,
	chooseRecord,
	createChoices,
	createKnownValues,
	createWord,
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
 * Returns a request of an operation that uses the results of the sequence so far.
 * @throws MissingRecord if a record must be created first
 */
function createStep(making: Making, operation: Operation): Omit<Step, "id"> {
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
	// A request has only one reason to be rejected, because a service may report any of several.
	return isSound && choices.chance(0.08)
		? violate(making, operation, step)
		: step;
}

/** The relative frequency of each operation. */
const WEIGHTS: Readonly<Record<Behavior, number>> = {
	...{ create: 5, list: 5, search: 6, get: 3, replace: 3, update: 3 },
	...{ remove: 2, metrics: 1, example: 1 },
};

/** Chooses the operations of a sequence. A sequence with fewer operations tests them more deeply. */
function chooseOperations(
	operations: readonly Operation[],
	choices: Choices,
): readonly Operation[] {
	const creators = operations.filter(({ plan }) => plan.behavior === "create");
	const resource = choices.of(creators)?.plan.resource;
	const other = choices.of(creators);
	if (resource !== undefined && choices.chance(0.5))
		return operations.filter(
			(each) =>
				each.plan.resource === resource ||
				each.plan.behavior === "search" ||
				each === other,
		);
	const named = new Set(
		operations
			.filter(({ plan }) => plan.idParameter !== undefined)
			.map(({ plan }) => plan.resource),
	);
	const rest = operations.filter(
		({ plan }) => plan.behavior !== "create" || !named.has(plan.resource),
	);
	// Records are created only when other requests need them, so that most requests name the same records.
	return rest.length > 0 && choices.chance(0.4) ? rest : operations;
}

/** The maximum depth of records that need other records. */
const MAX_DEPTH = 5;
const TAG = "generated";

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
	const making = { subject, known, choices };
	const byId = new Map(operations.map((each) => [each.operation.id, each]));
	const chosen = chooseOperations(operations, choices);
	const weighted = chosen.flatMap((each) =>
		Array<Operation>(WEIGHTS[each.plan.behavior]).fill(each),
	);
	const steps: Step[] = [];

	function create(operation: Operation, depth = 0): Step | undefined {
		try {
			return { id: steps.length, ...createStep(making, operation) };
		} catch (error) {
			if (!(error instanceof MissingRecord)) throw error;
			const creator = byId.get(error.creator.operation.id);
			return creator && depth < MAX_DEPTH
				? create(creator, depth + 1)
				: undefined;
		}
	}
	for (let tries = 0; steps.length < length && tries < 2 * length; tries++) {
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
			const response = await session.send(operation.operation, request);
			addKnownValues(known, operation, step, response);
			steps.push(step);
		} catch (error) {
			if (!(error instanceof Unfillable)) throw error;
		}
	}
	return steps;
}
