import { tryParseJson } from "../../../values/json.ts";
import type { ProviderResponse } from "../../contract.ts";
import type { Habits, Trial } from "../rejections/read-trial.ts";
import type { Repair } from "../rejections/repairs.ts";
import {
	listChoices,
	listFormatted,
	listKinds,
	listOtherKinds,
	UUID,
} from "../values/guess-values.ts";
import { listWords } from "../values/spellings.ts";
import { nameOf, type Subject } from "./body-subjects.ts";
import { textOf } from "./change-body.ts";

/** What is known about the values that a service may accept. */
export interface Knowledge {
	/** Values of the same name from responses. */
	seen(name: string, text: string): readonly unknown[];
	/** The object or array that a record of the service has under a name. */
	partsOf(name: string): readonly object[];
	/** The values that identify records, those of a kind that the text names first. */
	ids(text: string): readonly unknown[];
	/** The values that identify records of a kind that the text names. */
	idsOf(text: string): readonly unknown[];
	/** The names of the properties in responses. */
	names(): readonly string[];
	/** Whether a value may be the id of a record of a known kind. */
	isId(value: unknown): boolean;
	/** Whether a value is the id of a record that responses have shown, and, if it is a number, the name is that of an id. */
	isRecord(value: unknown, name: string): boolean;
	/** Returns the id of another record of the same kind, each once; undefined if none is left. */
	fresh(id: unknown, text?: string): unknown;
	/** Returns the id of a record that no accepted request has named, each time another one. */
	take(id: unknown, text: string): unknown;
	/** What the service says of the property elsewhere. */
	describedAs(name: string): readonly string[];
	/** Texts that the service may know. */
	known(): readonly string[];
	/** The pairs of a property and a known text that the service rejected. */
	readonly failed: Set<string>;
	/** Texts in the style of one that the service knows. */
	alike(known: string): readonly string[];
}

const MAX_LIKELY = 4;

/** Lists the strings in the arrays of a rejection, which are often the accepted values. */
export function listArrays(value: unknown): string[] {
	if (
		Array.isArray(value) &&
		value.length > 1 &&
		value.every((each) => typeof each === "string")
	)
		return value.filter((each) => !/\s/.test(each));
	return typeof value === "object" && value !== null
		? Object.values(value).flatMap(listArrays)
		: [];
}

/** Lists the values that a property may take, the most probable first. */
export function listValues(
	knowledge: Knowledge,
	subject: Subject,
	rejected: Trial,
	text: string,
): unknown[] {
	const own = nameOf(subject);
	const rejection = tryParseJson(textOf(rejected));
	const choices = [...listArrays(rejection), ...listChoices(text, own)];
	const others = rejected.complaints.flatMap((each) =>
		listChoices(each.text, own),
	);
	const ids = knowledge.ids(`${own} ${text}`);
	const kinds = listKinds(text).map((make) => make(undefined));
	const values = [
		...knowledge.describedAs(own),
		...listFormatted(`${listWords(own).join(" ")} ${text}`),
		...(choices.length > 1 ? choices : []),
		// A number or a UUID may be the id of a record.
		...kinds.filter((each) => each !== 1 && !UUID.test(`${each}`)),
		...ids.slice(0, MAX_LIKELY),
		...choices,
		...others,
		...knowledge.seen(own, text),
		...ids.slice(MAX_LIKELY),
		...kinds,
		...listOtherKinds(text).map((make) => make(undefined)),
	];
	return [...new Set(values)];
}

/** What a service must be asked to learn about one operation. */
export interface Lesson
	extends Pick<Habits, "path" | "codes" | "optionalObjects"> {
	/** Returns a new body that is valid by the document. */
	readonly createBody: () => unknown;
	/** Sends a body. Returns undefined if there is no response, or if the maximum number of requests is reached. */
	readonly send: (body: unknown) => Promise<ProviderResponse | undefined>;
	/** Common names of envelopes, such as the resource. */
	readonly wrappers: readonly string[];
	/** The names of wrappers inside others that accepted bodies of the service have. */
	readonly innerWrappers?: readonly string[];
	readonly knowledge: Knowledge;
	/** The repairs of other bodies of the operation. */
	readonly repairs: readonly Repair[];
	/** The rejections of other bodies, whose words are no repetition of these. */
	readonly rejections?: readonly ProviderResponse[];
	/** Whether the service accepts another body of the operation. Then this one has optional properties to repair. */
	readonly isFurther?: boolean;
}
