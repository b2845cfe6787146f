import { STATUS_CODES } from "node:http";
import { tryRecursion } from "../../../values/errors.ts";
import { isObject, mapValues, tryParseJson } from "../../../values/json.ts";
import { withoutMarkup } from "../../../values/markup.ts";
import type { ProviderResponse } from "../../contract.ts";
import { type Codes, findCodes } from "./codes.ts";
import { splitPath } from "./complaint-parts.ts";
import type { Complaint } from "./complaints.ts";
import { withoutGenerated } from "./generated.ts";
import { listTokens } from "./list-tokens.ts";
import { readComplaints } from "./read-complaints.ts";
import { listNames, type Repair } from "./repairs.ts";
import { withoutRequest } from "./without-request.ts";

/** A sent body, with the complaints of the service. */
export interface Trial {
	/** The changes of the documented body. */
	readonly repairs: readonly Repair[];
	readonly body: unknown;
	readonly response: ProviderResponse;
	readonly complaints: readonly Complaint[];
	/** All that may name a property, as path segments, the most specific first. */
	readonly tokens: readonly (readonly string[])[];
	/** The text of the rejection without what it repeats of the request. */
	readonly text: string;
}

export const isAccepted = ({
	status,
}: Pick<ProviderResponse, "status">): boolean => status >= 200 && status < 300;

/** Whether a status may mean that the form of the request is wrong. */
export const isFormRejected = ({
	status,
}: Pick<ProviderResponse, "status">): boolean =>
	status === 400 || status === 404 || status === 409 || status === 422;

/** The maximum size of a rejection that is read. */
const MAX_REJECTION = 16_384;
/** The maximum depth of a rejection that is read. */
const MAX_DEPTH = 10;

/** What is known about the rejections of an operation. */
export interface Habits {
	/** The path of the requests, which a rejection may repeat. */
	readonly path?: string | undefined;
	readonly codes?: Codes | undefined;
	/** Texts that rejections contained before a body did. */
	readonly said?: ReadonlySet<string> | undefined;
	/** What the service says of a name that it does not know, with `…` in place of the name. */
	readonly ofUnknown?: readonly string[];
	/** The names of documented objects that the body may lack. */
	readonly optionalObjects?: readonly string[] | undefined;
	/** The text of the request, if its body is not read. */
	readonly sent?: string | undefined;
}

/** Words for values in the languages of programs. */
const LITERAL = /^(true|false|null|none|nil|undefined|map)$/i;

/** Returns a text without the objects of the request that it repeats in the notation of a language. */
function maskEcho(text: string, names: ReadonlySet<string>): string {
	const masked = text.replaceAll(/(\bmap\[[^[\]]*\]|\{[^{}]*\})/g, (span) => {
		const words = span.match(/[A-Za-z_][\w-]*/g) ?? [];
		const isEcho =
			words.some((each) => names.has(each.toLowerCase())) &&
			words.every(
				(each) => names.has(each.toLowerCase()) || LITERAL.test(each),
			);
		return isEcho ? "…" : span;
	});
	return masked === text ? text : maskEcho(masked, names);
}

/** The name of a property of an object before another name, as in `trigger.event`. */
const BEFORE_INNER = /[A-Za-z0-9_\]][./]$/;

/** Replaces these values in a text by `…`, but not the name of an inner property, such as `event` in `trigger.event`. */
export const maskValues = (text: string, values: Iterable<string>): string =>
	[...values].reduce(
		(masked, each) =>
			masked.replaceAll(each, (_, index: number) =>
				BEFORE_INNER.test(masked.slice(Math.max(index - 2, 0), index))
					? each
					: "…",
			),
		text,
	);

/** Returns a rejection without what it repeats of the request, and what differs in each response. */
function mask(
	rejection: unknown,
	body: unknown,
	{ codes, said }: Pick<Habits, "codes" | "said">,
): unknown {
	const texts = new Set<string>();
	const parts = new Set<string>();
	const collect = (value: unknown): void => {
		if (typeof value === "string" && value.length > 2 && !said?.has(value))
			texts.add(value);
		if (typeof value !== "object" || value === null) return;
		parts.add(JSON.stringify(value));
		for (const each of Object.values(value)) collect(each);
	};
	collect(body);
	const names = new Set(listNames(body).map((each) => each.toLowerCase()));
	const maskText = (text: string): string =>
		withoutGenerated(maskEcho(maskValues(text, texts), names));
	const maskValue = (value: unknown, depth = 0): unknown => {
		if (typeof value === "string")
			return texts.has(value) ? null : maskText(value);
		if (depth > MAX_DEPTH || parts.has(JSON.stringify(value))) return null;
		const maskInner = (inner: unknown): unknown => maskValue(inner, depth + 1);
		if (Array.isArray(value)) return value.map(maskInner);
		return isObject(value)
			? mapValues(value, (inner) =>
					codes?.texts.has(`${inner}`) ? null : maskInner(inner),
				)
			: value;
	};
	return maskValue(rejection);
}

/** Numbers do not distinguish complaints, such as the column of a mistake. */
export const withoutNumbers = (text: string): string =>
	text.replaceAll(/\d+/g, "…");

