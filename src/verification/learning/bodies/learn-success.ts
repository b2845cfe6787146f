import { isObject, tryParseJson } from "../../../values/json.ts";
import type { ProviderResponse } from "../../contract.ts";
import {
	applyRepairs,
	findObject,
	listPlaces,
	type Repair,
} from "../rejections/repairs.ts";
import { listSent, mayBeState } from "../values/record-values.ts";
import { learnBody } from "./learn-body.ts";
import type { Lesson } from "./lesson.ts";

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

/** Whether an accepted response says why something failed. */
export const tellsFailure = (response: ProviderResponse): boolean =>
	toRejection(response) !== undefined;

/** The maximum number of requests to find what a request needs to succeed. */
const MAX_REQUESTS = 60;

/** Tells of a property that a request needs to succeed, although the service accepts it without. */
export const IF_SUCCEEDING = "with a request that succeeds";

/**
 * Learns what a request needs so that it does not only get accepted, but also succeeds: reads the reasons for a failure as
 * those of a rejection.
 * @param accepted the response to the body with the repairs of the lesson
 * @returns the repairs with what it needs; undefined if nothing helps
 */
export async function learnSuccess(
	lesson: Lesson,
	accepted: ProviderResponse,
): Promise<readonly Repair[] | undefined> {
	const rejection = toRejection(accepted);
	if (!rejection) return undefined;
	const { repairs, optionalObjects = [] } = lesson;
	const objects = Object.entries(Object(tryParseJson(`${accepted.body}`)));
	const shown = objects.flatMap(([name, value]) =>
		isObject(value) ? [name] : [],
	);
	const usual = applyRepairs(lesson.createBody(), repairs);
	const places = listPlaces(usual).filter((at) => (at.at(-1) ?? "*") === "*");
	/** Whether a body lacks what the request or its items are about. Then the service may have nothing to do. */
	const isOfNothing = (body: unknown): boolean =>
		places.some((at) => {
			const own = findObject(body, at);
			const names = Object.keys(findObject(usual, at) ?? {});
			return !own || names.some((each) => !(each in own));
		});
	let left = MAX_REQUESTS;
	const learnt = await learnBody({
		...lesson,
		optionalObjects: [...new Set([...shown, ...optionalObjects])],
		async send(body) {
			if (isOfNothing(body)) return rejection;
			if (left-- <= 0) return undefined;
			const response = await lesson.send(body);
			return response && (toRejection(response) ?? response);
		},
	});
	if (!learnt?.isAccepted) return undefined;
	return learnt.repairs.map((each) => {
		if (repairs.includes(each) || !("at" in each)) return each;
		const only = IF_SUCCEEDING;
		if (each.kind === "remove") return { ...each, only };
		return each.kind === "set" ? { ...each, only, isReplacing: true } : each;
	});
}
