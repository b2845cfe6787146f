import { composeProblem } from "../document/compose-problem.ts";
import { type Field, fieldsOf, hasType } from "../document/field.ts";
import type { DocumentModel } from "../document/model.ts";
import {
	child,
	type DocumentParts,
	entries,
	type Node,
} from "../document/node.ts";
import { readContent } from "../document/read-content.ts";
import type {
	OperationModel,
	ResponseModel,
	Service,
} from "../engine/model/service.ts";

/** The parts of a problem with names from RFC 9457. A form with other names is written by role. */
const STANDARD = ["type", "title", "status", "detail", "errors"];

/** Whether an error names its place in the same properties as the mock's own errors. */
const hasPlace = ({ properties }: Field): boolean =>
	properties.some(([name]) => name === "pointer" || name === "parameter");

/** Returns the form of a problem if it differs from the form of the mock's own problems. */
function findProblemForm(form: Field | undefined): Field | undefined {
	const names = form?.properties.map(([name]) => name) ?? [];
	const errors = form?.byName.get("errors");
	const { items, isOpen } = errors ?? {};
	const isOther = items ? !fieldsOf(items).some(hasPlace) : isOpen;
	if (errors && (isOther || hasType(errors, "string", "object"))) return form;
	if (form?.properties.some(([, { hasConst }]) => hasConst)) return form;
	return form &&
		["type", "title", "status", "detail"].every((name) =>
			names.includes(name),
		) &&
		names.every((name) => STANDARD.includes(name))
		? undefined
		: form;
}

/** Returns the function that writes problems in the form of a response, unless they have the form of the mock's own. */
function createWriter(
	document: DocumentParts,
	response: Node,
): Pick<ResponseModel, "writeProblem"> {
	const content = entries(child(document.resolve(response), "content"));
	const form = findProblemForm(readContent(document, content));
	const [, { example } = {}] = content[0] ?? [];
	return form
		? {
				writeProblem: (code, problem) =>
					composeProblem(form, code, problem, example),
			}
		: {};
}

/** Adds the forms of problems to the responses. */
export function withProblemForms(
	document: DocumentParts,
	spec: OperationModel,
	responses: readonly [status: string, response: Node][],
): OperationModel {
	const found: Record<string, ResponseModel> = { ...spec.responses };
	for (const [status, response] of responses) {
		const known = found[status];
		if (known && /^[45]|^default$/.test(status))
			found[status] = { ...known, ...createWriter(document, response) };
	}
	return { ...spec, responses: found };
}

const NOT_FOUND = {
	...{ status: 404, mediaType: "application/problem+json" },
	...{ reason: "Not Found", assumptions: [] },
};
const NOT_ALLOWED = {
	...NOT_FOUND,
	...{ status: 405, reason: "Method Not Allowed" },
};

/**
 * Returns the responses to requests that match no operation: the responses in `x-beyond-operations`, or plain ones.
 */
export function createUnmatched(
	document: DocumentParts,
	{ unmatchedResponses }: DocumentModel,
): Service["unmatched"] {
	const { unknownPath, undefinedMethod, head } = unmatchedResponses;
	const rules = Object.fromEntries(document.unmatched);
	const read = (
		kind: string,
		found: (typeof unmatchedResponses)[string] | undefined,
		otherwise: typeof NOT_FOUND,
	) => {
		if (!found || !("status" in found)) return otherwise;
		const response = child(rules[kind] ?? {}, "response");
		return { ...found, ...createWriter(document, response) };
	};
	return {
		unknownPath: read("unknownPath", unknownPath, NOT_FOUND),
		undefinedMethod: read("undefinedMethod", undefinedMethod, NOT_ALLOWED),
		head: {
			assumptions: head?.assumptions ?? [],
			...(undefinedMethod && !head && { isUndefined: true }),
		},
	};
}
