import { STATUS_CODES } from "node:http";
import type { ErrorTexts } from "../document/judgment/missing-properties.ts";
import { isObject, tryParseJson } from "../values/json.ts";
import type { OutgoingRequest, ProviderExchange } from "./contract.ts";

/** A place with more different texts has sentences about single requests. */
const MAX_KINDS = 8;
const MAX_PLACES = 100;
/** So many different errors show whether a place depends on the part of the request that is wrong. */
const MIN_ERRORS = 3;

/** The texts at a place of rejections. */
interface Texts {
	/** By text, the statuses of the rejections that have it. */
	readonly statuses: Map<string, number[]>;
}

const isSentence = (text: string): boolean => /\S\s+\S/.test(text);

/** Calls a function with each text in a body, and its place. */
function visitTexts(
	value: unknown,
	place: string,
	visit: (place: string, text: string) => void,
): void {
	if (typeof value === "string") visit(place, value);
	else if (Array.isArray(value))
		for (const each of value) visitTexts(each, `${place}[*]`, visit);
	else if (isObject(value))
		for (const [name, each] of Object.entries(value))
			visitTexts(each, `${place}.${name}`, visit);
}

/** Returns the number of different sentences at a place, for the status that has most. */
function countVariety({ statuses }: Texts): number {
	const counts = new Map<number, number>();
	for (const [text, own] of statuses)
		if (isSentence(text))
			for (const status of new Set(own))
				counts.set(status, (counts.get(status) ?? 0) + 1);
	return Math.max(0, ...counts.values());
}

const isName = (text: string, statuses: readonly number[]): boolean =>
	statuses.some((status) => STATUS_CODES[status] === text);

/** Whether the texts at a place name the status, or another kind of errors that several requests have. */
function areKinds({ statuses }: Texts): boolean {
	const texts = [...statuses];
	return (
		texts.length <= MAX_KINDS &&
		texts.some((each) => isName(...each)) &&
		texts.every(([text, own]) => own.length > 1 || isName(text, own))
	);
}

/** Collects the texts of rejections. Only those of several show which depend on the status alone, and which on the request. */
export function createErrorIndex() {
	const places = new Map<string, Texts>();
	/** By operation and place. */
	const fixed = new Map<string, Set<string>>();
	const errors = new Map<string, Set<string>>();
	const sent = new Map<string, Set<string>>();
	const add = (map: Map<string, Set<string>>, key: string, text: string) =>
		map.set(key, (map.get(key) ?? new Set()).add(text));
	const listTitles = (): Texts[] => {
		const most = Math.max(0, ...Array.from(places.values(), countVariety));
		return [...places.values()].filter(
			(each) => areKinds(each) && countVariety(each) < most,
		);
	};
	const isTitle = (place: string): boolean => {
		const texts = places.get(place);
		return texts !== undefined && listTitles().includes(texts);
	};
	function listDetails(): string[] {
		const titles = listTitles();
		if (titles.length === 0) return [];
		const most = Math.max(...titles.map(countVariety));
		return [...places]
			.filter(([, each]) => countVariety(each) > most)
			.sort(([, a], [, b]) => countVariety(b) - countVariety(a))
			.map(([place]) => place);
	}
	function isFixed(target: string, place: string): boolean {
		const [text = "", ...others] = fixed.get(`${target} ${place}`) ?? [];
		const names = sent.get(target);
		return (
			text !== "" &&
			others.length === 0 &&
			(errors.get(target)?.size ?? 0) >= MIN_ERRORS &&
			!text.match(/\w+/g)?.some((each) => names?.has(each))
		);
	}
	return {
		note({
			target,
			request,
			response: { status, body },
		}: Pick<ProviderExchange, "target" | "response"> & {
			readonly request: OutgoingRequest;
		}): void {
			if (status < 400 || status >= 500) return;
			visitTexts(tryParseJson(`${body}`), "$", (place, text) => {
				const known = places.get(place) ?? { statuses: new Map() };
				if (places.size < MAX_PLACES) places.set(place, known);
				known.statuses.set(text, [...(known.statuses.get(text) ?? []), status]);
				if (request.body === undefined) return;
				add(fixed, `${target} ${place}`, text);
				if (isSentence(text)) add(errors, target, text);
			});
			JSON.stringify(tryParseJson(`${request.body ?? ""}`), (name, value) => {
				add(sent, target, name);
				return value;
			});
		},
		/** Returns what the rejections so far say of the texts in those of an operation. */
		textsOf: (target: string): ErrorTexts => ({
			...{ isTitle, listDetails },
			isFixed: (place) => isFixed(target, place),
		}),
	};
}
