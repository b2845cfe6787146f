import {
	createDocumentedBehavior,
	type DocumentedBehavior,
} from "../document/documented-behavior.ts";
import { interpretSchemas } from "../document/interpret-schemas.ts";
import type { DocumentModel } from "../document/model.ts";
import {
	DocumentError,
	type DocumentOperation,
	type DocumentParts,
	type Node,
	readOperations,
} from "../document/node.ts";
import { createDescriptions, createModel } from "../document/prepare.ts";
import {
	createParameterReader,
	findUnreadable,
} from "../document/read-parameters.ts";
import {
	listRequestSchemas,
	listResponseSchemas,
	spellSchema,
} from "../document/schemas.ts";
import type { ReadParameters } from "../document/validate-request.ts";
import type {
	LedgerEntry,
	OperationDefinition,
	Service,
	Validator,
} from "../engine/model/service.ts";
import { type Collection, listRecordSchemas } from "./collections.ts";
import { type Behaviors, createBehaviors } from "./create-behaviors.ts";
import {
	type Creation,
	createDocumentDatasets,
	createSampler,
} from "./datasets.ts";
import {
	createExamples,
	createUnmatched,
	withProblemForms,
} from "./document-responses.ts";
import { findBehavior, type Plan } from "./find-behaviors.ts";
import { listIdParameters, relatePlans } from "./find-items.ts";
import { inferBody, inferQuery } from "./infer-roles.ts";
import { createItem, withParents } from "./items.ts";
import { createScenarios } from "./scenarios.ts";

/** A service that behaves as an OpenAPI document says. */
export interface DocumentService {
	readonly service: Service;
	/** The document, with the targets of references to other files. */
	readonly document: unknown;
	/** The operations that are served. */
	readonly parts: DocumentParts;
	/** What each operation does. */
	readonly plans: readonly Plan[];
	/** By name. */
	readonly collections: ReadonlyMap<string, Collection>;
	readonly model: DocumentModel;
	/** Why some operations are not served. */
	readonly refused: readonly string[];
	/** Returns what the document says about requests and responses, which forwarding checks. */
	describe(): DocumentedBehavior;
}

/** What the parts of a service are made from. */
interface Parts {
	readonly root: Node;
	readonly document: DocumentParts;
	readonly model: DocumentModel;
	readonly plans: readonly Plan[];
	readonly behaviors: Behaviors;
	/** By `<operation> body`, and `<operation> <place>` of its parameters. */
	readonly validators: Readonly<Record<string, Validator>>;
	/** By operation. */
	readonly readers: Readonly<Record<string, ReadParameters | undefined>>;
	/** Why some operations are not served. */
	readonly refused: readonly string[];
	readonly limits: Service["limits"];
}

function createOperations({
	document,
	model,
	plans,
	behaviors: { handles },
	validators,
	readers,
}: Parts): OperationDefinition[] {
	const ids = new Set<string>();
	return plans.map(({ operation: { id, responses, pointer } }) => {
		const spec = model.operations[id];
		const handle = handles[id];
		if (!spec || !handle || ids.has(id))
			throw new DocumentError(
				`the operationId ${id} appears twice. Give each operation its own`,
				`${pointer}/operationId`,
			);
		ids.add(id);
		return {
			spec: withProblemForms(document, spec, responses),
			validateBody: validators[`${id} body`],
			validateQuery: validators[`${id} query`],
			readParameters: readers[id],
			handle,
		};
	});
}

/** Lists what datasets call: the operations that create records, and samples of other collections without roles. */
function listCreations({
	plans,
	behaviors: { writers, collections },
	validators,
}: Parts): Creation[] {
	const creations = plans.flatMap(({ operation: { id, requestContent } }) => {
		const writer = writers[id];
		const example = requestContent[0]?.[1].example;
		const validate = validators[`${id} body`];
		return writer ? { writer, validate, example } : [];
	});
	const added = new Set(creations.flatMap(({ writer }) => writer.adds));
	const samples = [...collections.values()].flatMap((each): Creation[] => {
		const own = plans.filter(({ resource }) => resource === each.name);
		const isSampled =
			!added.has(each.name) && own.some(({ isInferred }) => isInferred);
		return isSampled
			? [
					{
						writer: createSampler(each, own),
						...{ validate: undefined, example: undefined },
					},
				]
			: [];
	});
	return [...creations, ...samples];
}

