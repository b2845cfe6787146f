import type { Plan } from "../../src/behaviors/operation-plan.ts";
import { type DocumentParts, isNode, roleOf } from "../../src/document/node.ts";
import { findExample } from "../../src/document/read-content.ts";

/** Keywords for people and validators. Pages download the plans. */
const UNUSED =
	/^(description|x-assumption|readOnly|minLength|maxLength|minItems|maxItems)$/;

/** Returns the parts of plans that behaviors need, as plain JSON with schemas instead of fields. */
export function storePlans(
	document: DocumentParts,
	plans: readonly Plan[],
): unknown {
	const stored = plans.map(
		({ operation: { id, node }, response, ...plan }) => ({
			...plan,
			example:
				plan.behavior === "example"
					? findExample(document, response)
					: undefined,
			operation: {
				id,
				node: { "x-audit": node["x-audit"], "x-order": node["x-order"] },
			},
			response: { headers: response.headers },
			body: plan.body?.schema,
			request: plan.request?.schema,
			query: plan.query.schema,
		}),
	);
	return JSON.parse(JSON.stringify(stored), (keyword, value) => {
		if (keyword === "x-role") return roleOf(value);
		// A property may have the name of a keyword, but is no text and no number.
		return UNUSED.test(keyword) && !isNode(value) ? undefined : value;
	});
}
