import { escapeSegment } from "../values/json.ts";
import type { ValidationError } from "../values/validation.ts";
import type { Evaluation, KeywordContext } from "./keyword.ts";
import { isNode } from "./node.ts";
import { satisfiesKeywords } from "./schema-keywords.ts";

/** The maximum number of errors. Responses show far fewer. */
const MAX_ERRORS = 1_000;

/** A place in a value, from the inside out. */
interface Place {
	readonly segment: string | number;
	readonly around: Place | undefined;
}

function toPointer(place: Place | undefined): string {
	const segments: string[] = [];
	for (let each = place; each; each = each.around)
		segments.unshift(`/${escapeSegment(String(each.segment))}`);
	return segments.join("");
}

/** The parameter that the message of an error needs for the value of a keyword. Defaults to `limit`. */
const PARAMETERS: Readonly<Record<string, string>> = {
	type: "type",
	const: "allowedValue",
	enum: "allowedValues",
	format: "format",
	pattern: "pattern",
};

/** Keywords whose messages show the schema. */
const IN_MESSAGES = /^(not|contains)$/;

/** Leaves out the schemas in a schema, since they may be long, or refer to each other. */
const withoutInner = (schema: unknown): unknown =>
	Object.fromEntries(
		Object.entries(Object(schema)).map(([name, value]) => [
			name,
			[value].flat().some(isNode) ? "…" : value,
		]),
	);

/** Keywords whose message can be replaced by an `x-remedy` beside them. */
export const WITH_REMEDY: readonly string[] = ["pattern", "oneOf"];

/** Collects the errors of an invalid value. */
export function listErrors(
	evaluation: Evaluation,
	root: unknown,
	value: unknown,
): readonly ValidationError[] {
	const errors: ValidationError[] = [];
	function add(
		place: Place | undefined,
		keyword: string,
		params: ValidationError["params"],
	): boolean {
		errors.push({
			...{ keyword, params },
			// Many errors may be below a very long name, and few of them are read.
			get instancePath() {
				return toPointer(place);
			},
		});
		return errors.length < MAX_ERRORS;
	}
	function explain(
		schema: unknown,
		value: unknown,
		place: Place | undefined,
	): boolean {
		if (evaluation.isValid(schema, value)) return true;
		if (!isNode(schema)) return add(place, "not", {});
		const check: KeywordContext = {
			...{ keyword: "", evaluation },
			part: (schema, value, segment) =>
				explain(
					schema,
					value,
					segment === undefined ? place : { segment, around: place },
				),
			fail(params) {
				const { keyword } = check;
				const shown = IN_MESSAGES.test(keyword)
					? withoutInner(schema[keyword])
					: schema[keyword];
				const limit = { [PARAMETERS[keyword] ?? "limit"]: shown };
				const remedy = WITH_REMEDY.includes(keyword) && {
					remedy: schema["x-remedy"],
				};
				return add(place, keyword, params ?? { ...limit, ...remedy });
			},
		};
		return satisfiesKeywords(schema, value, check);
	}
	explain(root, value, undefined);
	return errors;
}
