import { tryParseJson } from "../../values/try-parse-json.ts";
import type { OutgoingRequest, ProviderResponse } from "../contract.ts";
import { readContentType } from "./mutation.ts";

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
