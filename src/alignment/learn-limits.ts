import { tryParseJson, valueAt } from "../values/json.ts";
import type { OutgoingRequest } from "../verification/contract.ts";
import type { Sighting } from "../verification/observed.ts";
import { setAt } from "./edit.ts";
import { findLimits, learnRule } from "./learn-rules.ts";
import type { Group, Learn, Of, Round, Taught } from "./lesson.ts";
import {
	findWithDefault,
	listInputs,
	sizeOf,
	withBytes,
	withSize,
} from "./request-inputs.ts";
import { findSplits, lastStep, stepsOf } from "./schema-places.ts";

const UPPER = ["maximum", "maxLength", "maxItems"];

/** A limit that a rejected request has exactly reached. */
interface Limit {
	readonly where: string;
	readonly keyword: string;
	readonly limit: number;
	/** Returns the request with something of this size. */
	readonly resize: (size: number) => OutgoingRequest;
}

/** Lists the limits of values and of the whole body that a rejected request has reached. */
function listLimits(round: Round, { example }: Sighting): Limit[] {
	const { request, status, response } = example;
	if (status >= 300 || response.status < 400) return [];
	const ofValues = listInputs(round, example).flatMap(
		({ name, value, elements }) =>
			elements.flatMap(({ node }) =>
				UPPER.filter((keyword) => node[keyword] === sizeOf(value)).map(
					(keyword): Limit => ({
						...{ where: `request $.${name}`, keyword },
						limit: Number(node[keyword]),
						resize: (size) => withSize(request, name, size),
					}),
				),
			),
	);
	const [keyword, limit] = [
		"x-max-bytes",
		Buffer.byteLength(request.body ?? ""),
	];
	const isReached = findLimits(round, keyword).some(
		({ node }) => node[keyword] === limit,
	);
	const resize = (size: number) => withBytes(request, size);
	const ofBody = { where: "request $", keyword, limit, resize };
	return [...ofValues, ...(isReached ? [ofBody] : [])];
}

/** Finds the largest size that the service accepts, by bisection; undefined if it accepts none, or the most. */
async function findLargest(
	{ accepts }: Round,
	{ resize, limit }: Limit,
): Promise<number | undefined> {
	if (!accepts || (await accepts(resize(limit)))) return undefined;
	let [accepted, rejected] = [0, limit];
	while (rejected - accepted > 1) {
		const middle = Math.floor((accepted + rejected) / 2);
		if (await accepts(resize(middle))) accepted = middle;
		else rejected = middle;
	}
	return accepted > 0 ? accepted : undefined;
}

/** Learns a limit that is smaller than the documented one. */
export async function learnLimit(
	round: Round,
	[first]: Group,
): Promise<Taught | undefined> {
	for (const each of listLimits(round, first)) {
		const { where, keyword, limit } = each;
		const largest = await findLargest(round, each);
		if (largest === undefined) continue;
		const [from, to] = [limit, largest].map((size) => `${keyword} ${size}`);
		const keywords = { [keyword]: largest };
		const change = { kind: "rule", keywords, accepted: undefined } as const;
		const actual = `has the limit ${to}`;
		const taught = learnRule(round, [{ ...first, change, where, actual }]);
		return (
			taught && {
				...{ where, ...taught },
				...("changes" in taught && { ...{ kind: "limit", from, to } }),
			}
		);
	}
	return undefined;
}

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
	return isLimit
		? {
				...{ kind: "limit", where: `request $.${name}` },
				...{ from: `default ${from}`, to: `default ${to}` },
				splits: findSplits(round, input, ({ target, where: at }) => {
					const sizes = countItems(round, target, lastStep(at), findList);
					return Math.max(...sizes) === from;
				}),
				changes: [setAt(pointer, to, "/default")],
			}
		: undefined;
};
