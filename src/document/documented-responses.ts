import { mapValues } from "../values/json.ts";
import type { Validator } from "../values/validation.ts";
import type { DocumentModel, ResponseDetails, Shape } from "./model.ts";

/** What the OpenAPI document says about a response. */
export interface DocumentedResponse {
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

/** By status, class of statuses, or `default`. */
type Responses = Readonly<Record<string, readonly ValidatedResponse[]>>;

/** What a document says about the responses to one target. */
export interface DescribedResponses {
	/** By status, class of statuses, or `default`. */
	readonly responses: Readonly<Record<string, ResponseDetails>>;
	/** By `<target> <status>`, with the media type if it is not the first one. */
	readonly responseValidators: Readonly<Record<string, Validator>>;
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

/** Returns the documented responses of a target, by status. */
export function readResponses(
	{
		operations,
		problemNames,
	}: Pick<DocumentModel, "operations" | "problemNames">,
	target: string,
	{ responses, responseValidators }: DescribedResponses,
): Responses {
	// If an operation takes a body, the places of errors are in the body, otherwise in the query.
	const place = operations[target]?.bodies.length
		? problemNames.pointer
		: problemNames.parameter;
	const byStatus = Object.entries(responses).map(
		([status, { others = [], requiredHeaders, ...first }]) => {
			const all = [first, ...others].map(
				({ mediaType, example, shape }, index) => ({
					...{ mediaType, example, requiredHeaders },
					schema:
						shape && place !== undefined
							? chooseAlternative(shape, place)
							: shape,
					validate:
						responseValidators[
							`${target} ${status}${index > 0 ? ` ${mediaType}` : ""}`
						],
				}),
			);
			return [status, all] as const;
		},
	);
	return Object.fromEntries(byStatus);
}
