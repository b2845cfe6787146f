import { isDeepStrictEqual } from "node:util";
import { tryRecursion } from "../../values/errors.ts";
import { isObject, tryParseJson, type Values } from "../../values/json.ts";
import { listAllValues } from "../../values/list-all-values.ts";
import type { DocumentedBehavior } from "../documented-behavior.ts";
import { readText, type SentRequest } from "../expect-status.ts";
import type { Hints } from "./missing-properties.ts";

interface Sent {
	readonly target: string;
	readonly request: SentRequest;
	/** The sent request, if its form differs from the documented one. */
	readonly adapted?: SentRequest;
}

const listObjects = ({ body }: SentRequest): readonly Values[] =>
	[...listAllValues(tryParseJson(readText(body)))].filter(isObject);

/** Returns a function that tells whether a property of a response repeats one that the documented request does not have. */
export function createRepeatsOther(
	{ target, request, adapted = request }: Sent,
	{ operations }: Pick<DocumentedBehavior, "operations">,
): NonNullable<Hints["repeatsOther"]> {
	const { example } = operations.find(({ id }) => id === target) ?? {};
	const sent = listObjects(adapted);
	const documented = [
		...listObjects(request),
		...[...listAllValues(example?.body)].filter(isObject),
	];
	return (name, other, value) =>
		!documented.some((each) => Object.hasOwn(each, name)) &&
		sent.some(
			(each) =>
				Object.hasOwn(each, other) &&
				tryRecursion(() => isDeepStrictEqual(each[other], value)),
		);
}
