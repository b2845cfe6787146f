import type { OutgoingRequest, ProviderResponse } from "../contract.ts";
import { contentTypeOf } from "./mutation.ts";

/** Something with members or items. */
export type Holder = Record<string, unknown>;

/** Where a value stands. */
export interface Location {
	readonly holder: Holder;
	readonly key: string;
	readonly value: unknown;
}

export const isHolder = (value: unknown): value is Holder =>
	typeof value === "object" && value !== null;

/** A text is read as JSON only where the answer is declared as JSON; undefined where it is not. */
export function jsonOf(answer: ProviderResponse): unknown {
	return /\bjson\b/i.test(contentTypeOf(answer))
		? parsed(answer.body.toString("utf8"))
		: undefined;
}

export const sentJsonOf = ({ body }: OutgoingRequest): unknown =>
	body === undefined ? undefined : parsed(body.toString());

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

export const withJson = (
	answer: ProviderResponse,
	body: unknown,
): ProviderResponse => ({
	...answer,
	body: Buffer.from(body === undefined ? "" : JSON.stringify(body)),
});

/** Where the steps lead, `*` to every item of an array, the last of them first. */
function* locations(
	holder: Holder,
	[step = "", ...rest]: readonly string[],
): Generator<Location> {
	const keys =
		step !== "*"
			? [step].filter((key) => Object.hasOwn(holder, key))
			: Array.isArray(holder)
				? Object.keys(holder).reverse()
				: [];
	for (const key of keys) {
		const value = holder[key];
		if (rest.length === 0) yield { holder, key, value };
		else if (isHolder(value)) yield* locations(value, rest);
	}
}

/**
 * The answer with its body changed at one place, in the last item of each array on the way that can be changed: a
 * contract that looks at the first ones only has to miss it.
 * @param steps from `$` on
 * @param change answers whether it changed anything
 */
export function edited(
	answer: ProviderResponse,
	steps: readonly string[],
	change: (at: Location) => boolean,
): ProviderResponse | undefined {
	const body = jsonOf(answer);
	if (body === undefined) return undefined;
	const root: Holder = { $: body };
	for (const at of locations(root, steps))
		if (change(at)) return withJson(answer, root.$);
	return undefined;
}
