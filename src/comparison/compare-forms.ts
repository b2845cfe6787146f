import { judgeResponse } from "../document/judgment/judge-response.ts";
import { tryParseJson } from "../values/json.ts";
import type { Exchange } from "../verification/contract.ts";
import { ANOTHER_VALUE } from "./compare-values.ts";
import { addDifference, type Collecting, type Comparing } from "./comparing.ts";
import type { Operation } from "./operation.ts";

/** The exchanges of one step on both sides. */
export interface Exchanges {
	readonly mock: Exchange;
	readonly real: Exchange;
}

/** Judges a response by the document. */
const judge = (
	{ subject: { documented }, renamed }: Comparing,
	{ operation }: Operation,
	{ request, response }: Exchange,
	status: number,
) =>
	judgeResponse(
		documented,
		{ target: operation.id, request, response, status },
		{ renamed, maxDeviations: 5 },
	);

/**
 * Returns a text that is equal for all deviations of one kind at a place. Some deviations contain the value itself,
 * which may differ each time.
 */
function describeForm(where: string, actual: string): string {
	// The reason of a rejection may name the request, or the time.
	if (where === "status") return actual.replace(/ \(.*\)(?=, which |$)/s, "");
	return tryParseJson(actual) === undefined ? actual : ANOTHER_VALUE;
}

const readBody = ({ response: { body } }: Exchange): unknown =>
	tryParseJson(body.length === 0 ? "" : `${body}`);

/**
 * Adds the deviations of the service from the document, unless the mock has them, too. Returns the bodies in the
 * documented form. If both deviate, returns them unchanged: to find noise, the service is compared with itself.
 */
export function compareForms(
	collecting: Collecting,
	{ mock, real }: Exchanges,
): { readonly body: unknown; readonly actual: unknown } {
	const { comparing, operation } = collecting;
	const { status } = mock.response;
	const judged = judge(comparing, operation, real, status);
	const bodies = { body: readBody(mock), actual: readBody(real) };
	const form = judged.documentedForm?.body;
	if (judged.deviations.length > 0) {
		const alone = { ...comparing, renamed: new Map<string, string>() };
		const { deviations } = judge(alone, operation, mock, status);
		for (const { where, expected, actual } of judged.deviations)
			if (!deviations.some((each) => each.where === where))
				addDifference(
					collecting,
					...([where, describeForm(where, actual), expected, actual] as const),
				);
		if (deviations.length > 0) return bodies;
	} else {
		// Formats and patterns, which the judgment does not compare.
		const { documented } = comparing.subject;
		const { id, method } = operation.operation;
		const [violation, known] = [real, mock].map(({ response }) =>
			documented.findResponseViolation(id, method, response),
		);
		if (violation !== undefined && known === undefined)
			addDifference(
				collecting,
				"$",
				violation.replaceAll(/\/\d+/g, "/*"),
				...(["a valid response", violation] as const),
			);
	}
	return form === undefined
		? bodies
		: { ...bodies, actual: tryParseJson(form) };
}