/** Two words or more before a name, and the quotation marks around it: "unknown field `…`". */
const PART = /[\w ]+ \w+ [`'"“‘]…[`'"”’]/;

/** Names with what joins them: `on.type`, `steps[0]/name`. */
const PATH_OF_NAME = /[\w.[\]/-]*\w/g;

/** Returns the complaint with only the names of which the service says the same as of a name that it does not know. */
function selectUnknown(
	complaint: Complaint,
	ofUnknown: readonly string[],
): Complaint {
	const { text } = complaint;
	const said = ofUnknown.map(withoutNumbers);
	const parts = said.flatMap((each) => PART.exec(each)?.[0] ?? []);
	const isUnknown = (name: string): boolean =>
		[
			text.replaceAll(name, "…"),
			// The sentence may contain the name as a word, too.
			text.replace(name, "…"),
			// The name may be the end of a path.
			text.replaceAll(PATH_OF_NAME, (path) =>
				splitPath(path).at(-1) === name ? "…" : path,
			),
		].some(
			(masked) =>
				name !== "" &&
				// The place of an inner property may come before the sentence, and its other names after it.
				(said.some((each) => withoutNumbers(masked).endsWith(each)) ||
					parts.some((each) => masked.includes(each))),
		);
	const words = complaint.words.filter(isUnknown);
	const paths = complaint.paths.filter((path) => isUnknown(path.at(-1) ?? ""));
	return words.length + paths.length > 0
		? { words, paths, text, isOfName: true }
		: { ...complaint, isOfName: false };
}

/** Whether a text is the name of the status, as in "400 Bad Request". */
export const isOfStatus = (
	{ text }: Pick<Complaint, "text">,
	{ status }: Pick<ProviderResponse, "status">,
): boolean =>
	text.replace(/^\W*(\d+|…)\W+/, "").replace(/\W*$/, "") ===
	STATUS_CODES[status];

/** Reads the response to a body with these repairs. */
export function readTrial(
	repairs: readonly Repair[],
	body: unknown,
	response: ProviderResponse,
	{
		path = "",
		codes,
		said,
		ofUnknown = [],
		sent,
		optionalObjects = [],
	}: Habits = {},
): Trial {
	const text = response.body.toString("utf8", 0, MAX_REJECTION);
	const rejection = tryRecursion(() =>
		withoutRequest(
			tryParseJson(text) ?? withoutMarkup(text),
			sent === undefined ? body : tryParseJson(sent),
			sent,
		),
	);
	const known = codes && { ...codes, texts: findCodes(rejection, codes) };
	const read = () => {
		const masked = mask(rejection, [body, path], { codes, said });
		const names = [...listNames(body), ...optionalObjects];
		return {
			complaints: readComplaints(masked, known, names),
			tokens: listTokens(masked, known),
			text: JSON.stringify(masked),
		};
	};
	const none = { complaints: [], tokens: [], text: "" };
	const { complaints: all, ...others } = tryRecursion(read) ?? none;
	const complaints = all
		// The name of the status says nothing.
		.filter((each) => !isOfStatus(each, response))
		.map((each) => selectUnknown(each, ofUnknown));
	return { repairs, body, response, complaints, ...others };
}

/** Returns a key that distinguishes complaints. */
export const keyOf = ({ paths: [path = []], text }: Complaint): string =>
	JSON.stringify([path, withoutNumbers(text)]);

/** Returns a key that distinguishes rejections. */
export const signatureOf = ({ response, complaints }: Trial): string =>
	JSON.stringify([response.status, complaints.map(keyOf).sort()]);

/** Lists the names that a complaint may be about. */
const listNamed = ({ paths, words }: Complaint): string[] => [
	...words,
	...paths.map((path) => path.at(-1) ?? ""),
];

/** Whether a complaint names a property. */
export const isComplaintOf = (complaint: Complaint, name: string): boolean =>
	listNamed(complaint).some(
		(each) => each.toLowerCase() === name.toLowerCase(),
	);

/** Returns the letters and digits of a name, which may be spelled in another way: `PageCount` for `page_count`. */
export const compactName = (name: string): string =>
	name.toLowerCase().replaceAll(/(?<=.)[^a-z0-9]/g, "");

/** Whether a complaint names a property in whatever spelling. */
export const mayBeComplaintOf = (complaint: Complaint, name: string): boolean =>
	listNamed(complaint).some((each) => compactName(each) === compactName(name));

/** What a rejection says of names. */
interface Sayings {
	isUnknown(name: string): boolean;
	/** Whether it says something else of a name. */
	isNamed(name: string): boolean;
}

/**
 * Reads what a response says of names.
 * @param rejected the response to a name that no service knows
 */
export function readNames(
	[rejected, word]: readonly [ProviderResponse | undefined, string],
	response: ProviderResponse,
): Sayings {
	const ofUnknown = rejected
		? readTrial([], {}, rejected).complaints.map(({ text }) =>
				text.replaceAll(word, "…"),
			)
		: [];
	const { complaints } = readTrial([], {}, response, { ofUnknown });
	const has = (name: string, isOfName: boolean): boolean =>
		complaints.some(
			(each) => each.isOfName === isOfName && isComplaintOf(each, name),
		);
	return {
		isUnknown: (name) => has(name, true),
		isNamed: (name) => has(name, false),
	};
}
