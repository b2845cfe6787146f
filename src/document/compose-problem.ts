import { isObject } from "../values/json.ts";
import { compose, type Source, SourceList, sample } from "./compose.ts";
import { type Field, fieldsOf, isFreeText, pathOf } from "./field.ts";

/** Returns the parts of a problem by role. Some have several roles, since services have several words for them. */
function rolesOf(problem: Readonly<Record<string, unknown>>) {
	const { detail, pointer, parameter } = problem;
	const place = pointer ?? parameter;
	return {
		...problem,
		message: detail,
		...(place !== undefined && { field: String(place).replace(/^\//, "") }),
	};
}

const toSource = (problem: Readonly<Record<string, unknown>>): Source => {
	const roles = rolesOf(problem);
	return { roles, named: roles };
};

/** Whether the form lists the places that are wrong. */
const listsErrors = (form: Field): boolean =>
	fieldsOf(form).some(
		({ role, properties }) =>
			role === "errors" || properties.some(([name]) => name === "errors"),
	);

const describePlace = ({
	pointer,
	parameter,
	detail,
}: Readonly<Record<string, unknown>>): string =>
	`${pointer || parameter || "The body"} ${detail}`;

/** The parts of an error that say what is wrong, by role or name. */
const PLACES = ["pointer", "parameter", "field"];

/** Lists the properties of a value by role or name. */
const listParts = (form: Field): (readonly [part: string, field: Field])[] =>
	fieldsOf(form).flatMap(({ properties }) =>
		properties.map(([name, each]) => [each.role ?? name, each] as const),
	);

/** Whether an error in the list of the form says what is wrong in a part of its own. */
const namesPlaces = (form: Field): boolean => {
	const items = listParts(form).find(([part]) => part === "errors")?.[1].items;
	return (
		items === undefined ||
		listParts(items).length === 0 ||
		listParts(items).some(([part]) => PLACES.includes(part))
	);
};

const toLetters = (word: unknown): string =>
	String(word)
		.toLowerCase()
		.replaceAll(/[^a-z]/g, "");

/** Returns the words of a form that lists which there may be: the one that means the same as a part, or the first. */
function chooseWords(
	form: Field,
	problem: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
	const known = [problem.code, problem.title].map(toLetters);
	return Object.fromEntries(
		listParts(form).flatMap(([part, { schema }]) => {
			const words = [schema.enum ?? []].flat();
			if (!(part in problem) || words.length === 0) return [];
			const same = words.find((each) => each === problem[part]);
			const close = words.find((each) => known.includes(toLetters(each)));
			return [[part, same ?? close ?? words[0]]];
		}),
	);
}

/** Writes a problem in a form that has none of its roles: the first text of the form, if any, says what is wrong. */
function composeText(form: Field, detail: string): unknown {
	const [, path] =
		fieldsOf(form)
			.filter(isFreeText)
			.map((each) => [each, pathOf(form, each)] as const)
			.find(([, at]) => at) ?? [];
	if (path)
		return path.reduceRight<unknown>(
			(value, name) => ({ [name]: value }),
			detail,
		);
	return form.types.length === 0 ? detail : sample(form);
}

/**
 * Writes a problem in the form of the document: as JSON with the parts that roles or names tell, or as plain text.
 * @param code a word for the kind of problem
 * @param problem as RFC 9457 names its parts, with `errors` for the places that are wrong
 */
export function composeProblem(
	form: Field,
	code: string,
	problem: Readonly<Record<string, unknown>>,
): unknown {
	const { errors } = problem;
	const found = Array.isArray(errors) ? errors.filter(isObject) : [];
	const detail =
		found.length > 0 && !listsErrors(form)
			? found.map(describePlace).join("; ")
			: String(problem.detail)
					.replace(/ Use one of `operations`\.$/, "")
					.replace(listsErrors(form) ? /^$/ : /; see errors\.$/, ".");
	const word = code.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
	const parts = rolesOf({ ...problem, detail, code: word });
	const { roles, named } = toSource({ ...parts, ...chooseWords(form, parts) });
	const described = namesPlaces(form)
		? found
		: found.map((each) => ({ ...each, detail: describePlace(each) }));
	const places =
		found.length > 0 ? { errors: new SourceList(described.map(toSource)) } : {};
	const all = { ...roles, ...places };
	const source = {
		...{ roles: all, named: { ...named, ...places }, isSpread: true },
	};
	return compose(form, source) ?? composeText(form, detail);
}
