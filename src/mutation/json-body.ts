import { isDeepStrictEqual } from "node:util";
import { tryParseJson } from "../values/json.ts";
import type {
	Contract,
	OutgoingRequest,
	ProviderResponse,
} from "../verification/contract.ts";
import {
	type Mutator,
	type RecordedExchange,
	readContentType,
} from "./mutation.ts";

/** An object or an array, by property name or index. */
export type Container = Record<string, unknown>;

export interface Location {
	readonly container: Container;
	readonly key: string;
	readonly value: unknown;
}

/** Changes a container in place. Returns whether it changed anything. */
export type Edit = (location: Location) => boolean;

export const isContainer = (value: unknown): value is Container =>
	typeof value === "object" && value !== null;

/** Returns the body if it is JSON and declared as JSON, otherwise undefined. */
export const readJson = (response: ProviderResponse): unknown =>
	/\bjson\b/i.test(readContentType(response))
		? tryParseJson(response.body.toString("utf8"))
		: undefined;

export const readSentJson = ({ body }: OutgoingRequest): unknown =>
	body === undefined ? undefined : tryParseJson(body.toString());

export const withJson = (
	response: ProviderResponse,
	body: unknown,
): ProviderResponse => ({
	...response,
	body: Buffer.from(body === undefined ? "" : JSON.stringify(body)),
});

/** Yields every location that the steps lead to. `*` stands for every item of an array, the last item first. */
function* findLocations(
	container: Container,
	[step = "", ...rest]: readonly string[],
): Generator<Location> {
	const keys =
		step !== "*"
			? [step].filter((key) => Object.hasOwn(container, key))
			: Array.isArray(container)
				? Object.keys(container).reverse()
				: [];
	for (const key of keys) {
		const value = container[key];
		if (rest.length === 0) yield { container, key, value };
		else if (isContainer(value)) yield* findLocations(value, rest);
	}
}

/**
 * Edits the body at one location, in the last item of each array where the edit applies: a contract that checks only the
 * first items must miss it.
 * @param steps start with `$`
 */
export function editBody(
	response: ProviderResponse,
	steps: readonly string[],
	edit: Edit,
): ProviderResponse | undefined {
	const body = readJson(response);
	if (body === undefined) return undefined;
	const root: Container = { $: body };
	for (const location of findLocations(root, steps))
		if (edit(location)) return withJson(response, root.$);
	return undefined;
}

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
