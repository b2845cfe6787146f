import { readTime } from "../behaviors/forms.ts";
import { findRefutedAssumptions } from "../document/judgment/blame.ts";
import { listInput } from "../document/judgment/judge-response.ts";
import type {
	Contract,
	Finding,
	ProviderExchange,
} from "../verification/contract.ts";
import { findMissingFamilies } from "./find-families.ts";
import type { PageReader, ReadPage } from "./page-reader.ts";
import type { Subject, Tested } from "./subject.ts";
import type { Trail } from "./trail.ts";
import { findTrailPlaces } from "./trail-places.ts";
import { findTrailValues } from "./trail-values.ts";

/** A list or a search that succeeded. */
interface Asked<Exchange> extends Pick<ReadPage, "items"> {
	readonly exchange: Exchange;
	/** The values of the request, by name. */
	readonly input: ReadonlyMap<string, unknown>;
}

type Items = ReadPage["items"];

/** A part of a request that determines the records of a page. */
interface Condition {
	/** The name of the parameter or property. */
	readonly name: string;
	/** Whether it is unlikely that all items meet the value by chance. */
	isTelling(value: unknown, items: Items): boolean;
	/** Whether the items show that the service ignores the value. */
	contradicts(value: unknown, items: Items): boolean;
	/** Whether the value would exclude an item; for a limit, whether there are more items. */
	excludes(value: unknown, items: Items): boolean;
}

/**
 * The minimum length of a text that is certainly unknown. Shorter texts may occur in values that responses do not
 * show.
 */
const MIN_UNKNOWN_LENGTH = 12;

const toText = (value: unknown): string =>
	(typeof value === "string" ? value : JSON.stringify(value)).toLowerCase();

/** Whether an item contains the value, or one of several. */
const shows = (item: unknown, value: unknown): boolean =>
	[value].flat().some((each) => toText(item).includes(toText(each)));

/**
 * @param part the role or the property that the value is compared with; undefined for a text, which may occur in any
 * property
 */
function createSelection(
	name: string,
	part: string | undefined,
	isKnown: (text: string) => boolean,
): Condition {
	const excludes = (value: unknown, items: Items): boolean =>
		items.some((item) => !shows(item, value));
	const countValues = (items: Items): number =>
		part === undefined
			? 0
			: new Set(
					items.flatMap(({ [part]: found }) =>
						found === undefined ? [] : toText(found),
					),
				).size;
	return {
		...{ name, excludes },
		isTelling: (value, items) =>
			toText(value).length >= MIN_UNKNOWN_LENGTH ||
			(part !== undefined && items.some(({ [part]: found }) => found)),
		contradicts(value, items) {
			if (value === null || value === undefined) return false;
			// If the records have several values, the service has not selected by this one.
			if (excludes(value, items) && countValues(items) > 1) return true;
			const text = toText(value);
			return (
				text.length >= MIN_UNKNOWN_LENGTH &&
				items.length > 0 &&
				items.every((item) => !shows(item, value)) &&
				!isKnown(text)
			);
		},
	};
}

function createBound(
	name: string,
	isOutside: (time: number, bound: number) => boolean,
): Condition {
	const excludes = (value: unknown, items: Items): boolean =>
		items.some(
			({ createdAt }) =>
				createdAt !== undefined &&
				isOutside(readTime(createdAt), readTime(value)),
		);
	return { name, excludes, contradicts: excludes, isTelling: () => true };
}

function createLimit(name: string): Condition {
	const excludes = (value: unknown, items: Items): boolean =>
		items.length > Number(value);
	return { name, excludes, contradicts: excludes, isTelling: () => true };
}

/** Lists the conditions of a list or a search that have an effect on responses. */
function listConditions(
	{ nameOf, plan }: PageReader,
	isKnown: (text: string) => boolean,
): Condition[] {
	const named = <Result>(role: string, create: (name: string) => Result) => {
		const name = nameOf(role);
		return name === undefined ? [] : [create(name)];
	};
	return [
		...["action", "subjectType", "subjectId"].flatMap((role) =>
			named(role, (name) => createSelection(name, role, isKnown)),
		),
		...named("text", (name) => createSelection(name, undefined, isKnown)),
		...named("from", (name) => createBound(name, (time, at) => time < at)),
		...named("to", (name) => createBound(name, (time, at) => time > at)),
		...named("limit", createLimit),
		...(plan.selects ?? [])
			.filter(({ in: place, isHidden }) => place === "query" && !isHidden)
			.map(({ name, property }) => createSelection(name, property, isKnown)),
	];
}

