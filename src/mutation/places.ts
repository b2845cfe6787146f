import { isDeepStrictEqual } from "node:util";
import type { Contract, ProviderResponse } from "../verification/contract.ts";
import {
	type Container,
	isContainer,
	type RecordedExchange,
	readJson,
	readSentJson,
	withJson,
} from "./mutation.ts";

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
export function findPlaces(
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

/** Changes the value of a container in place. Returns whether it changed anything. */
export type Edit = (
	container: Container,
	key: string,
	value: unknown,
) => boolean;

/** By name of the mutation. */
export type Edits = Readonly<Record<string, Edit>>;

/** Edits the container at the first location where the edit applies, in the last item of each array. */
function editLocation(
	container: Container,
	[step = "", ...rest]: readonly string[],
	edit: Edit,
): boolean {
	const items = Array.isArray(container) ? Object.keys(container) : [];
	const keys = step === "*" ? items.reverse() : [step];
	return keys.some((key) => {
		if (!Object.hasOwn(container, key)) return false;
		const value = container[key];
		return rest.length === 0
			? edit(container, key, value)
			: isContainer(value) && editLocation(value, rest, edit);
	});
}

/** Edits the last items of arrays, because a contract that checks only the first items must miss it. */
export function editBody(
	response: ProviderResponse,
	steps: readonly string[],
	edit: Edit,
): ProviderResponse | undefined {
	const body = readJson(response);
	if (body === undefined) return undefined;
	const root: Container = { $: body };
	return editLocation(root, steps, edit)
		? withJson(response, root.$)
		: undefined;
}
