import { tryRecursion } from "../../../values/errors.ts";
import { isObject, tryParseJson } from "../../../values/json.ts";
import type { Observation } from "../../observer.ts";
import { withoutGenerated } from "./generated.ts";
import { listNames } from "./repairs.ts";

/** What the rejections of a service contain that is about no property. */
export interface Codes {
	/** The names of properties in rejections that are about no property of a body. */
	readonly names: ReadonlySet<string>;
	/** The texts of such rejections. */
	readonly texts: ReadonlySet<string>;
	/** The places of codes in rejections, such as `error.code`. A code of its own may be there in each rejection. */
	readonly places: ReadonlySet<string>;
}

/** Returns the texts in objects by their places. Leaves out those in arrays, which may name properties. */
const listTexts = (
	value: unknown,
	place = "",
): [place: string, text: string][] =>
	isObject(value)
		? Object.entries(value).flatMap(([name, each]) =>
				listTexts(each, `${place}.${name}`),
			)
		: typeof value === "string"
			? [[place, value]]
			: [];

const isWord = (text: string): boolean => /^\S+$/.test(text);

/**
 * Lists the codes in rejections of malformed bodies, and of other paths and methods. A place where a rejection names a
 * property of its request has no codes.
 */
export function listCodes(observations: readonly Observation[]): Codes {
	const names = new Set<string>();
	const texts = new Set<string>();
	const places = new Set<string>();
	const collect = (value: unknown): void => {
		if (typeof value === "string") texts.add(value);
		else if (typeof value === "object" && value !== null)
			for (const [name, each] of Object.entries(value)) {
				names.add(name);
				collect(each);
			}
	};
	const rejected = observations.filter(
		({ response }) => response.status >= 400,
	);
	const read = (response: Observation["response"]): unknown =>
		tryParseJson(`${response.body}`);
	const isMalformed = ({ request }: Observation): boolean => {
		const sent = `${request.body ?? ""}`;
		return sent !== "" && tryParseJson(sent) === undefined;
	};
	const textOf = ({ response }: Observation): string =>
		withoutGenerated(`${response.body}`);
	const isBeyond = ({ target }: Observation): boolean =>
		target === "unknownPath" || target === "undefinedMethod";
	const ofMalformed = new Set(rejected.filter(isMalformed).map(textOf));
	const ofOthers = new Set(
		rejected
			.filter((each) => !isMalformed(each) && !isBeyond(each))
			.map(textOf),
	);
	// A service may take a malformed body for an empty one, and a longer path for that of an operation. Then its rejection
	// names the properties of the operation.
	const isOfProperties = (observation: Observation): boolean =>
		ofOthers.has(textOf(observation)) &&
		(isBeyond(observation)
			? ![404, 405].includes(observation.response.status)
			: ofMalformed.size > 1);
	for (const observation of rejected) {
		const { response } = observation;
		const isOfNone = isBeyond(observation) || isMalformed(observation);
		if (!isOfNone || isOfProperties(observation)) continue;
		tryRecursion(() => {
			collect(read(response));
			for (const [place, text] of listTexts(read(response)))
				if (isWord(text)) places.add(place);
		});
	}
	for (const { request, response } of rejected)
		tryRecursion(() => {
			const sent = listNames(tryParseJson(`${request.body ?? ""}`));
			for (const [place, text] of listTexts(read(response)))
				if (sent.some((name) => text.split(/\W+/).includes(name)))
					places.delete(place);
		});
	return { names, texts, places };
}

/** Returns the texts of codes, with those that a rejection has at the known places. */
export const findCodes = (
	rejection: unknown,
	{ texts, places }: Codes,
): ReadonlySet<string> =>
	new Set([
		...texts,
		...listTexts(rejection).flatMap(([place, text]) =>
			places.has(place) && isWord(text) ? [text] : [],
		),
	]);
