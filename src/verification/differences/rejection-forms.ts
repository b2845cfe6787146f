import type { Deviation } from "../../document/judgment/comparison.ts";
import { groupBy } from "../../values/group-by.ts";
import { isObject, tryParseJson } from "../../values/json.ts";
import { shorten } from "../../values/shorten.ts";
import type { OutgoingRequest, ProviderExchange } from "../contract.ts";
import type { ComparedObservation } from "../observed.ts";
import { describeInner, describeObject, MAX_SHOWN } from "./describe-parts.ts";
import {
	type Shown,
	SUCH_AS,
	tellOperations,
} from "./difference-collection.ts";
import { isUnmatched } from "./rejection-causes.ts";

/** A rejection, and why the document lets the service reject the request. */
export interface Rejection
	extends Pick<ProviderExchange, "request" | "response"> {
	readonly operation: string;
	/** The request in the form that the service accepts, if that is another one. */
	readonly adapted?: OutgoingRequest;
	/** Undefined if the document allows the request. */
	readonly cause: string | undefined;
}

/** What a service differs from if its errors have several forms. */
export const ONE_FORM = "the same form for all errors";

const TOO_MANY = 429;
const MAX_FORMS = 6;
const MAX_CAUSES = 12;
/** What an object is that has an array under each of many names. */
const MAP = "an object with an array for each name";
const [MIN_OF_MAP, MAX_NAMES] = [3, 8];
/** A service with more different texts writes values into them. */
const MAX_TEXTS = 3;

/** Whether a service rejects a request because of the request itself. */
export const isOfRequest = ({
	request,
	response: { status },
}: Pick<Rejection, "request" | "response">): boolean =>
	request.method !== "HEAD" &&
	status >= 400 &&
	status < 500 &&
	status !== TOO_MANY;

const TEXT = "a text";
const PAGE = "a web page";
const MAX_ELEMENTS = 4;

/** Lists the properties of a body that are arrays of texts. */
const listTextArrays = (text: string): string[] =>
	Object.entries(Object(tryParseJson(text))).flatMap(([name, value]) =>
		Array.isArray(value) && typeof value[0] === "string" ? [name] : [],
	);

/** Whether a value is an object of arrays, such as the errors of each property. */
const isOfArrays = (value: unknown): value is object =>
	isObject(value) && Object.values(value).every(Array.isArray);

/** Returns a function that describes an array in an object by several names if it has many. */
export function createListJoiner(
	all: readonly ComparedObservation[],
): (seen: ComparedObservation) => ComparedObservation {
	const names = new Map<string, Set<string>>();
	for (const { where, change } of all.flatMap((each) => each.deviations))
		if (change?.kind === "list")
			names.set(where, (names.get(where) ?? new Set()).add(change.to));
	const describe = ({ where, actual, change }: Deviation): string => {
		const own = [...(names.get(where) ?? [])];
		// Paths say more than plain names.
		own.sort((a, b) => Number(/^\w+$/.test(a)) - Number(/^\w+$/.test(b)));
		return change?.kind === "list" && own.length >= MIN_OF_MAP
			? `${MAP}${SUCH_AS}${own.slice(0, MAX_NAMES).join(", ")}`
			: actual;
	};
	return (seen) => ({
		...seen,
		deviations: seen.deviations.map((each) => ({
			...each,
			actual: describe(each),
		})),
	});
}

/** Lists the properties of bodies with objects of arrays that often have other names. */
function listMaps(texts: readonly string[]): string[] {
	const objects = texts.flatMap((text) =>
		Object.entries(Object(tryParseJson(text))).flatMap(([name, value]) =>
			isOfArrays(value) ? [{ name, names: `${Object.keys(value)}` }] : [],
		),
	);
	return groupBy(objects, ({ name }) => name)
		.filter((own) => new Set(own.map(({ names }) => names)).size >= MIN_OF_MAP)
		.map(([{ name }]) => name);
}

/**
 * Describes the form of a body. All texts have the same form.
 * @param arrays the properties that are arrays of texts in some bodies
 * @param maps the properties whose objects of arrays have other names in other bodies
 */
function describeForm(
	text: string,
	arrays: readonly string[] = [],
	maps: readonly string[] = [],
): string {
	if (text === "") return "an empty body";
	const body = tryParseJson(text);
	if (isObject(body)) {
		const own = listTextArrays(text);
		const kinds = arrays
			.filter((name) => own.includes(name) || typeof body[name] === "string")
			.map(
				(name) =>
					`; ${name} is ${own.includes(name) ? "an array of texts" : "a text"}`,
			);
		const inner = Object.entries(body).map(([name, value]) =>
			maps.includes(name) && isOfArrays(value)
				? `; ${name} is ${MAP}`
				: describeInner({ [name]: value }),
		);
		return `${describeObject(body)}${inner.join("")}${kinds.join("")}`;
	}
	if (body !== undefined) return "other JSON";
	return /^\s*</.test(text) ? PAGE : TEXT;
}

