import { STATUS_CODES } from "node:http";
import { isSentence } from "../../document/judgment/find-meaning.ts";
import { findListProperty } from "../../document/judgment/shape-values.ts";
import { groupBy } from "../../values/group-by.ts";
import { isObject, tryParseJson } from "../../values/json.ts";
import type { Contract } from "../contract.ts";
import type { ComparedObservation } from "../observed.ts";
import type { Difference } from "../report.ts";
import { createExample, SUCH_AS } from "./difference-collection.ts";

const NAMES = new Set(Object.values(STATUS_CODES));
const MAX_SHOWN = 4;

/** Returns the kind of a text in an error. A text that is neither a name nor a sentence stands for itself. */
function kindOf(text: string): string {
	if (NAMES.has(text)) return "the name of the status";
	return isSentence(text) ? "a sentence" : JSON.stringify(text);
}

/** Tells once that rejections have no list of the problems, which the document requires for this kind of a request. */
export function listMissingProblems(
	{ documented }: Contract,
	compared: readonly ComparedObservation[],
	headerNames: readonly string[],
): Difference[] {
	const found = compared.flatMap((example) => {
		const { target, status, request, response, documentedForm } = example;
		const { schema } = documented.findResponse(target, status) ?? {};
		const list = schema && findListProperty(schema);
		const { because, violation } = documented.expectStatus(target, request);
		const isMalformed = violation?.kind === "malformed";
		if (!list || !isMalformed || response.status >= 500) return [];
		const body = documentedForm?.body ?? `${response.body}`;
		const form = tryParseJson(body);
		return isObject(form) && response.status >= 400 && !(list in form)
			? [{ example, list, because }]
			: [];
	});
	return found.slice(0, 1).map(({ example, list, because }) => ({
		...{ operation: example.operation, where: `$.${list}` },
		...{ expected: `${list}, since ${because}`, actual: "missing" },
		...{ count: found.length, assumptions: [], explains: [] },
		example: createExample(example, headerNames),
	}));
}

/** Finds the texts of errors that are of another kind than those in the examples of the document. */
export function listErrorTexts(
	{ documented }: Contract,
	compared: readonly ComparedObservation[],
	headerNames: readonly string[],
): Difference[] {
	const texts = compared.flatMap((example) => {
		const { target, status, response, documentedForm } = example;
		if (status < 400 || response.status < 400) return [];
		const form = tryParseJson(documentedForm?.body ?? "");
		const shown = documented.findResponse(target, status)?.example;
		if (!isObject(form) || !isObject(shown)) return [];
		return Object.entries(shown).flatMap(([name, like]) => {
			const text = form[name];
			return typeof like === "string" && typeof text === "string" && text !== ""
				? [{ example, where: `$.${name}`, expected: kindOf(like), text }]
				: [];
		});
	});
	return groupBy(
		texts,
		({ where, expected }) => `${where} ${expected}`,
	).flatMap((group): Difference[] => {
		const others = group.filter(
			({ text, expected }) => kindOf(text) !== expected,
		);
		const [first] = others;
		if (!first) return [];
		const { example, where, expected } = first;
		const distinct = [...new Set(others.map(({ text }) => text))];
		const kinds = [...new Set(distinct.map(kindOf))];
		const values = distinct.map((each) => JSON.stringify(each)).join(", ");
		const actual =
			distinct.length > MAX_SHOWN
				? `${kinds.slice(0, MAX_SHOWN).join(", ")}${SUCH_AS}${JSON.stringify(distinct[0])}`
				: values;
		return [
			{
				...{ operation: example.operation, where, expected, actual },
				...{ count: others.length, assumptions: [], explains: [] },
				example: createExample(example, headerNames),
			},
		];
	});
}
