import { isDeepStrictEqual } from "node:util";
import type { Contract } from "../contract.ts";
import { isHolder, jsonOf, sentJsonOf } from "./json-body.ts";
import type { RecordedExchange } from "./mutation.ts";

/** A value in the body of an answer that a client may rely on. */
export interface Place {
	/** From `$` on; `*` for the items of an array. */
	readonly steps: readonly string[];
	/** Like `$.items[*].id`. */
	readonly path: string;
	readonly value: unknown;
	/** Whether it came back as it was sent. */
	readonly isEcho: boolean;
}

const pathOf = (steps: readonly string[]): string =>
	steps.join(".").replaceAll(".*", "[*]");

/** Shorter texts are in many a request by chance. */
const LEAST_TELLING = 4;

function textsIn(value: unknown): string[] {
	if (typeof value === "string")
		return value.length < LEAST_TELLING ? [] : [value];
	return isHolder(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The places that the document names, and those whose value the client itself had sent. */
export function placesOf(
	exchange: RecordedExchange,
	contract: Contract,
): Place[] {
	const { target, request, answer } = exchange;
	const documented =
		contract.findResponseAssumptions(target, answer.status)?.body ?? {};
	const sent = sentJsonOf(request);
	const texts = new Set(textsIn(sent));
	const places: Place[] = [];

	function visit(
		value: unknown,
		sentHere: unknown,
		steps: readonly string[],
		within: boolean,
	): void {
		const path = pathOf(steps);
		const isEcho =
			within ||
			(typeof value === "string" && texts.has(value)) ||
			(sentHere !== undefined && isDeepStrictEqual(value, sentHere));
		const isDocumented = Object.hasOwn(documented, path) || path === "$";
		if (isDocumented || (isEcho && !exchange.isExample))
			places.push({ steps, path, value, isEcho });
		if (!isHolder(value)) return;
		for (const [key, member] of Object.entries(value))
			visit(
				member,
				isHolder(sentHere) ? sentHere[key] : undefined,
				[...steps, Array.isArray(value) ? "*" : key],
				isEcho,
			);
	}
	const body = jsonOf(answer);
	if (body !== undefined) visit(body, sent, ["$"], false);
	return places;
}
