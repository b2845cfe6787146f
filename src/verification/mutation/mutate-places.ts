import { isDeepStrictEqual } from "node:util";
import type { Contract } from "../contract.ts";
import {
	type Edit,
	editBody,
	isContainer,
	readJson,
	readSentJson,
} from "./json-body.ts";
import type { Mutator, RecordedExchange } from "./mutation.ts";

/** A value in a response body that a client may rely on. */
export interface Place {
	/** Starts with `$`. `*` stands for the items of an array. */
	readonly steps: readonly string[];
	/** Like `$.items[*].id`. */
	readonly path: string;
	readonly value: unknown;
	/** Whether the response repeats a value of the request. */
	readonly isEcho: boolean;
}

/** Shorter strings occur in many requests by chance. */
const MIN_ECHO_LENGTH = 4;

function collectStrings(value: unknown): string[] {
	if (typeof value === "string")
		return value.length < MIN_ECHO_LENGTH ? [] : [value];
	return isContainer(value) ? Object.values(value).flatMap(collectStrings) : [];
}

/** Returns the documented places of the body, and the undocumented ones that repeat a value of a check's request. */
function findPlaces(
	{ target, request, response, check }: RecordedExchange,
	contract: Contract,
): Place[] {
	const documented =
		contract.documented.findResponseAssumptions(target, response.status)
			?.body ?? {};
	const sent = readSentJson(request);
	const strings = new Set(collectStrings(sent));
	const places: Place[] = [];

	function visit(
		value: unknown,
		sentHere: unknown,
		steps: readonly string[],
		isInEcho: boolean,
	): void {
		const path = steps.join(".").replaceAll(".*", "[*]");
		const isEcho =
			isInEcho ||
			(typeof value === "string" && strings.has(value)) ||
			(sentHere !== undefined && isDeepStrictEqual(value, sentHere));
		const isDocumented = Object.hasOwn(documented, path) || path === "$";
		if (isDocumented || (isEcho && check !== undefined))
			places.push({ steps, path, value, isEcho });
		if (!isContainer(value)) return;
		for (const [key, below] of Object.entries(value))
			visit(
				below,
				isContainer(sentHere) ? sentHere[key] : undefined,
				[...steps, Array.isArray(value) ? "*" : key],
				isEcho,
			);
	}
	const body = readJson(response);
	if (body !== undefined) visit(body, sent, ["$"], false);
	return places;
}

/** Creates an edit that replaces a value, unless the function returns undefined. */
export const replaceWith =
	(replace: (value: unknown) => unknown): Edit =>
	({ container, key, value }) => {
		const replacement = replace(value);
		if (replacement === undefined) return false;
		container[key] = replacement;
		return true;
	};

/** By name of the mutation. */
export type Edits = Readonly<Record<string, Edit>>;

/** Creates a mutator that applies each edit at every place of the body where it changes something. */
export const mutatePlaces =
	(
		createEdits: (exchange: RecordedExchange, contract: Contract) => Edits,
		isEligible: (
			place: Place,
			edit: Edit,
			exchange: RecordedExchange,
			contract: Contract,
		) => boolean = () => true,
	): Mutator =>
	(exchange, contract) =>
		findPlaces(exchange, contract).flatMap((place) => {
			const { steps, path, value, isEcho } = place;
			const key = steps.at(-1) ?? "";
			return Object.entries(createEdits(exchange, contract))
				.filter(
					([, edit]) =>
						edit({ container: { [key]: value }, key, value }) &&
						isEligible(place, edit, exchange, contract),
				)
				.map(([name, edit]) => ({
					name,
					where: path,
					// Validators do not see that a value repeats the request.
					isSemantic: isEcho,
					mutate: ({ response }) => editBody(response, steps, edit),
				}));
		});
