import { essenceOf } from "../values/http.ts";
import { mapValues } from "../values/json.ts";
import type { Validator } from "../values/validation.ts";
import { collectResponseAssumptions } from "./extensions.ts";
import type { DocumentModel, ResponseAssumptions, Shape } from "./model.ts";
import { child, type DocumentParts, entries, type Node } from "./node.ts";
import { toShape } from "./schemas.ts";

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
