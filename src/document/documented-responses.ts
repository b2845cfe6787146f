import { essenceOf } from "../values/http.ts";
import { mapValues } from "../values/json.ts";
import { computeByKey } from "../values/load-once.ts";
import type { Validator } from "../values/validation.ts";
import { collectResponseAssumptions } from "./extensions.ts";
import { relaxSchema } from "./inline.ts";
import { createInterpreter, interpretSchemas } from "./interpret-schemas.ts";
import type { DocumentModel, ResponseAssumptions, Shape } from "./model.ts";
import {
	child,
	type DocumentOperation,
	type DocumentParts,
	entries,
	type Node,
} from "./node.ts";
import { createBodyFinder, isBodyOptional } from "./read-body.ts";
import { createParameterReader } from "./read-parameters.ts";
import { listRequestSchemas, listResponseSchemas, toShape } from "./schemas.ts";
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

/** What the OpenAPI document says about a response in one media type. */
export interface DocumentedResponse {
	/** The empty string if the response has no body. May be a range, such as `application/*`. */
	readonly mediaType: string;
	/** In lower case. */
	readonly requiredHeaders?: readonly string[] | undefined;
	/** Undefined if the body is not JSON. */
	readonly schema: Shape | undefined;
	readonly example: unknown;
}

/** A documented response with the validator of its body. */
export interface ValidatedResponse extends DocumentedResponse {
	readonly validate: Validator | undefined;
}

/** A response in each of its media types, with the assumptions that its parts depend on. */
interface ResponseDetails {
	readonly assumptions: ResponseAssumptions;
	readonly contents: readonly ValidatedResponse[];
}

/**
 * Replaces each `anyOf` in the schema by its alternative that requires the property. The others remain for values that
 * conform to them. Shared schemas stay shared.
 */
function chooseAlternative(schema: Shape, property: string): Shape {
	const known = new Map<unknown, unknown>();
	function choose(value: unknown): unknown {
		if (typeof value !== "object" || value === null) return value;
		if (known.has(value)) return known.get(value);
		const chosen = Array.isArray(value)
			? value.map(choose)
			: chooseHere(mapValues({ ...value }, choose));
		known.set(value, chosen);
		return chosen;
	}
	const chooseHere = (shape: Shape): Shape => {
		const { anyOf: others } = shape;
		const found = others?.find((each) => each.required?.includes(property));
		return found && others ? { ...found, others } : shape;
	};
	return choose(schema) as Shape;
}

/**
 * Returns the responses to a target by status, class of statuses, or `default`.
 * @param validators by `<target> <status>`, with the media type if it is not the first one
 */
export function readResponses(
	document: DocumentParts,
	{ operations, problemNames }: DocumentModel,
	target: string,
	validators: Readonly<Record<string, Validator>>,
): Readonly<Record<string, ResponseDetails>> {
	const [, listed = []] = document.targets.find(([id]) => id === target) ?? [];
	// If an operation takes a body, the places of errors are in the body, otherwise in the query.
	const place = operations[target]?.bodies.length
		? problemNames.pointer
		: problemNames.parameter;
	const readShape = (schema: Node): Shape => {
		const shape = toShape(document, schema);
		return place === undefined ? shape : chooseAlternative(shape, place);
	};
	const read = (status: string, response: Node): ResponseDetails => {
		const { content, headers } = document.resolve(response);
		const requiredHeaders = entries(Object(headers))
			.filter(([, each]) => document.resolve(each).required === true)
			.map(([name]) => name.toLowerCase());
		const described = entries(Object(content));
		const contents =
			described.length > 0 ? described : [["", {} as Node] as const];
		return {
			assumptions: collectResponseAssumptions(document, response),
			contents: contents.map(([mediaType, each], index) => ({
				...{ mediaType, requiredHeaders, example: each.example },
				schema: /json$|\*/.test(essenceOf(mediaType))
					? readShape(child(each, "schema"))
					: undefined,
				validate:
					validators[`${target} ${status}${index > 0 ? ` ${mediaType}` : ""}`],
			})),
		};
	};
	return Object.fromEntries(
		listed.map(([status, response]) => [status, read(status, response)]),
	);
}
