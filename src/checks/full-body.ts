import { isObject } from "../values/json.ts";
import { uniqueWord } from "../values/unique-word.ts";
import { buildRequest } from "../verification/operations.ts";
import { ANY_VALUE, isAny, OTHERS } from "./creations.ts";
import {
	type FreeText,
	listFreeTexts,
	replaceTexts,
	type Subject,
	type Tested,
} from "./subject.ts";
import { createNewBody, createPath, createQuery } from "./valid-requests.ts";

/** The length of texts without a maximum, and the greatest length of all. */
const [USUAL_LENGTH, MAX_LENGTH] = [120, 200];

/** Returns a new text that is as long as its field allows. */
function createLongText({ field: { schema } }: FreeText): string {
	const { maxLength = USUAL_LENGTH } = schema;
	return uniqueWord().padEnd(Math.min(Number(maxLength), MAX_LENGTH), " é<&");
}

/**
 * Returns the body of a new record with long texts, nested values and null, where the document allows them.
 * @param properties the optional properties in the body
 */
export function createFullBody(
	{ documented }: Pick<Subject, "documented">,
	{ plan, operation }: Tested,
	properties: readonly string[],
): unknown {
	const plain = createNewBody(plan, properties);
	if (!isObject(plain)) return plain;
	const full = { ...(plan.request?.isOpen && OTHERS), ...plain };
	for (const [name, field] of plan.request?.properties ?? [])
		if (name in plain && isAny(field)) full[name] = ANY_VALUE;
	const body = listFreeTexts(plan).reduce<unknown>(
		(made, text) => replaceTexts(made, [text], () => createLongText(text)),
		full,
	);
	const sent = { query: createQuery(plan), body };
	const request = buildRequest({ ...operation, path: createPath(plan) }, sent);
	const { because } = documented.expectStatus(operation.id, request);
	return because === undefined ? body : plain;
}
