import { isObject, tryParseJson } from "../../../values/json.ts";
import type { ProviderResponse } from "../../contract.ts";
import { isAccepted } from "../rejections/read-trial.ts";
import type { Repair } from "../rejections/repairs.ts";
import { listSent, mayBeState } from "../values/record-values.ts";
import { listSubjects } from "./body-subjects.ts";
import { Conversation } from "./conversation.ts";
import { renewAdded } from "./fresh-texts.ts";
import type { Lesson } from "./lesson.ts";
import { listInOptional } from "./list-possible.ts";
import { solve } from "./solve-property.ts";

/** Returns the word by which an accepted response says that something failed, such as `failed`; undefined without one. */
export const findFailure = ({
	status,
	body,
}: ProviderResponse): string | undefined =>
	status < 300
		? listSent(tryParseJson(`${body}`)).find(
				(each): each is string =>
					mayBeState(each) && /fail|error|reject|skip/i.test(each),
			)
		: undefined;

/** Whether an accepted response says that something failed. */
export const isFailing = (response: ProviderResponse): boolean =>
	findFailure(response) !== undefined;

/** The names of what tells why something failed. */
const REASON = /error|fail|message|problem|reason/i;

/** Lists the reasons for a failure in an accepted response. */
const listReasons = (value: unknown): unknown[] =>
	typeof value === "object" && value !== null
		? Object.entries(value).flatMap(([name, inner]) => {
				if (!REASON.test(name)) return listReasons(inner);
				const isSaid = typeof inner === "string" && /\s/.test(inner);
				return isSaid || isObject(inner) ? [inner] : [];
			})
		: [];

/** Returns a rejection with the reasons for a failure in an accepted response; undefined if it tells of none. */
function toRejection(response: ProviderResponse): ProviderResponse | undefined {
	if (!isFailing(response)) return undefined;
	const errors = listReasons(tryParseJson(`${response.body}`));
	if (errors.length === 0) return undefined;
	const body = Buffer.from(JSON.stringify({ errors }));
	return { ...response, status: 422, body };
}

/** The maximum number of requests to find what a request needs to succeed. */
const MAX_REQUESTS = 40;

/** Tells of a property that a request needs to succeed, although the service accepts it without. */
export const IF_SUCCEEDING = "with a request that succeeds";

/**
 * Learns which property a request needs in an optional object so that it does not only get accepted, but also succeeds.
 * @param accepted the response to the body with the repairs of the lesson
 * @returns the repairs with what it needs; undefined if nothing helps
 */
export async function learnSuccess(
	lesson: Lesson,
	accepted: ProviderResponse,
): Promise<readonly Repair[] | undefined> {
	if (!toRejection(accepted)) return undefined;
	const { knowledge, wrappers, innerWrappers = [], repairs } = lesson;
	const objects = Object.entries(Object(tryParseJson(`${accepted.body}`)));
	const shown = objects.flatMap(([name, value]) =>
		typeof value === "object" && value !== null ? [name] : [],
	);
	const conversation = new Conversation({
		...lesson,
		async send(body) {
			const response = await lesson.send(body);
			return response && (toRejection(response) ?? response);
		},
	});
	const first = await conversation.send(repairs);
	if (!first || isAccepted(first.response)) return undefined;
	const filling = {
		...{ knowledge, wrappers, innerWrappers, first },
		unknown: new Set<string>(),
		optionalObjects: [
			...new Set([...shown, ...(lesson.optionalObjects ?? [])]),
		],
		send: async (some: readonly Repair[]) =>
			conversation.sent < MAX_REQUESTS ? conversation.send(some) : undefined,
		isOfNothing: async () => false,
		rejectsUnknown: () => false,
	};
	for (const subject of listInOptional(
		filling,
		first,
		listSubjects(first, false),
	)) {
		const found = await solve(filling, first, subject);
		if (!found || !isAccepted(found.response)) continue;
		return found.repairs.map((each) =>
			each.kind === "set" && !repairs.includes(each)
				? { ...renewAdded(each), only: IF_SUCCEEDING, isReplacing: true }
				: each,
		);
	}
	return undefined;
}
