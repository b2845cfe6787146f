import { isObject, withValueAt } from "../values/json.ts";
import { compose, sample } from "./compose.ts";
import { type Field, fieldsOf, isFreeText, pathOf } from "./field.ts";
import {
	describePlaces,
	findCode,
	findErrors,
	findKnown,
	readOtherNames,
	writeErrors,
} from "./problem-parts.ts";

/** Writes a problem into a form without roles: the first free text of the form gets the sentence. */
function composeText(form: Field, detail: string): unknown {
	const [, path] =
		fieldsOf(form)
			.filter(isFreeText)
			.map((each) => [each, pathOf(form, each)] as const)
			.find(([, at]) => at) ?? [];
	if (path) return withValueAt(undefined, path, detail);
	return form.types.length === 0 ? detail : sample(form);
}

/**
 * Writes a problem in the form of the document: as JSON, where roles or names show the parts, or as plain text.
 * @param code a word for the kind of problem
 * @param problem the parts by their names in RFC 9457; `errors` lists the invalid places
 * @param example the example of the response, whose word for the kind of problem replaces the given one
 */
export function composeProblem(
	form: Field,
	code: string,
	problem: Readonly<Record<string, unknown>>,
	example?: unknown,
): unknown {
	const { errors, ...rest } = problem;
	const found = Array.isArray(errors) ? errors.filter(isObject) : [];
	const list = findErrors(form);
	const word =
		findCode(form, example) ??
		code.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
	const { status, title } = problem;
	const inError = { status, title, code: word, type: word };
	const written =
		list && found.length > 0 ? writeErrors(list, found, inError) : undefined;
	const detail =
		found.length > 0 && written === undefined
			? describePlaces(found)
			: String(problem.detail)
					.replace(/ Use one of `operations`\.$/, "")
					.replace(written === undefined ? /; see errors\.$/ : /^$/, ".");
	const parts = { ...rest, detail, message: detail, code: word };
	const names = readOtherNames(form, parts);
	const isSaid = ["detail", "message", ...Object.keys(names)];
	const source = {
		...{ roles: parts, named: { ...parts, ...names }, isSpread: true },
		known: findKnown(form, isSaid, written === undefined ? undefined : list),
		...(list && written !== undefined && { whole: new Map([[list, written]]) }),
	};
	return compose(form, source) ?? composeText(form, detail);
}
