import { sample } from "../document/compose.ts";
import type { Field } from "../document/field.ts";
import { uniqueWord } from "../values/unique-word.ts";
import { buildRequest } from "../verification/operations.ts";
import { pick } from "./item.ts";
import type { Subject, Tested } from "./subject.ts";
import { createNewBody, createQuery } from "./valid-requests.ts";

/** Lists values of which a property probably allows some, the most distinct first. */
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

/** Returns what a request of the operation must have. */
export const createBase = ({
	plan,
}: Tested): Readonly<Record<string, unknown>> =>
	pick(Object(createNewBody(plan, [])), plan.request?.required ?? []);

/** Returns another value of a property that the operation accepts; undefined if none is known. */
export function chooseValue(
	{ documented }: Subject,
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
