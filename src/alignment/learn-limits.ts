import { tryParseJson, valueAt } from "../values/json.ts";
import type { OutgoingRequest } from "../verification/contract.ts";
import type { Sighting } from "../verification/observed.ts";
import { joinPointer, setAt } from "./edit.ts";
import type { Group, Learn, Of, Round, Taught } from "./lesson.ts";
import {
	findUsers,
	findWithDefault,
	listInputs,
	sizeOf,
	withSize,
} from "./request-inputs.ts";
import { findSplit, stepsOf } from "./schema-places.ts";

const UPPER = ["maximum", "maxLength", "maxItems"];

/** Returns the values of a rejected request that have exactly the size of a limit. */
function listLimits(round: Round, { example }: Sighting) {
	if (example.status >= 300 || example.response.status < 400) return [];
	return listInputs(round, example).flatMap(({ name, value, elements }) =>
		elements.flatMap((element) =>
			UPPER.flatMap((keyword) => {
				const limit = element.node[keyword];
				return typeof limit === "number" && sizeOf(value) === limit
					? [{ name, element, keyword, limit }]
					: [];
			}),
		),
	);
}

/**
 * Finds the largest size that the service accepts, by bisection; undefined if it accepts none, or the most.
 * @param create returns a request with something of this size
 */
export async function findLargest(
	{ accepts }: Round,
	create: (size: number) => OutgoingRequest,
	most: number,
): Promise<number | undefined> {
	if (!accepts || (await accepts(create(most)))) return undefined;
	let [accepted, rejected] = [0, most];
	while (rejected - accepted > 1) {
		const middle = Math.floor((accepted + rejected) / 2);
		if (await accepts(create(middle))) accepted = middle;
		else rejected = middle;
	}
	return accepted > 0 ? accepted : undefined;
}

/** Learns a limit that is smaller than the documented one. */
export async function learnLimit(
	round: Round,
	[first]: Group,
): Promise<Taught | undefined> {
	for (const { name, element, keyword, limit } of listLimits(round, first)) {
		const { request } = first.example;
		const largest = await findLargest(
			round,
			(size) => withSize(request, name, size),
			limit,
		);
		if (largest === undefined) continue;
		return {
			...{ kind: "limit", where: `request $.${name}`, isCertain: true },
			...{ from: `${keyword} ${limit}`, to: `${keyword} ${largest}` },
			changes: [setAt(element.pointer, largest, joinPointer(keyword))],
		};
	}
	return undefined;
}

/** Returns the references to a limit that other requests have reached. */
export const findLimitSplits = (round: Round, [first]: Group): string[] =>
	listLimits(round, first).flatMap(({ element, limit }) =>
		findSplit(
			element,
			findUsers(
				round,
				({ response }, value) =>
					response.status < 300 && Number(sizeOf(value)) >= limit,
			),
		),
	);

/** So many pages of one size show that the size is no chance. */
const MIN_PAGES = 2;

const findList = (body: unknown): unknown =>
	[body, ...Object.values(Object(body))].find(Array.isArray);

/** Returns the numbers of items on the pages of an operation for requests without an input. */
const countItems = (
	round: Round,
	operation: string,
	name: string,
	find: (body: unknown) => unknown,
): number[] =>
	round.observations.exchanges
		.filter(
			(each) =>
				each.target === operation &&
				listInputs(round, each).every((one) => one.name !== name),
		)
		.flatMap(({ response }) => {
			const items = find(tryParseJson(`${response.body}`));
			return Array.isArray(items) ? [items.length] : [];
		});

/** Learns how many items a page has by default. */
export const learnPageSize: Learn<Of<"page size">> = (
	round,
	[{ operation, where, change }],
) => {
	const { from, to } = change;
	const [input, ...inputs] = findWithDefault(round, operation, from);
	if (!input || inputs.length > 0) return undefined;
	const { name, pointer } = input;
	const counts = countItems(round, operation, name, (body) =>
		valueAt(body, ...stepsOf(where)),
	);
	// Without a limit, the pages grow while checks create records.
	const isLimit =
		Math.max(...counts) === to &&
		counts.filter((each) => each === to).length >= MIN_PAGES;
	const others = round.document.operations.flatMap(({ id }) =>
		findWithDefault(round, id, from).filter(
			(each) =>
				Math.max(...countItems(round, id, each.name, findList)) === from,
		),
	);
	return isLimit
		? {
				...{ kind: "limit", where: `request $.${name}` },
				...{ from: `default ${from}`, to: `default ${to}` },
				splits: findSplit(input, others),
				changes: [setAt(pointer, to, "/default")],
			}
		: undefined;
};