/** Returns an exchange that shows that the service ignores a condition; undefined if it may apply the condition. */
function findIgnoring<Exchange>(
	{ name, contradicts, excludes, isTelling }: Condition,
	names: readonly string[],
	asked: readonly Asked<Exchange>[],
	limit: string | undefined,
): Exchange | undefined {
	// The first record of all may have the value by chance.
	const isByChance = ({ input, items }: Asked<Exchange>): boolean =>
		limit !== undefined &&
		limit !== name &&
		items.length === 1 &&
		Number(input.get(limit)) === 1;
	const hasOnly = ({ input }: Asked<Exchange>, ...own: string[]): boolean =>
		names.every((each) => own.includes(each) || !input.has(each));
	const withIt = asked.filter(({ input }) => input.has(name));
	const isApplied = withIt.some((each) => {
		const value = each.input.get(name);
		return (
			isTelling(value, each.items) &&
			!isByChance(each) &&
			hasOnly(each, name) &&
			!excludes(value, each.items) &&
			asked
				.slice(0, asked.indexOf(each))
				.some((base) => hasOnly(base) && excludes(value, base.items))
		);
	});
	return isApplied
		? undefined
		: withIt.find(({ input, items }) => contradicts(input.get(name), items))
				?.exchange;
}

/** Finds the conditions of lists and searches that a service ignores. The records in its responses violate them. */
const findIgnoredConditions = <Exchange extends ProviderExchange>(
	{ documented }: Subject,
	reader: PageReader,
	exchanges: readonly Exchange[],
): Finding<Exchange>[] => {
	const { id } = reader.tested.operation;
	const asked = exchanges
		.filter(({ target }) => target === id)
		.flatMap((exchange): Asked<Exchange>[] => {
			const { request, response } = exchange;
			const page = reader.read(response);
			const { because } = documented.expectStatus(id, request);
			return page && because === undefined
				? [{ exchange, items: page.items, input: new Map(listInput(request)) }]
				: [];
		});
	/**
	 * Whether another operation has read or written the text. Then it may occur in values that responses do not show.
	 */
	const isKnown = (text: string): boolean =>
		exchanges.some(
			({ target, request, response }) =>
				target !== id &&
				`${request.path} ${request.body ?? ""} ${response.body}`
					.toLowerCase()
					.includes(text),
		);
	const conditions = listConditions(reader, isKnown);
	const names = conditions.map(({ name }) => name);
	return conditions.flatMap((condition) => {
		const { name } = condition;
		// The limit affects how many records a page has, but not which ones.
		const limit = reader.nameOf("limit");
		const others = names.filter((each) => each !== limit);
		const exchange = findIgnoring(condition, others, asked, limit);
		return exchange
			? [
					{
						...{ exchange, where: reader.place },
						change: { kind: "ignored", name },
						expected: `only records that ${name} allows`,
						actual: `ignores ${name}`,
						assumptions: documented.findRequestAssumptions(id),
					},
				]
			: [];
	});
};

/** The operations of a document by their behavior. */
export interface Roles {
	readonly creators: readonly Tested[];
	readonly readers: readonly PageReader[];
	/** The search operation of the audit trail. */
	readonly trail: Trail | undefined;
}

/** Creates a function that finds differences that only several successful exchanges together show. */
export const createExchangeReader =
	(
		subject: Subject,
		{ creators, readers, trail }: Roles,
	): Contract["findInExchanges"] =>
	(exchanges) => {
		const found = [
			...subject.tested
				.filter(({ plan }) => plan.behavior === "metrics")
				.flatMap((each) =>
					findMissingFamilies(subject, each, creators, exchanges),
				),
			...(trail
				? [findTrailValues, findTrailPlaces].flatMap((find) =>
						find(trail, creators, exchanges),
					)
				: []),
			...readers.flatMap((each) =>
				findIgnoredConditions(subject, each, exchanges),
			),
		];
		return found.map((each) => {
			const { target: operation } = each.exchange;
			const known = subject.tested.find(
				(one) => one.operation.id === operation,
			);
			const place = { operation, status: known?.operation.success ?? 0 };
			const { documented } = subject;
			const assumptions = findRefutedAssumptions(documented, place, each);
			return { assumptions, ...each };
		});
	};
