import { computeByKey } from "../values/load-once.ts";
import type { Validator } from "../values/validation.ts";
import { createInterpreter, interpretSchemas } from "./interpret-schemas.ts";
import type { DocumentModel } from "./model.ts";
import type { DocumentOperation, DocumentParts } from "./node.ts";
import { createBodyFinder, isBodyOptional } from "./read-body.ts";
import { createParameterReader } from "./read-parameters.ts";
import { relaxSchema } from "./relax-schema.ts";
import { listRequestSchemas, listResponseSchemas } from "./schemas.ts";
import type { RequestValidators } from "./validate-request.ts";

/**
 * Returns the functions that read and validate requests, by operation.
 * @param isUpdate whether the body of the operation changes a record. Then defaults are not applied.
 * @param only the operation to read; defaults to all
 */
export function createRequestValidators(
	document: DocumentParts,
	model: Pick<DocumentModel, "operations">,
	isUpdate: (operation: string) => boolean,
	only?: string,
): ReadonlyMap<string, RequestValidators> {
	const { root, resolve } = document;
	const operations = document.operations.filter(
		({ id }) => only === undefined || id === only,
	);
	const validators = interpretSchemas(
		() => relaxSchema(root, "readOnly"),
		listRequestSchemas({ operations, resolve }),
		(name) => isUpdate(name.replace(/ body( \S+)?$/, "")),
	);
	const listOthers = ({ id, node }: DocumentOperation) => {
		const { security = [] } = model.operations[id] ?? {};
		const rule = node["x-unknown-parameters"] ?? root["x-unknown-parameters"];
		return rule === "rejected"
			? security.flat().map(({ name }) => name)
			: undefined;
	};
	return new Map(
		operations.map((each) => [
			each.id,
			{
				validateBody: validators[`${each.id} body`],
				validateQuery: validators[`${each.id} query`],
				readParameters: createParameterReader(
					...([each, resolve, validators, listOthers(each)] as const),
				),
				findBodyKind: createBodyFinder(each, resolve, validators),
				isBodyOptional: isBodyOptional(each, resolve),
			},
		]),
	);
}

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
	return computeByKey((target) => {
		const own = document.targets.find(([id]) => id === target);
		const schemas = listResponseSchemas({
			...document,
			targets: own ? [own] : [],
		});
		// A response keeps its missing properties.
		return Object.fromEntries(
			schemas.map(([name, schema]) => [name, interpret(schema, true)]),
		);
	});
}
