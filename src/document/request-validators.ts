import { interpretSchemas } from "./interpret-schemas.ts";
import type { DocumentModel } from "./model.ts";
import type { DocumentOperation, DocumentParts } from "./node.ts";
import { createBodyFinder, isBodyOptional } from "./read-body.ts";
import { createParameterReader } from "./read-parameters.ts";
import { relaxSchema } from "./relax-schema.ts";
import { listRequestSchemas } from "./schemas.ts";
import type { RequestValidators } from "./validate-request.ts";

/**
 * Returns the functions that read and validate requests, by operation.
 * @param isUpdate whether the body of the operation changes a record. Then defaults are not applied.
 */
export function createRequestValidators(
	document: DocumentParts,
	model: Pick<DocumentModel, "operations">,
	isUpdate: (operation: string) => boolean,
): ReadonlyMap<string, RequestValidators> {
	const { root, operations, resolve } = document;
	const validators = interpretSchemas(
		() => relaxSchema(root, "readOnly"),
		listRequestSchemas(document),
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
