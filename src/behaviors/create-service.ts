import {
	createDocumentedBehavior,
	type DocumentedBehavior,
} from "../document/documented-behavior.ts";
import { interpretSchemas } from "../document/interpret-schemas.ts";
import {
	DocumentError,
	type DocumentParts,
	type Node,
	readOperations,
} from "../document/node.ts";
import {
	createDescriptions,
	createServedModel,
	type ServedModel,
} from "../document/prepare.ts";
import {
	listRequestSchemas,
	listResponseSchemas,
} from "../document/schemas.ts";
import type {
	LedgerEntry,
	OperationDefinition,
	Service,
} from "../engine/model/service.ts";
import { type Collection, findCollections } from "./collections.ts";
import { createHandle } from "./create-operations.ts";
import { createDocumentDatasets } from "./datasets.ts";
import {
	describeCollections,
	listCreations,
	type RecordParts,
} from "./describe-collections.ts";
import {
	createExamples,
	createUnmatched,
	withProblemForms,
} from "./document-responses.ts";
import { findBehavior, type Plan } from "./find-behaviors.ts";
import { createMetrics, findBounds, readFamilies } from "./metrics.ts";
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
	readonly model: ServedModel;
	/** Why some operations are not served. */
	readonly refused: readonly string[];
	/** Returns what the document says about requests and responses, which forwarding checks. */
	describe(): DocumentedBehavior;
}

/** What the parts of a service are made from. */
interface Parts extends RecordParts {
	readonly document: DocumentParts;
	readonly model: ServedModel;
	readonly limits: Service["limits"];
}

function createOperations(
	{ document, model, plans, collections, validators }: Parts,
	examples: ReturnType<typeof createExamples>,
): OperationDefinition[] {
	const others = {
		metrics: createMetrics(model, [...collections.keys()]),
		example:
			({ operation: { id }, success }: Plan): OperationDefinition["handle"] =>
			async () => ({ status: success, body: examples[id]?.[success] }),
	};
	const ids = new Set<string>();
	return plans.map((plan) => {
		const { id, responses, pointer } = plan.operation;
		const spec = model.operations[id];
		if (!spec || ids.has(id))
			throw new DocumentError(
				`the operationId ${id} appears twice. Give each operation its own`,
				`${pointer}/operationId`,
			);
		ids.add(id);
		const validateBody = validators[`${id} body`];
		const validateQuery = validators[`${id} query`];
		return {
			spec: withProblemForms(document, spec, responses),
			...(validateBody && { validateBody }),
			...(validateQuery && { validateQuery }),
			handle: createHandle(plan, collections, others),
		};
	});
}

const describe = ({
	root,
	document,
	model,
	validators,
	limits,
}: Parts): DocumentedBehavior =>
	createDocumentedBehavior({
		model: { ...model, limits },
		details: createDescriptions(document),
		requestValidators: validators,
		responseValidators: interpretSchemas(root, listResponseSchemas(document)),
	});

/** @throws DocumentError if nothing of the document can be served */
function readParts(root: Node, all: DocumentParts): Parts {
	const operations = all.operations.filter(({ path }) => !path.includes("{"));
	if (operations.length === 0)
		throw new DocumentError(
			"the document has no operation that can be served. Add one without parameters in its path",
			"/paths",
		);
	const document = {
		...all,
		operations,
		targets: all.targets.filter(
			([target]) =>
				!all.operations.some(
					(each) => each.id === target && !operations.includes(each),
				),
		),
	};
	const model = createServedModel(document);
	const plans = operations.map((each) => findBehavior(document, each));
	const { maxBytes, maxDepth } = model.limits;
	return {
		...{ root, document, model, plans },
		collections: findCollections(plans),
		validators: interpretSchemas(root, listRequestSchemas(document)),
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
	const all = readOperations(root);
	const parts = readParts(root, all);
	const { document, model, plans, collections, limits } = parts;
	const examples = createExamples(document);
	const operations = createOperations(parts, examples);
	return {
		document: root,
		parts: document,
		...{ plans, collections, model },
		refused: all.operations
			.filter((each) => !document.operations.includes(each))
			.map(
				({ id, path }) =>
					`${id}: paths with parameters, such as ${path}, are not served yet.`,
			),
		describe: () => describe(parts),
		service: {
			operations,
			unmatched: createUnmatched(document, model),
			ledger,
			limits,
			datasets: createDocumentDatasets(listCreations(parts), [
				...collections.keys(),
			]),
			scenarios: createScenarios(operations.map(({ spec }) => spec)),
			examples: async () => examples,
			...describeCollections(parts),
			durationBuckets: findBounds(readFamilies(model)),
		},
	};
}
