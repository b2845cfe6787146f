import { computeByKey } from "../values/load-once.ts";
import type { Validator } from "../values/validation.ts";
import {
	createDocumentedBehavior,
	type DocumentedBehavior,
} from "./documented-behavior.ts";
import { createInterpreter } from "./interpret-schemas.ts";
import type { DocumentModel } from "./model.ts";
import type { DocumentParts } from "./node.ts";
import { createDescriptions } from "./prepare.ts";
import { relaxSchema } from "./relax-schema.ts";
import { createRequestValidators } from "./request-validators.ts";
import { listResponseSchemas } from "./schemas.ts";
import type { RequestValidators } from "./validate-request.ts";

/** Returns the document with a single target. Of several operations with the same id, only the first one is served. */
const selectTarget = (document: DocumentParts, id: string): DocumentParts => ({
	...document,
	operations: document.operations.filter((each) => each.id === id).slice(0, 1),
	targets: document.targets.filter(([target]) => target === id).slice(0, 1),
});

/**
 * Returns a function that returns the validators of the responses to a target: `<target> <status>`, followed by the media
 * type if it is not the first one.
 */
export function createResponseValidators(
	document: DocumentParts,
): (target: string) => Readonly<Record<string, Validator>> {
	const interpret = createInterpreter(() =>
		relaxSchema(document.root, "writeOnly"),
	);
	return computeByKey((target) =>
		Object.fromEntries(
			listResponseSchemas(selectTarget(document, target)).map(
				// A response keeps its missing properties.
				([name, schema]) => [name, interpret(schema, true)],
			),
		),
	);
}

/** Returns the functions that read and validate the requests to one operation. They do not apply defaults. */
const createValidators = (
	document: DocumentParts,
	model: DocumentModel,
	id: string,
): RequestValidators | undefined =>
	createRequestValidators(selectTarget(document, id), model, () => true).get(
		id,
	);

/**
 * Returns what a document says about requests and responses. Reads each operation on first use, because a large document
 * takes seconds.
 * @param findValidators returns the functions that validate the requests to an operation
 */
export function describeTargets(
	document: DocumentParts,
	model: DocumentModel,
	findValidators: (operation: string) => RequestValidators | undefined = (id) =>
		createValidators(document, model, id),
): DocumentedBehavior {
	const { maxBytes, maxDepth } = model.limits;
	const limits = { maxBytes: Number(maxBytes), maxDepth: Number(maxDepth) };
	const findResponseValidators = createResponseValidators(document);
	return createDocumentedBehavior({
		model: { ...model, limits },
		targets: document.targets.map(([target]) => target),
		describe(target) {
			const only = selectTarget(document, target);
			const { responses, requestAssumptions } = createDescriptions(only);
			return {
				responses: responses[target] ?? {},
				requestAssumptions: requestAssumptions[target] ?? [],
				responseValidators: findResponseValidators(target),
				requestValidators: findValidators(target) ?? {},
			};
		},
	});
}
