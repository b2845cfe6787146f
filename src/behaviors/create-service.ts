import {
	createDocumentedBehavior,
	type DocumentedBehavior,
} from "../document/documented-behavior.ts";
import {
	createRequestValidators,
	createResponseValidators,
} from "../document/documented-responses.ts";
import { relaxSchema } from "../document/inline.ts";
import { interpretSchemas } from "../document/interpret-schemas.ts";
import type { DocumentModel } from "../document/model.ts";
import {
	DocumentError,
	type DocumentParts,
	type Node,
	readOperations,
} from "../document/node.ts";
import {
	createPathFinder,
	fillParameters,
	listServerPaths,
} from "../document/path-template.ts";
import { createModel } from "../document/prepare.ts";
import { spellSchema } from "../document/schemas.ts";
import { listKeyNames } from "../document/security.ts";
import { selectServed } from "../document/select-served.ts";
import type {
	LedgerEntry,
	OperationDefinition,
	Service,
} from "../engine/model/service.ts";
import { computeOnce, loadOnce } from "../values/load-once.ts";
import { checkAudit, checkTemplates } from "./check-operation.ts";
import { type Collection, listRecordSchemas } from "./collections.ts";
import { createBehaviors, type LoadRepair } from "./create-behaviors.ts";
import { createRepair } from "./create-repair.ts";
import {
	type Creation,
	createDocumentDatasets,
	createSampler,
} from "./datasets.ts";
import {
	createExampleReader,
	createUnmatched,
	withProblemForms,
} from "./document-responses.ts";
import { createLinkFinder } from "./find-links.ts";
import { findPlans } from "./find-plans.ts";
import {
	createPart,
	createSelect,
	describeRecord,
	readAfterId,
} from "./item-records.ts";
import { createItem, withParents } from "./items.ts";
import {
	groupByResource,
	type OperationPlan,
	type Plan,
} from "./operation-plan.ts";
import { createScenarios } from "./scenarios.ts";

/** A service that behaves as an OpenAPI document describes. */
export interface DocumentService {
	readonly service: Service;
	/** The document, including the files that it refers to. */
	readonly document: unknown;
	/** The parts of the document, with only the operations that are served. */
	readonly parts: DocumentParts;
	/** The plan of each operation. */
	readonly plans: readonly Plan[];
	/** By name. */
	readonly collections: ReadonlyMap<string, Collection>;
	readonly model: DocumentModel;
	/** The reasons why some operations are not served. */
	readonly refused: readonly string[];
	/** Returns the requests and responses that the document describes. Forwarding checks exchanges against them. */
	describe(): DocumentedBehavior;
}

/** The parts from which a service is created. */
type Parts = ReturnType<typeof readParts>;

function createOperations(parts: Parts): OperationDefinition[] {
	const { document, model, plans, behaviors, requests } = parts;
	return plans.flatMap(({ operation: { id, responses } }) => {
		const spec = model.operations[id];
		const handle = behaviors.handles[id];
		// Each plan has both.
		if (!spec || !handle) return [];
		return {
			spec: withProblemForms(document, spec, responses),
			...requests.get(id),
			handle,
		};
	});
}

/**
 * Lists the functions that fill datasets: the operations that create records, and samplers for the other collections.
 */
function listCreations(parts: Parts): Creation[] {
	const { plans, behaviors, samplers, repairs } = parts;
	const { writers, collections } = behaviors;
	const byResource = groupByResource(plans);
	const loadFinder = computeOnce(() => createLinkFinder(collections));
	const valuesOf = (each: Collection) => ({
		asked: each.asked,
		findLinks: () => loadFinder()(each, byResource.get(each.name) ?? []),
	});
	const creations = plans.flatMap((plan): Creation[] => {
		const { id, requestContent } = plan.operation;
		const writer = writers[id];
		const collection = collections.get(plan.resource);
		if (!writer || !collection) return [];
		return [
			{
				...{ writer, ...valuesOf(collection) },
				example: requestContent[0]?.[1].example,
				loadSampler: samplers.requests,
				loadRepair: repairs(plan, collection),
			},
		];
	});
	const added = new Set(creations.flatMap(({ writer }) => writer.adds));
	const samples = [...collections.values()].flatMap((each): Creation[] => {
		const own = byResource.get(each.name) ?? [];
		const isSampled = !added.has(each.name) && !each.isTrail;
		return isSampled
			? [
					{
						writer: createSampler(each, own),
						...{ example: undefined, ...valuesOf(each) },
						loadSampler: samplers.responses,
						loadRepair: own[0] && repairs(own[0], each),
					},
				]
			: [];
	});
	return [...creations, ...samples];
}