const describe = ({
	root,
	document,
	model,
	validators,
	readers,
	limits,
}: Parts): DocumentedBehavior =>
	createDocumentedBehavior({
		model: { ...model, limits },
		details: createDescriptions(document),
		requestValidators: validators,
		parameterReaders: readers,
		responseValidators: interpretSchemas(root, listResponseSchemas(document)),
	});

/** Returns why an operation cannot be served, with place and remedy; undefined if it can. */
function findRefusal(
	{ resolve }: DocumentParts,
	{ id, pointer, parameters }: DocumentOperation,
): string | undefined {
	for (const each of parameters) {
		const reason = findUnreadable(resolve, each);
		if (reason) return `${id} (${pointer}/parameters): ${reason}.`;
	}
	return undefined;
}

/** Leaves out the operations that cannot be served. */
function selectServed(all: DocumentParts) {
	const refusals = new Map(
		all.operations.map((each) => [each.id, findRefusal(all, each)]),
	);
	const isServed = (id: string): boolean => refusals.get(id) === undefined;
	const document: DocumentParts = {
		...all,
		operations: all.operations.filter(({ id }) => isServed(id)),
		targets: all.targets.filter(([target]) => isServed(target)),
	};
	return {
		document,
		refused: [...refusals.values()].flatMap((each) => each ?? []),
	};
}

/** Finds what the operations do. Where a response has no roles, its form shows them. */
function findPlans(document: DocumentParts): Plan[] {
	const { operations } = document;
	const known = listIdParameters(operations.map(({ path }) => path));
	const plans = operations.map((each) =>
		findBehavior(document, each, (body, { method, path }, resource) =>
			inferBody(body, method, path, resource, known.get(resource) ?? []),
		),
	);
	return relatePlans(
		plans.map((plan) =>
			plan.isInferred && plan.behavior === "list"
				? { ...plan, query: inferQuery(plan.query) }
				: plan,
		),
	);
}

/** @throws DocumentError if nothing of the document can be served */
function readParts(root: Node): Parts {
	const { document, refused } = selectServed(readOperations(root));
	const { operations } = document;
	if (operations.length === 0)
		throw new DocumentError(
			`the document has no operation that can be served. ${refused[0] ?? "Add one"}`,
			"/paths",
		);
	const model = createModel(document);
	const plans = findPlans(document);
	const { maxBytes, maxDepth } = model.limits;
	const validators = interpretSchemas(root, listRequestSchemas(document));
	const readers = operations.map(
		(each) =>
			[
				each.id,
				createParameterReader(each, document.resolve, validators),
			] as const,
	);
	return {
		...{ root, document, refused, model, plans, validators },
		behaviors: createBehaviors(plans, model.metricFamilies, {
			createItem,
			withParents,
		}),
		readers: Object.fromEntries(readers),
		limits: { maxBytes: Number(maxBytes), maxDepth: Number(maxDepth) },
	};
}

/**
 * Creates the service that a parsed and bundled OpenAPI document describes. Behaviors find the parts that they need by
 * role, so that names, statuses and forms are those of the document.
 * @param ledger the assumptions that the document names
 * @throws DocumentError that names the place and the remedy
 */
export function createDocumentService(
	root: Node,
	ledger: readonly LedgerEntry[] = [],
): DocumentService {
	const parts = readParts(root);
	const { document, model, plans, behaviors, limits } = parts;
	const examples = createExamples(document);
	const operations = createOperations(parts);
	const recordValidators = interpretSchemas(
		root,
		listRecordSchemas(behaviors.collections),
	);
	return {
		document: root,
		parts: document,
		...{ plans, model, collections: behaviors.collections },
		refused: parts.refused,
		describe: () => describe(parts),
		service: {
			...behaviors,
			recordSchemas: Object.fromEntries(
				[...behaviors.collections].map(([name, { record }]) => [
					name,
					spellSchema(record.schema),
				]),
			),
			...{ operations, ledger, limits },
			unmatched: createUnmatched(document, model),
			datasets: createDocumentDatasets(
				listCreations(parts),
				[...behaviors.collections.keys()],
				behaviors.idProperties,
			),
			scenarios: createScenarios(operations.map(({ spec }) => spec)),
			examples: async () => examples,
			recordValidators: async () => recordValidators,
		},
	};
}