const listTexts = (rejections: readonly Rejection[]): string[] => [
	...new Set(rejections.map(({ response }) => `${response.body}`)),
];

/** Lists the elements of a web page that have a text only, with the text. */
const listElements = (page: string): string[] =>
	Array.from(
		page.matchAll(/<(title|h\d|p|pre|li|code)\b[^>]*>([^<]*\S)\s*(?=<)/gi),
		([, name = "", text = ""]) =>
			`${JSON.stringify(shorten(text.trim(), MAX_SHOWN))} in ${name.toLowerCase()}`,
	).slice(0, MAX_ELEMENTS);

/** Returns the form, with the text if all bodies have the same one. */
function describeBodies(form: string, group: readonly Rejection[]): string {
	const [text = "", ...others] = listTexts(group);
	const elements = form === PAGE ? listElements(text) : [];
	if (elements.length > 0) return `${form} with ${elements.join(", ")}`;
	if (form !== TEXT) return form;
	const shown = JSON.stringify(shorten(text.trim(), MAX_SHOWN));
	return others.length > 0 ? `${form}, such as ${shown},` : `the text ${shown}`;
}

/**
 * Returns the reasons for rejections, each with the statuses, and with the operations if another one of the group
 * responds in another way.
 * @param all the requests that may be rejected, including others
 */
function describeCauses(
	group: readonly Rejection[],
	all: readonly Rejection[],
): string {
	const operations = new Set(group.map(({ operation }) => operation));
	const known = groupBy(group, ({ cause = "" }) => cause)
		.map((each) => {
			const [{ cause }] = each;
			const statuses = [
				...new Set(each.map(({ response }) => response.status)),
			];
			const own = new Set(each.map(({ operation }) => operation));
			const isOfSome = all.some(
				(one) =>
					cause !== undefined &&
					!isUnmatched(cause) &&
					one.cause === cause &&
					operations.has(one.operation) &&
					!own.has(one.operation),
			);
			return {
				cause,
				statuses: `${statuses.join(" or ")}${isOfSome ? ` of ${[...own].join(", ")}` : ""}`,
			};
		})
		// The status alone says less than a reason.
		.sort((a, b) => Number(!a.cause) - Number(!b.cause));
	return known
		.slice(0, MAX_CAUSES)
		.map(({ cause, statuses }) =>
			cause === undefined ? statuses : `${cause} (${statuses})`,
		)
		.join(", ");
}

/**
 * Lists the forms of the bodies of rejections if there are several, each with the reasons for which the service sends it.
 * @param properties those that the document requires in errors
 */
export function listRejectionForms(
	rejections: readonly Rejection[],
	properties: readonly string[] = [],
): Shown[] {
	const own = rejections.filter(isOfRequest);
	const texts = listTexts(own).filter((each) => describeForm(each) === TEXT);
	const arrays = [...new Set(listTexts(own).flatMap(listTextArrays))];
	const maps = listMaps(listTexts(own));
	const groups = groupBy(own, ({ response }) => {
		const { "content-type": mediaType = "" } = response.headers;
		const form = describeForm(`${response.body}`, arrays, maps);
		const isSame = form === TEXT && texts.length <= MAX_TEXTS;
		return JSON.stringify([form, mediaType, isSame && `${response.body}`]);
	});
	const [only, other] = groups;
	if (!only) return [];
	const form = describeForm(`${only[0].response.body}`);
	if (!other) {
		const isOther = form === PAGE || form === TEXT;
		const expected = `an object with ${properties.join(", ")}`;
		const actual = describeBodies(form, only);
		return isOther && properties.length > 0
			? tellOperations(only, { where: "$", expected, actual })
			: [];
	}
	return groups.slice(0, MAX_FORMS).flatMap((group) => {
		const [{ response }] = group;
		const { "content-type": mediaType } = response.headers;
		const described = describeForm(`${response.body}`, arrays, maps);
		const form = describeBodies(described, group);
		const typed = mediaType === undefined ? form : `${form} as ${mediaType}`;
		const actual = `${typed} for ${describeCauses(group, rejections)}`;
		return tellOperations(group, { where: "$", expected: ONE_FORM, actual });
	});
}