const ITEMS = {
	...{ createItem, withParents, createPart, createSelect, describeRecord },
	readAfterId,
};

/** @throws DocumentError if no operation of the document can be served */
function readParts(root: Node, known?: DocumentModel) {
	const { document, refused } = selectServed(readOperations(root));
	const { operations } = document;
	if (operations.length === 0)
		throw new DocumentError(
			`the document has no operation that can be served. ${refused[0] ?? "Add one"}`,
			"/paths",
		);
	const model = known ?? createModel(document);
	const plans = findPlans(document);
	const { maxBytes, maxDepth } = model.limits;
	const updates = plans.filter(({ behavior }) => behavior === "update");
	const ids = new Set(updates.map(({ operation }) => operation.id));
	const requests = createRequestValidators(document, model, (id) =>
		ids.has(id),
	);
	// Samples are made only when the first request needs one.
	const load = (omitted: "readOnly" | "writeOnly") =>
		loadOnce(async () => {
			const { createSampler } = await import("../sampling/create-sampler.ts");
			return createSampler(root, omitted);
		});
	const samplers = { requests: load("readOnly"), responses: load("writeOnly") };
	const readExample = createExampleReader(document, samplers.responses);
	/** Loads the function that repairs records. Undefined if roles say how a request becomes a record. */
	const repairs = (
		plan: OperationPlan,
		collection: Collection,
	): LoadRepair | undefined =>
		plan.isInferred
			? loadOnce(async () =>
					createRepair(await samplers.responses(), collection, plan),
				)
			: undefined;
	const parts = { ...ITEMS, readExample, repairs };
	const behaviors = createBehaviors(plans, model.metricFamilies, parts);
	plans.forEach(checkAudit);
	checkTemplates(plans, behaviors.collections);
	return {
		...{ root, document, refused, model, plans, requests, behaviors },
		...{ readExample, samplers, repairs },
		limits: { maxBytes: Number(maxBytes), maxDepth: Number(maxDepth) },
	};
}

/**
 * Creates the service that a parsed and bundled OpenAPI document describes. Behaviors find properties by role, and
 * use the names, statuses and forms of the document.
 * @param ledger the assumptions that the document names
 * @param known the model of the document, if it exists already
 * @throws DocumentError that names the place and the remedy
 */
export function createDocumentService(
	root: Node,
	ledger: readonly LedgerEntry[] = [],
	known?: DocumentModel,
): DocumentService {
	const parts = readParts(root, known);
	const { document, model, plans, behaviors, limits } = parts;
	const operations = createOperations(parts);
	const servers = listServerPaths(root);
	const findResponseValidators = createResponseValidators(document);
	const schemas = listRecordSchemas(behaviors.collections);
	const validators = interpretSchemas(
		() => relaxSchema(root, "writeOnly"),
		schemas,
	);
	const recordValidators = new Map(Object.entries(validators));
	const recordSchemas = computeOnce(() =>
		Object.fromEntries(
			schemas.map(([name, schema]) => [name, spellSchema(schema)]),
		),
	);
	return {
		...{ document: root, parts: document, refused: parts.refused },
		...{ plans, model, collections: behaviors.collections },
		describe: () =>
			createDocumentedBehavior(document, model, (id) => parts.requests.get(id)),
		service: {
			...behaviors,
			get recordSchemas() {
				return recordSchemas();
			},
			...{ operations, ledger, limits },
			credentials: listKeyNames(document),
			unmatched: createUnmatched(document, model),
			paths: {
				createFinder: (templates) => createPathFinder(templates, servers),
				fill: fillParameters,
			},
			datasets: createDocumentDatasets(
				listCreations(parts),
				[...behaviors.collections.keys()],
				behaviors.idProperties,
			),
			scenarios: createScenarios(operations.map(({ spec }) => spec)),
			readExample: parts.readExample,
			recordValidators: async () => recordValidators,
			responseValidators: async (operation) =>
				findResponseValidators(operation),
		},
	};
}
