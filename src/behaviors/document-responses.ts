import { sample } from "../document/compose.ts";
import { composeProblem } from "../document/compose-problem.ts";
import { type Field, fieldsOf, hasType } from "../document/field.ts";
import type { DocumentModel } from "../document/model.ts";
import {
	child,
	type DocumentParts,
	entries,
	isNode,
	type Node,
} from "../document/node.ts";
import { findExample, readContent } from "../document/read-content.ts";
import type {
	OperationModel,
	ResponseModel,
	Service,
} from "../engine/model/service.ts";
import type { Sampler } from "../sampling/create-sampler.ts";
import { essenceOf, findByStatus } from "../values/http.ts";
import { isObject } from "../values/json.ts";
import { warnOnce } from "../values/warn-once.ts";

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

/** Lists the examples of a media type object (OpenAPI 3.1, "Media Type Object"). */
const listExamples = (resolve: DocumentParts["resolve"], content: Node) => [
	...("example" in content ? [content.example] : []),
	...entries(child(content, "examples")).flatMap(([, each]) => {
		const { value } = resolve(each);
		return value === undefined ? [] : [value];
	}),
];

/** Whether only one value is valid, as in a health check. The sampler is not needed then. */
const isFixed = ({ schema, properties, required, isOpen }: Field): boolean =>
	properties.length > 0 &&
	!isOpen &&
	!["example", "examples", "default", "anyOf", "oneOf"].some(
		(keyword) => keyword in schema,
	) &&
	properties.every(([name, each]) => each.hasConst && required.includes(name));

/** The body of a response. */
interface Made {
	readonly body: unknown;
	/** Tells whether a problem is a valid body here. Present if the body is a sample, which a problem may replace. */
	readonly allows?: (problem: unknown) => boolean;
}

/** Returns a sample of a problem. Copies the given parts, such as the status, where they are valid. */
const mergeValid = (
	body: unknown,
	problem: unknown,
	allows: (body: unknown) => boolean,
): unknown =>
	Object.entries(Object(problem)).reduce((merged, [name, value]) => {
		const changed = { ...Object(merged), [name]: value };
		return isObject(merged) && name in merged && allows(changed)
			? changed
			: merged;
	}, body);

/**
 * Returns a function that finds the body of a response: a valid example of the document, or else a sample of the
 * schema.
 */
export function createExampleReader(
	document: DocumentParts,
	loadSampler: () => Promise<Sampler>,
): Service["readExample"] {
	const { targets, resolve } = document;
	const responses = new Map(
		targets.map(([target, all]) => [target, Object.fromEntries(all)]),
	);
	const made = new Map<Node, Made>();
	async function make(response: Node, seed: string): Promise<Made> {
		const [first] = entries(child(resolve(response), "content"));
		if (!first) return { body: "" };
		const [mediaType, content] = first;
		const { schema } = content;
		const examples = listExamples(resolve, content);
		const isText = !/[/+]json$|\*/.test(essenceOf(mediaType));
		if (!isNode(schema) && examples.length === 0)
			return { body: "", allows: () => !isText };
		if (!isNode(schema)) return { body: examples[0] };
		const field = readContent(document, [first]);
		const only = field && isFixed(field) ? sample(field) : undefined;
		const text = JSON.stringify(only);
		if (only && examples.every((each) => JSON.stringify(each) === text))
			return { body: only };
		const sampler = await loadSampler();
		const valid = examples.find((each) => sampler.isValid(schema, each));
		if (valid !== undefined) return { body: valid };
		// For such a media type, the example is sent unchanged, even if it violates the schema.
		if (isText && examples.length > 0) return { body: examples[0] };
		const value = sampler.sample(schema, seed);
		const body = value === undefined ? findExample(document, response) : value;
		if (value === undefined && !sampler.isValid(schema, body))
			warnOnce(
				`No valid body was found for ${seed}, so the mock responds with a simple one that is invalid: the schema allows no value, or only very large ones. Fix the schema, or add a valid example.`,
			);
		return { body, allows: (problem) => sampler.isValid(schema, problem) };
	}
	return async (operation, status, problem) => {
		const response = findByStatus(responses.get(operation) ?? {}, status);
		if (!response) return undefined;
		const known =
			made.get(response) ?? (await make(response, `${operation} ${status}`));
		made.set(response, known);
		const { body, allows } = known;
		if (problem === undefined || !allows) return body;
		return allows(problem) ? problem : mergeValid(body, problem, allows);
	};
}
