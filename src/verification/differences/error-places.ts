import { isObject, tryParseJson } from "../../values/json.ts";
import { NOT_DOCUMENTED } from "./additional-parts.ts";
import { MAX_SHOWN } from "./describe-parts.ts";
import { type Shown, tellOperations } from "./difference-collection.ts";
import { isOfRequest, type Rejection } from "./rejection-forms.ts";

/** A place in a rejection that says where in the request an error is. */
interface Mention {
	readonly where: string;
	/** The kind of the place, in the words of a report. */
	readonly as: string;
	readonly text: string;
}

const WITHIN = " within a text";

/** Lists the names of the arrays in a body. */
const listArrays = (value: unknown): string[] =>
	typeof value === "object" && value !== null
		? Object.entries(value).flatMap(([name, inner]) => [
				...(Array.isArray(inner) && /^\w+$/.test(name) ? [name] : []),
				...listArrays(inner),
			])
		: [];

/** The parts of a request that a rejection may name. */
interface Subject {
	readonly names: readonly string[];
	/** Whether they are parameters of the query, and not arrays, whose items a rejection names. */
	readonly isQuery: boolean;
}

/** Lists the mentions of an item, such as `steps[0].name`, `["steps", 0, "name"]` or `{"steps": {"0": ...}}`, or of a parameter. */
function listMentions(
	value: unknown,
	subject: Subject,
	where = "$",
): Mention[] {
	const { names, isQuery } = subject;
	const end = isQuery ? "$" : "[\\].[/]+\\d";
	const isNamed = (text: string): boolean =>
		names.some((name) => new RegExp(`(^|\\W)${name}${end}`).test(text));
	if (typeof value === "string") {
		const words = value
			.split(/\s+/)
			.map((each) => each.replace(/[:,;.]+$/, ""));
		const place = words.find(
			(each) => isNamed(each) && (words.length === 1 || /\w[\][./]/.test(each)),
		);
		const as = words.length === 1 ? "" : WITHIN;
		return place === undefined
			? []
			: [{ where, as, text: JSON.stringify(place) }];
	}
	if (Array.isArray(value)) {
		const isPath = isQuery
			? value.every((each) => typeof each === "string")
			: value.some(Number.isInteger);
		return isPath && isNamed(value.join("."))
			? [{ where, as: " as an array", text: JSON.stringify(value) }]
			: value.flatMap((each) => listMentions(each, subject, `${where}[*]`));
	}
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, inner]): Mention[] => {
		// A query may have the name of a property that each error has, such as its status.
		const isPlace = isQuery
			? names.includes(name) && typeof inner === "object"
			: isNamed(name);
		if (isPlace) return [{ where, as: " as a name", text: name }];
		const [index = "", own] = isObject(inner)
			? (Object.entries(inner)[0] ?? [])
			: [];
		if (isQuery || !names.includes(name) || !/^\d+$/.test(index))
			return listMentions(inner, subject, `${where}.${name}`);
		const [property] = isObject(own) ? Object.keys(own) : [];
		const text = [name, index, property].filter(Boolean).join(".");
		return [{ where, as: " as names and indexes", text }];
	});
}

/** Returns the places at which rejections name such parts. The details of an error may repeat the place. */
function listOuter(
	rejections: readonly Rejection[],
	subjectOf: (rejection: Rejection) => Subject,
	isDocumented: (rejection: Rejection, where: string) => boolean,
): (Mention & { readonly rejection: Rejection })[] {
	const found = new Map<string, Mention & { rejection: Rejection }>();
	for (const rejection of rejections) {
		const body = tryParseJson(`${rejection.response.body}`);
		for (const mention of listMentions(body, subjectOf(rejection))) {
			const { where, text } = mention;
			const known = found.get(where)?.text ?? "";
			// The longest place shows most.
			const isLonger = text.length > known.length && text.length <= MAX_SHOWN;
			if (isLonger && !isDocumented(rejection, where))
				found.set(where, { ...mention, rejection });
		}
	}
	// A text that repeats the place tells nothing more.
	if ([...found.values()].some(({ as }) => as !== WITHIN))
		for (const [where, { as }] of found) if (as === WITHIN) found.delete(where);
	const depthOf = ({ where }: Mention): number => where.split(/[.[]/).length;
	const least = Math.min(...Array.from(found.values(), depthOf));
	return [...found.values()].filter((each) => depthOf(each) === least);
}

const ofItems = ({ request }: Rejection): Subject => ({
	names: listArrays(tryParseJson(`${request.body ?? ""}`)),
	isQuery: false,
});

const ofQuery = ({ request: { path } }: Rejection): Subject => ({
	names: [...new URLSearchParams(path.split("?")[1]).keys()].filter((name) =>
		/^\w+$/.test(name),
	),
	isQuery: true,
});

/**
 * Tells how rejections say in which item of an array, or in which parameter of the query an error is.
 * @param isDocumented whether the document has such a place in rejections
 */
export function listErrorPlaces(
	rejections: readonly Rejection[],
	isDocumented: (rejection: Rejection, where: string) => boolean,
): Shown[] {
	const own = rejections.filter(isOfRequest);
	return [ofItems, ofQuery].flatMap((subjectOf) =>
		listOuter(own, subjectOf, isDocumented).flatMap(
			({ where, as, text, rejection }) => {
				const actual = `the place of an error in ${subjectOf === ofItems ? "an item" : "the query"}${as}, such as ${text}`;
				const told = { where, expected: NOT_DOCUMENTED, actual };
				return tellOperations([rejection], told);
			},
		),
	);
}
