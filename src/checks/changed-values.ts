import { sample } from "../document/compose.ts";
import type { Field } from "../document/field.ts";
import type { Values } from "../values/json.ts";
import { uniqueWord } from "../values/unique-word.ts";
import { buildRequest } from "../verification/operations.ts";
import { type Item, pick } from "./item.ts";
import type { Tested } from "./subject.ts";
import { createNewBody, createQuery } from "./valid-requests.ts";

/**
 * Lists candidates for the value of a property, the most distinctive first. A property probably allows some of them.
 */
const listCandidates = (field: Field): unknown[] => [
	...[field.schema.enum ?? []].flat(),
	`Understudy ${uniqueWord()}`,
	`${uniqueWord()}@example.com`,
	...[
		"2026-02-03",
		"2026-02-03T04:05:06.000Z",
		"https://example.com/understudy",
	],
	...[2, 1, 0].map((more) => Number(field.schema.minimum ?? 0) + more),
	...[true, false, crypto.randomUUID(), sample(field)],
];

/** Returns the values that a request of the operation must contain. */
export const createBase = ({ plan }: Tested): Values =>
	pick(Object(createNewBody(plan, [])), plan.request?.required ?? []);

/** Returns another value of a property that the operation accepts; undefined if no such value is known. */
export function chooseValue(
	{ subject: { documented } }: Item,
	tested: Tested,
	name: string,
	current: unknown,
): unknown {
	const { operation, plan } = tested;
	const field = plan.request?.byName.get(name);
	const base = createBase(tested);
	return (field ? listCandidates(field) : []).find((value) => {
		const request = buildRequest(operation, {
			query: createQuery(plan),
			body: { ...base, [name]: value },
		});
		const { because } = documented.expectStatus(operation.id, request);
		const isOther = value !== current && value !== null;
		return isOther && because === undefined;
	});
}
