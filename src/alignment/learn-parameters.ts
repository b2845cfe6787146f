import { tryParseJson } from "../values/json.ts";
import { EMPTY, REPEATED } from "../values/validation.ts";
import { findItems } from "../verification/learning/lists/condition-trials.ts";
import type { Sighting } from "../verification/observed.ts";
import { removeKeywords, setAt, setKeyword } from "./edit.ts";
import { describePosition, schemaOfPosition } from "./form-changes.ts";
import type { Learn, Of, Round } from "./lesson.ts";
import {
	findInvalidPlace,
	findOtherForm,
	findParameterNamed,
} from "./request-inputs.ts";
import { findOperation } from "./schema-places.ts";

const queryOf = ({ request }: Pick<Sighting["example"], "request">) =>
	new URLSearchParams(request.path.split("?")[1]);

/**
 * Returns which of two sizes of a page the service has used; undefined if the page does not show it.
 * @param sizes as the request has them
 */
function findUsed(
	sizes: readonly string[],
	{ response }: Sighting["example"],
): "first" | "last" | undefined {
	const count = findItems(tryParseJson(`${response.body}`))?.length;
	if (`${count}` === sizes[0]) return "first";
	return `${count}` === sizes.at(-1) ? "last" : undefined;
}

/** Learns that empty or repeated parameters are accepted. */
export const learnLenience: Learn = (round, [{ example, violation }]) => {
	const { target, response } = example;
	const place = findInvalidPlace(violation);
	if (!place || !("parameter" in place) || response.status >= 300)
		return undefined;
	// The service ignores a parameter that has another name there.
	if (findOtherForm(round, target, place.parameter)) return [];
	const parameter = findParameterNamed(round, target, place.parameter);
	if (parameter?.node.in !== "query") return undefined;
	const teach = (keyword: string, value: string, isCertain: boolean) => ({
		where: `request query ${place.parameter}`,
		...{ kind: keyword, from: `no ${keyword}`, to: `${keyword} ${value}` },
		...{ isCertain, changes: [setKeyword(parameter.pointer, keyword, value)] },
	});
	if (place.detail === EMPTY) return teach("x-empty", "ignored", true);
	if (place.detail !== REPEATED) return undefined;
	const own = findUsed(queryOf(example).getAll(place.parameter), example);
	// A service reads all of its parameters in the same way.
	const used = own ?? findUsedElsewhere(round);
	return used && teach("x-repeated", used, own !== undefined);
};

/** Returns which of two sizes of a page the service has used in any request that has two. */
const findUsedElsewhere = ({ observations: { sightings } }: Round) =>
	sightings
		.filter(({ example: { response } }) => response.status < 300)
		.flatMap(({ example }) =>
			[...new Set(queryOf(example).keys())]
				.map((name) => queryOf(example).getAll(name))
				.filter((values) => values.length > 1)
				.flatMap((values) => findUsed(values, example) ?? []),
		)[0];

/** Learns that parameters which the operation does not list are rejected. */
export const learnUnlisted: Learn = (round, [{ example }]) => {
	const { target, status, response } = example;
	const { document, observations } = round;
	const isUnlisted = (each: Pick<Sighting["example"], "request">) =>
		[...queryOf(each).keys()].some(
			(name) => !findParameterNamed(round, target, name),
		);
	const at = findOperation(document, target)?.pointer;
	if (at === undefined || status >= 300 || response.status < 400)
		return undefined;
	const own = observations.exchanges.filter(
		(each) => each.target === target && each.status < 300,
	);
	const isRejected = (each: (typeof own)[number]) =>
		each.response.status >= 400;
	const unlisted = own.filter(isUnlisted);
	const isRule =
		isUnlisted(example) &&
		unlisted.every(isRejected) &&
		own.some((each) => !isUnlisted(each) && !isRejected(each));
	const keyword = "x-unknown-parameters";
	return isRule
		? {
				...{ kind: keyword, where: "request query", of: unlisted.length },
				...{ from: "ignored", to: "rejected", isCertain: true },
				changes: [setKeyword(at, keyword, "rejected")],
			}
		: undefined;
};

/** The name that the service has for a parameter, and what the parameter counts. */
export const learnName: Learn<Of<"rename"> | Of<"position">> = (
	round,
	[{ change, operation, expected, isOfRequest }],
) => {
	const parameter = findParameterNamed(round, operation, expected);
	if (!isOfRequest || !parameter) return undefined;
	const { pointer, node } = parameter;
	if (change.kind === "position")
		return {
			...{ kind: "position", where: `request $.${expected}`, isCertain: true },
			changes: [
				removeKeywords(pointer, "x-cursor-position", "x-unknown-cursor"),
				...Object.entries({
					...{ name: change.to, ...describePosition(node, change) },
					schema: schemaOfPosition(change),
				}).map(([keyword, value]) => setKeyword(pointer, keyword, value)),
			],
		};
	const { to } = change;
	return {
		...{ kind: "rename", where: `request $.${expected}`, to, isCertain: true },
		changes: [setAt(pointer, to, "/name")],
	};
};

/** Asks about a parameter or a property that has no effect: the service may have another name for it, or none. */
export const askIgnored: Learn<Of<"ignored">> = (
	round,
	[{ operation, change }],
) => {
	const { name: ignored } = change;
	if (findOtherForm(round, operation, ignored)) return [];
	return {
		where: `request $.${ignored}`,
		why: `${operation} ignores ${ignored}.`,
		question: `Does ${operation} have another name for ${ignored}, or nothing of the kind?`,
	};
};
